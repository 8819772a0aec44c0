// What is kept on this device: settings, matches, evenings, and what was analysed. Nothing leaves it.

const PREFIX = "ofckit/";
const memory = new Map(); // where there is no storage (a private window): for as long as the page is open

function raw(key) {
  try {
    return localStorage.getItem(PREFIX + key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** What is stored under a key; a damaged entry counts as none. */
export function load(key, otherwise = null) {
  try {
    return JSON.parse(raw(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Store plain data; false where it could only be kept in memory; the page then says so. */
export function save(key, value) {
  const text = JSON.stringify(value);
  const before = atRisk();
  try {
    localStorage.setItem(PREFIX + key, text);
    memory.delete(key);
  } catch {
    memory.set(key, text);
  }
  if (before !== atRisk()) dispatchEvent(new Event("ofckit-kept"));
  return !memory.has(key);
}

/** How many matches and evenings last no longer than this page, because the device took no more. */
export const atRisk = () => [...memory.keys()].filter((key) => /^(match|evening)\//.test(key)).length;

export function forget(key) {
  if (memory.delete(key)) dispatchEvent(new Event("ofckit-kept"));
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // nothing is stored
  }
}

/** Everything of a kind, the latest first: [{id, updated, ...}]. */
export function all(kind) {
  const keys = new Set([...memory.keys()]);
  try {
    for (let i = 0; i < localStorage.length; i++) {
      const key = localStorage.key(i);
      if (key?.startsWith(PREFIX)) keys.add(key.slice(PREFIX.length));
    }
  } catch {
    // only what is in memory
  }
  return [...keys]
    .filter((key) => key.startsWith(`${kind}/`))
    .map((key) => load(key))
    .filter((one) => one && typeof one === "object" && typeof one.id === "string")
    .sort((a, b) => (b.updated ?? 0) - (a.updated ?? 0));
}

export const newId = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/**
 * Save a record of a kind, one revision after the one that was loaded. "conflict": another tab has saved a later
 * one, which is left as it is; "memory": there is no room; "saved" otherwise.
 */
export function commit(kind, record) {
  const stored = load(`${kind}/${record.id}`);
  if (stored && stored.revision !== record.revision) return "conflict";
  record.revision = (record.revision ?? 0) + 1;
  record.updated = Date.now();
  return save(`${kind}/${record.id}`, record) ? "saved" : "memory";
}

/**
 * Hold a name for this tab: `taken` is called when another tab takes it. Without the Web Locks API (pages that are
 * not from this machine and not encrypted) revisions alone keep two tabs apart.
 */
export class Hold {
  #release = null;
  #gone = false;

  constructor(name, taken) {
    this.name = PREFIX + name;
    this.taken = taken;
  }

  /** Try to get it, or take it from whoever has it; whether it is ours. */
  async get(steal = false) {
    if (!navigator.locks) return true;
    return new Promise((answer) => {
      const options = steal ? { steal: true } : { ifAvailable: true };
      navigator.locks
        .request(this.name, options, (lock) => {
          answer(lock !== null);
          if (lock === null || this.#gone) return undefined;
          return new Promise((release) => (this.#release = release));
        })
        .catch(() => {
          if (!this.#gone) this.taken();
        });
    });
  }

  release() {
    this.#gone = true;
    this.#release?.();
  }
}

// settings

const DEFAULTS = { theme: "auto", colours: 4, hand: "right", animations: true, language: null, name: "", grade: false, clock: 0, seconds: 5 };
export const settings = { ...DEFAULTS, ...load("settings", {}) };

export function change(key, value) {
  settings[key] = value;
  save("settings", settings);
  const root = document.documentElement;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.dataset.colours = String(settings.colours);
  root.dataset.hand = settings.hand;
  if (settings.animations) delete root.dataset.still;
  else root.dataset.still = "";
}
