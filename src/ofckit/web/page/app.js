// The shell: which view the address names, the head, and what is said to everybody.
import { button, h, notice, show } from "./dom.js";
import { FORMAT } from "./cards.js";
import { start } from "./engine.js";
import { atRisk } from "./store.js";
import { t } from "./words.js";

const VIEWS = {
  play: ["Play", () => import("./play.js")],
  analyse: ["Analyse", () => import("./analyse.js")],
  review: ["Review", () => import("./review.js")],
  score: ["Score", () => import("./score.js")],
  rules: ["Rules", () => import("./rules.js")],
  settings: ["Settings", () => import("./settings.js")],
};

const main = document.getElementById("main");
const status = document.getElementById("status");
const nav = document.getElementById("nav");
let open = { name: null, view: null };

/** The view and the rest of the address: #play/ID, #rules/pineapple; a position opens the analysis. */
function read(hash) {
  const text = decodeURIComponent(hash.slice(1));
  if (text.startsWith(`${FORMAT}~`)) return ["analyse", text];
  const [name, ...rest] = text.split("/");
  return name in VIEWS ? [name, rest.join("/")] : ["play", ""];
}

async function follow() {
  let name, rest;
  try {
    [name, rest] = read(location.hash);
  } catch {
    [name, rest] = ["play", ""];
  }
  if (open.name === name && open.view?.update) {
    open.view.update(rest);
    return;
  }
  open.view?.close?.();
  open = { name, view: null };
  const mine = open;
  show(nav, Object.entries(VIEWS).map(([key, [words]]) => h("a", { href: `#${key}`, "aria-current": key === name ? "page" : null, data: { key: `nav-${key}` } }, key === "settings" ? [h("span", { "aria-hidden": "true" }, "⚙"), h("span.hide", t(words))] : t(words))));
  show(status);
  main.className = name;
  document.title = `${t(VIEWS[name][0])} · ofckit`;
  try {
    const module = await VIEWS[name][1]();
    if (mine !== open) return;
    main.replaceChildren();
    open.view = module.open(main, rest, { status });
    window.scrollTo(0, 0);
  } catch (error) {
    console.error(error);
    show(main, h("div.panel", h("h1", t("This view could not be opened")), h("p.problem", error.message), h("p.soft", t("Reload the page; what you did is kept on this device."))));
  }
}

document.getElementById("skip").textContent = t("Skip to the content");
document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
nav.setAttribute("aria-label", t("Views"));
addEventListener("hashchange", follow);
addEventListener("unhandledrejection", (event) => {
  if (event.reason?.name === "AbortError") event.preventDefault();
  else if (event.reason?.message) notice(event.reason.message, "bad");
});

/** What the device does not keep is said for as long as that is so, and can be saved as files. */
const risk = h("div.panel.risk", { role: "alert" });
addEventListener("ofckit-kept", () => {
  const n = atRisk();
  if (!n) return risk.remove();
  show(risk, h("p", t("This device keeps no more (a private window, or its storage is full): this lasts only as long as the page. Download it before you close it.")), button(t("Download"), () => (open.view?.rescue ? open.view.rescue() : (location.hash = "#play")), { kind: "small", key: "rescue" }));
  if (!risk.isConnected) main.before(risk);
  return undefined;
});
addEventListener("beforeunload", (event) => {
  if (atRisk()) event.preventDefault();
});

const loading = h("div.panel.loading", { hidden: true }, h("p", t("The engine starts …")), h("div.meter", h("i")));
start(({ share, what }) => {
  if (share >= 1) return loading.remove();
  loading.hidden = false;
  if (!loading.isConnected) main.before(loading);
  loading.querySelector("p").textContent = `${t("The engine starts …")} ${what}`;
  loading.querySelector("i").style.setProperty("width", `${100 * share}%`);
  return undefined;
});
follow();
