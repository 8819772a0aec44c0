// The engine in the browser: Pyodide runs the same Python as the server, and speaks the same plain data.
// Messages in: {id, name, params, stream} or {id, cancel}. Out: {id, result}, {id, event}, {id, error}, {progress}.

const queue = [];
const cancelled = new Set();
let engine = null;
let working = false;

const say = (share, what) => postMessage({ progress: { share, what } });

/** A file with its progress, as far as its size is known. */
async function fetched(address, from, to, what) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const size = Number(response.headers.get("content-length")) || 0;
  if (!size || !response.body) return response.arrayBuffer();
  const parts = [];
  let got = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    got += value.length;
    say(from + (to - from) * Math.min(1, got / size), what);
  }
  return new Blob(parts).arrayBuffer();
}

async function start() {
  const begun = performance.now();
  say(0.02, "");
  const plan = await (await fetch("engine.json")).json();
  // Pyodide loads these itself; fetched here first, they are in the cache and their progress is known.
  await fetched("pyodide/pyodide.asm.wasm", 0.05, 0.6, "WebAssembly");
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  say(0.65, "Python");
  const python = await loadPyodide({ indexURL: new URL("pyodide/", location.href).href });
  const wheel = await fetched(plan.wheel, 0.8, 0.9, "ofckit");
  python.unpackArchive(wheel, "wheel");
  say(0.92, "ofckit");
  python.runPython(`
import json
from ofckit.web import api

def _answer(name, params):
    return json.dumps(api.answer(name, json.loads(params)))

class _Stream:
    def __init__(self, name, params):
        self.steps = iter(api.stream(name, json.loads(params)))

    def next(self):
        step = next(self.steps, None)
        return None if step is None else json.dumps(step)

    def close(self):
        close = getattr(self.steps, "close", None)
        if close:
            close()
`);
  engine = { answer: python.globals.get("_answer"), stream: python.globals.get("_Stream") };
  say(1, `${((performance.now() - begun) / 1000).toFixed(1)} s`);
}

/** Let the messages that wait come in. */
const breathe = () => new Promise((done) => setTimeout(done, 0));

async function work() {
  if (working) return;
  working = true;
  try {
    ready ??= start();
    await ready;
  } catch (error) {
    ready = null;
    for (const { id } of queue.splice(0)) postMessage({ id, error: { code: "start", message: `The engine did not start: ${error.message}` } });
    working = false;
    return;
  }
  while (queue.length) {
    const one = queue.shift();
    if (cancelled.delete(one.id)) continue;
    try {
      if (one.stream) await improve(one);
      else finish(one.id, JSON.parse(engine.answer(one.name, JSON.stringify(one.params))));
    } catch (error) {
      postMessage({ id: one.id, error: { code: "internal", message: lastLine(error) } });
    }
    await breathe();
  }
  working = false;
}

function finish(id, result) {
  if (result?.error) postMessage({ id, error: result.error });
  else postMessage({ id, result });
}

async function improve({ id, name, params }) {
  const steps = engine.stream(name, JSON.stringify(params));
  let last = null;
  try {
    for (;;) {
      const text = steps.next();
      if (text === null || text === undefined) break;
      last = JSON.parse(text);
      if (last.error || last.done) break;
      postMessage({ id, event: last });
      await breathe();
      if (cancelled.delete(id)) return;
    }
    finish(id, last);
  } finally {
    steps.close();
    steps.destroy();
  }
}

/** The last line of a Python traceback is what went wrong. */
const lastLine = (error) => String(error.message ?? error).trim().split("\n").at(-1);

let ready = null;
onmessage = ({ data }) => {
  if (data.cancel) {
    cancelled.add(data.id);
    if (cancelled.size > 1000) cancelled.clear();
    return;
  }
  queue.push(data);
  work();
};
