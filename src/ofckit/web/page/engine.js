// The engine: a server on this machine, or the same Python in a worker. Both carry the same plain data.

const API = "api/1/";

/** What the engine said no to, in its own words. */
export class EngineError extends Error {
  constructor({ message, code, where }) {
    super(message || "The engine did not answer.");
    this.code = code;
    this.where = where;
  }
}

const lost = () => new EngineError({ code: "lost", message: "The engine cannot be reached. What you did is kept; try again." });

class Server {
  async call(name, params, signal) {
    const response = await this.#send(name, params, "application/json", signal);
    const answer = await read(response);
    if (!response.ok || answer.error) throw new EngineError(answer.error ?? {});
    return answer;
  }

  async stream(name, params, told, signal) {
    const response = await this.#send(name, params, "text/event-stream", signal);
    if (!response.ok) throw new EngineError((await read(response)).error ?? {});
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "", last = null;
    for (;;) {
      let part;
      try {
        part = await reader.read();
      } catch (error) {
        if (signal?.aborted) return last;
        throw lost();
      }
      if (part.done) break;
      rest += part.value;
      const events = rest.split(/\r?\n\r?\n/);
      rest = events.pop();
      for (const event of events) {
        const data = event.split(/\r?\n/).filter((line) => line.startsWith("data:")).map((line) => line.slice(5)).join("\n");
        if (!data) continue;
        last = JSON.parse(data);
        if (last.error) throw new EngineError(last.error);
        told(last);
        if (last.done) return last;
      }
    }
    if (!last?.done && !signal?.aborted) throw lost();
    return last;
  }

  async #send(name, params, accept, signal) {
    try {
      return await fetch(API + name, {
        method: "POST",
        headers: { "content-type": "application/json", accept },
        body: JSON.stringify(params),
        signal,
      });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw lost();
    }
  }
}

async function read(response) {
  try {
    return await response.json();
  } catch {
    return { error: { code: response.status, message: `The engine answered ${response.status}.` } };
  }
}

/** Pyodide in a worker. A search in it cannot be interrupted from outside, so it runs in short steps. */
class Worked {
  #waiting = new Map();
  #next = 1;

  constructor(progress) {
    this.worker = new Worker("worker.js", { type: "module" });
    this.worker.onmessage = ({ data }) => {
      if (data.progress) return progress(data.progress);
      const one = this.#waiting.get(data.id);
      if (!one) return undefined;
      if (data.event) return one.told?.(data.event);
      this.#waiting.delete(data.id);
      if (data.error) return one.fail(new EngineError(data.error));
      return one.done(data.result);
    };
    this.worker.onerror = (event) => {
      for (const one of this.#waiting.values()) one.fail(new EngineError({ message: event.message }));
      this.#waiting.clear();
    };
  }

  call(name, params, signal) {
    return this.stream(name, params, null, signal);
  }

  stream(name, params, told, signal) {
    const id = this.#next++;
    return new Promise((done, fail) => {
      this.#waiting.set(id, { done, fail, told });
      signal?.addEventListener("abort", () => {
        this.worker.postMessage({ id, cancel: true });
        this.#waiting.delete(id);
        fail(new DOMException("stopped", "AbortError"));
      });
      this.worker.postMessage({ id, name, params, stream: Boolean(told) });
    });
  }
}

let engine = null;

/** Which engine this page has is written into it; `progress` hears how far a worker's start is. */
export function start(progress) {
  const kind = document.querySelector('meta[name="ofckit-engine"]')?.content;
  engine = kind === "pyodide" ? new Worked(progress) : new Server();
  if (kind === "pyodide" && "serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
}

/** One question, one answer. */
export const call = (name, params = {}, signal = undefined) => engine.call(name, params, signal);

/** One question, answers that improve; `told` hears each of them. */
export const stream = (name, params, told, signal) => engine.stream(name, params, told, signal);

let known = null;
/** Games, bots and limits; asked once. */
export function about() {
  known ??= call("about").catch((error) => {
    known = null;
    throw error;
  });
  return known;
}
