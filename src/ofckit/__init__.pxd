# Marks the package for cimport: `from ofckit.core cimport rank5`.
