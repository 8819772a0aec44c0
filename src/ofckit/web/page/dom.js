// Elements, made and replaced. Whatever a person wrote goes into text nodes and is never read as HTML.

/** An element: h("div.panel#id", {attribute: value, onclick: f}, children...); null and false are left out. */
export function h(selector, ...rest) {
  const [tag, ...marks] = selector.split(/(?=[.#])/);
  const node = document.createElement(tag);
  for (const mark of marks) {
    if (mark[0] === ".") node.classList.add(mark.slice(1));
    else node.id = mark.slice(1);
  }
  const plain = rest.length && rest[0]?.constructor === Object;
  for (const [name, value] of Object.entries(plain ? rest.shift() : {})) set(node, name, value);
  node.append(...rest.flat(Infinity).filter((one) => one !== null && one !== undefined && one !== false));
  return node;
}

function set(node, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
  else if (name === "style") for (const [key, one] of Object.entries(value)) node.style.setProperty(key, one);
  else if (name === "data") Object.assign(node.dataset, value);
  else if (name in node && typeof value !== "string") node[name] = value;
  else if (name === "value") node.value = value;
  else node.setAttribute(name, value === true ? "" : value);
}

/** Replace what is in `root`; the focus stays on the control with the same `data-key`, and so does what was typed. */
export function show(root, ...nodes) {
  const active = document.activeElement;
  const key = root.contains(active) ? active.closest("[data-key]")?.dataset.key : null;
  root.replaceChildren(...nodes.flat(Infinity).filter((one) => one !== null && one !== undefined && one !== false));
  if (!key) return;
  const again = root.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (again && !again.disabled) again.focus({ preventScroll: true });
  else root.querySelector("[data-focus-next]")?.focus({ preventScroll: true });
}

/** A button. */
export function button(words, onclick, options = {}) {
  const { kind = "", key = words, ...rest } = options;
  return h(`button${kind ? `.${kind.split(" ").join(".")}` : ""}`, { type: "button", onclick, data: { key }, ...rest }, words);
}

/** A label with its control below it. */
export function field(words, control) {
  return h("label.field", h("span", words), control);
}

/** A list to choose one of: [[value, words], ...]. */
export function choice(options, value, onchange, rest = {}) {
  const node = h("select", { onchange: (event) => onchange(event.target.value), ...rest });
  for (const [one, words] of options) node.append(h("option", { value: String(one) }, words));
  node.value = String(value);
  return node;
}

/** One line for everybody, screen readers too; it goes after some seconds. */
let timer = 0;
export function notice(words, kind = "") {
  const box = document.getElementById("notice");
  box.className = `notice shown ${kind}`;
  box.textContent = words;
  clearTimeout(timer);
  timer = setTimeout(() => {
    box.className = "notice";
    box.textContent = "";
  }, 2500 + 60 * words.length);
}

/** The same work, but once before the next picture however often it is asked for. */
export function perFrame(work) {
  let asked = 0;
  return () => {
    asked ||= requestAnimationFrame(() => {
      asked = 0;
      work();
    });
  };
}

/** Hand a file to the person. */
export function download(name, text, type = "text/plain") {
  const address = URL.createObjectURL(text instanceof Blob ? text : new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Share as a file where the system can, else download it. */
export async function share(name, text, type) {
  const file = new File([text], name, { type });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: name });
      return;
    } catch (error) {
      if (error.name === "AbortError") return;
    }
  }
  download(name, text, type);
}

/** A picture of the library: an <img>, so that the styles inside it stay inside it. */
export function picture(svg, words) {
  return h("img.picture", { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`, alt: words });
}

/** The same picture as a PNG, twice its size. */
export async function png(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = h("canvas", { width: 2 * image.width, height: 2 * image.height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Read the files that a person chose, each as {name, text}. */
export async function texts(files, most = 2_000_000) {
  const found = [];
  for (const file of files) {
    if (file.size > most) throw new Error(`${file.name}: ${file.size} bytes; at most ${most}`);
    found.push({ name: file.name, text: await file.text() });
  }
  return found;
}
