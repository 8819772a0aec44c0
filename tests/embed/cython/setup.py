"""All that a Cython package needs to build against ofckit: the directory of its headers."""

from Cython.Build import cythonize
from setuptools import Extension, setup

import ofckit

fast = Extension("embedder.fast", ["embedder/fast.pyx"], include_dirs=[ofckit.get_include()])
setup(ext_modules=cythonize([fast], compiler_directives={"language_level": 3}))
