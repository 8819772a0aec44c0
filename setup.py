"""Build the extension and ship its headers; everything else stands in pyproject.toml."""

import os
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from glob import glob
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

HEADERS = sorted(glob("csrc/ofckit/*.h"))
SOURCES = sorted(glob("csrc/*/*.c"))
STRIP = {"linux": ["-Wl,-s"], "darwin": ["-Wl,-S", "-Wl,-x"]}.get(sys.platform, [])
# Other processors need no flag: the sources ask the compiler what it builds for (two, for universal2). Loops
# stay as they are written: those that Clang 14 turned into vectors gave wrong endgames.
IS_WASM = "emscripten" in sysconfig.get_platform()
SIMD = ["-msimd128", "-fno-vectorize", "-fno-slp-vectorize"] if IS_WASM else []
SANITIZE = ["-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined", "-fno-sanitize-recover"]

DIRECTIVES = {"language_level": 3, "freethreading_compatible": True, "autotestdict": False}


def at_once(compile_all):
    """As many files at a time as there are processors: a compiler takes them one by one."""

    def compile_each(sources, **options):
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            made = pool.map(lambda source: compile_all([source], **options), sources)
            return [path for paths in made for path in paths]

    return compile_each


class BuildExt(build_ext):
    """Flags by compiler. OFCKIT_SANITIZE=1 builds for AddressSanitizer and UBSan instead of for speed."""

    def finalize_options(self):
        super().finalize_options()
        self.cython_c_in_temp = True
        self.cython_directives = DIRECTIVES
        self.cython_include_dirs = ["src"]

    def build_extension(self, ext):
        if self.compiler.compiler_type == "msvc":
            ext.extra_compile_args = ["/O2", "/std:c11"]
            ext.extra_link_args = ["/DEBUG:NONE"]
        elif os.environ.get("OFCKIT_SANITIZE") == "1":
            ext.extra_compile_args = ["-std=gnu11", "-UNDEBUG", *SANITIZE]
            ext.extra_link_args = SANITIZE
        else:
            # no fused multiply-add: the last digit is the same on every processor
            flags = ["-std=gnu11", "-O3", "-g0", "-fvisibility=hidden", "-ffp-contract=off"]
            ext.extra_compile_args = [*flags, *SIMD]
            ext.extra_link_args = STRIP
        if self.compiler.compiler_type == "unix":
            self.compiler.compile = at_once(self.compiler.compile)
        super().build_extension(ext)


class BuildPy(build_py):
    """Copy the public C headers to ofckit/include/ofckit; an editable install uses csrc itself."""

    def _shipped(self):
        return {h: str(Path(self.build_lib, "ofckit/include/ofckit", Path(h).name)) for h in HEADERS}

    def run(self):
        super().run()
        for source, target in {} if self.editable_mode else self._shipped().items():
            self.mkpath(str(Path(target).parent))
            self.copy_file(source, target)

    def get_outputs(self, include_bytecode=1):
        shipped = [] if self.editable_mode else list(self._shipped().values())
        return super().get_outputs(include_bytecode) + shipped


core = Extension(
    "ofckit._core",
    sources=[
        "src/ofckit/_core.pyx",
        *SOURCES,
    ],
    include_dirs=["csrc"],
    define_macros=[("OFC_ONE_COPY", "1")],
    depends=[*glob("csrc/*/*.h"), *glob("src/ofckit/border/*.pxi"), *glob("src/ofckit/border/c/*.pxd")],
)
setup(ext_modules=[core], cmdclass={"build_ext": BuildExt, "build_py": BuildPy})
