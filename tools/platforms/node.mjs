// Runs Python in Pyodide under node, with a folder of this machine as /ofckit:
//
//     node node.mjs PYODIDE FOLDER FILE ARGUMENT...
//     node node.mjs PYODIDE FOLDER -m MODULE ARGUMENT...
import { argv, exit } from "node:process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const PROGRAM = `
import os, runpy, sys
os.chdir("/ofckit")
sys.path[:0] = ["/ofckit/src", "/ofckit/packages"]
sys.dont_write_bytecode = True
try:
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        runpy.run_path(arguments[0], run_name="__main__")
    code = 0
except SystemExit as end:
    code = end.code or 0
    if isinstance(code, str):
        print(code, file=sys.stderr)
int(code if not isinstance(code, str) else 1)
`;

try {
  const [pyodide, folder, ...rest] = argv.slice(2);
  const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
  const python = await loadPyodide({ indexURL: pyodide });
  python.FS.mkdir("/ofckit");
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/ofckit");
  python.globals.set("arguments", python.toPy(rest));
  exit(python.runPython(PROGRAM));
} catch (error) {
  console.error(error.message); // node itself would print the line of source, a megabyte here
  exit(1);
}
