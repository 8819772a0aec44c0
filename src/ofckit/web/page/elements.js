// What every view is built of: cards, boards, a deck to tap on, moves with what they are worth, a line of losses.
import { h } from "./dom.js";
import { ROWS, SIZES, HIDDEN, GLYPHS, deck, isJoker, moveWords, percent, rankWords, shown, signed, spoken } from "./cards.js";
import { t } from "./words.js";

/** A card; with `onclick` a button. Options: fresh (just placed), held, key, note (words after its name). */
export function card(code, { onclick = null, fresh = false, land = false, held = false, key = "", note = "", data = {}, pressed = null } = {}) {
  const kinds = ["card", code === HIDDEN ? "back" : isJoker(code) ? "joker" : code[1]];
  if (fresh) kinds.push("new");
  if (held) kinds.push("held");
  if (land) kinds.push("land");
  const label = note ? `${spoken(code)}, ${note}` : spoken(code);
  const glyph = GLYPHS[code[1]]; // none while a card is known by its rank alone
  const face = code === HIDDEN ? [] : isJoker(code) ? ["★", h("span", code[1])] : [rankWords(code), glyph ? h("span", glyph) : null];
  const marks = { class: kinds.join(" "), "aria-label": label, data: { card: code, ...(key ? { key } : {}), ...data } };
  if (pressed !== null) marks["aria-pressed"] = String(pressed);
  if (onclick) return h("button", { type: "button", onclick, ...marks }, ...face);
  return h("span", { role: "img", ...marks }, ...face);
}

/** Cards side by side, small, for text. */
export const cards = (codes) => h("span.cards", codes.map((one) => card(one)));

/**
 * <ofc-board>: three rows. `state` is {rows, fresh, words, royalties, foul, label, place, take, size, key}:
 * place(row) puts something into a row (its next free place is then a button), take(card) takes a fresh card back.
 */
class Board extends HTMLElement {
  #state = null;

  set state(state) {
    this.#state = state;
    if (this.isConnected) this.connectedCallback();
  }

  get state() {
    return this.#state;
  }

  connectedCallback() {
    if (this.#state) this.replaceChildren(...ROWS.map((row) => this.#row(row)));
  }

  #row(row) {
    const { rows, fresh = new Set(), place = null, take = null, said = {}, royalties = null, key = "", target = null, edit = false, landed = null } = this.#state;
    const held = rows[row];
    const open = place && (edit || held.length < SIZES[row]);
    const places = held.map((code, i) => {
      const own = fresh.has(code);
      const options = { fresh: own, land: code === landed, key: `${key}${code}${code === HIDDEN ? i : ""}` };
      if (take && (own || edit)) Object.assign(options, { onclick: (event) => (event.stopPropagation(), take(code)), note: t("take back") });
      return card(code, options);
    });
    for (let i = held.length; i < SIZES[row]; i++) places.push(h(`span.card.slot${open ? ".open" : ""}`, { "aria-hidden": "true" }));
    if (open && held.length < SIZES[row]) {
      const label = t(edit ? "Fill the row: {row}" : "Place here: {row}", { row: t(`row ${row}`) });
      const first = h("button.card.slot.open", { type: "button", "aria-label": label, data: { key: `${key}${row}` } });
      if (target === row) first.setAttribute("aria-pressed", "true");
      places[held.length] = first;
    }
    const words = said[row];
    const points = royalties?.[row];
    const says = h("div.says", words?.length ? [words].flat().map((one) => h("span", one)) : null, points ? h("b", signed(points)) : null);
    const node = h(`div.row${open ? ".open" : ""}${target === row ? ".target" : ""}`, { role: "group", "aria-label": t(`row ${row}`), data: { row } }, h("div.cards", places), says);
    if (open) node.addEventListener("click", () => place(row));
    return node;
  }
}

/** <ofc-deck>: every card as a button. `state` is {jokers, used: Map(card -> words), toggle, label, only}. */
class Deck extends HTMLElement {
  #state = null;

  set state(state) {
    this.#state = state;
    if (this.isConnected) this.connectedCallback();
  }

  connectedCallback() {
    if (!this.#state) return;
    const { jokers = 0, used, mine = new Set(), toggle } = this.#state;
    const active = this.contains(document.activeElement) ? document.activeElement.dataset.card : null;
    this.replaceChildren(
      ...deck(jokers).map((code) => {
        const where = used.get(code);
        const node = card(code, { onclick: () => toggle(code), key: `deck${code}`, note: where ?? "", pressed: Boolean(where) });
        if (mine.has(code)) node.classList.add("mine");
        return node;
      }),
    );
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", t("All cards"));
    if (active) this.querySelector(`[data-card="${active}"]`)?.focus({ preventScroll: true });
  }
}

// what moves are worth

const CERTAIN = 3; // standard errors: a smaller difference is too close to call, as in a review
const SIZES_OF_LOSS = [[2, "blunder"], [0.75, "mistake"], [0.2, "inaccuracy"]];

/** The word for points lost, by the sizes of a review. */
export function labelOf(lost, error = 0) {
  if (lost <= 1e-9) return "best";
  if (lost <= CERTAIN * error) return "too close";
  return SIZES_OF_LOSS.find(([size]) => lost >= size)?.[1] ?? "good";
}

/** A word with its colour, and how much was lost where that counts. */
export function tag(lost, label) {
  const words = label === "best" || label === "too close" ? t(label) : `${signed(-lost, 2)} ${t(label)}`;
  return h(`span.tag.${label.replace(" ", "-")}`, words);
}

/** Half the width of a 95 % interval. */
export const error95 = (se) => (se < 1000 ? ` ± ${(1.96 * se).toFixed(2)}` : " ± ?");
const errorWords = (one) => (one.exact ? "" : error95(one.se));

const PARTS = [["royalties", "royalties"], ["fantasyland", "Fantasyland"], ["rows", "rows"], ["foul", "fouls"]];

/** <ofc-worth>: moves with their values, parts and errors. `state` is {found, most, take}: take(move) tries one. */
class Worth extends HTMLElement {
  #state = null;

  set state(state) {
    this.#state = state;
    if (this.isConnected) this.connectedCallback();
  }

  connectedCallback() {
    if (!this.#state) return;
    const { found, most = 5, take = null } = this.#state;
    const own = found.moves.find((one) => one.yours);
    const seen = found.moves.slice(0, most);
    if (own && !seen.includes(own)) seen.splice(most - 1, 1, own);
    const sums = seen.flatMap((one) => {
      const parts = PARTS.map(([key]) => one.parts?.[key] ?? 0);
      return [parts.filter((v) => v > 0).reduce((a, b) => a + b, 0), parts.filter((v) => v < 0).reduce((a, b) => a + b, 0)];
    });
    const low = Math.min(0, ...sums), high = Math.max(0.01, ...sums);
    const focus = this.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.replaceChildren(h("ol.moves", seen.map((one) => this.#move(one, low, high, take))), legend(seen));
    if (focus) this.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  }

  #move(one, low, high, take) {
    const words = moveWords(one.move);
    const what = h("div.what", words.places, " ", h("i", words.away, one.yours ? `${words.away ? " · " : ""}${t("yours")}` : ""));
    const worth = h("div.worth", h("b", signed(one.value, 2)), h("small", errorWords(one)));
    const scale = 100 / (high - low);
    const bars = [];
    let right = -low * scale, left = right;
    for (const [key] of PARTS) {
      const part = (one.parts?.[key] ?? 0) * scale;
      if (part > 0) {
        bars.push(h(`i.${key}`, { style: { left: `${right}%`, width: `${part}%` } }));
        right += part;
      } else if (part < 0) {
        left += part;
        bars.push(h(`i.${key}`, { style: { left: `${left}%`, width: `${-part}%` } }));
      }
    }
    const said = PARTS.filter(([key]) => one.parts?.[key]).map(([key, name]) => `${t(name)} ${signed(one.parts[key], 2)}`).join(", ");
    const chances = [`${t("foul")} ${percent(one.foul ?? 0)}`];
    for (const [size, share] of Object.entries(one.fantasyland ?? {})) if (share >= 0.005) chances.push(`FL${size} ${percent(share)}`);
    const label = labelOf(one.lost, one.lost_se);
    const kind = label === "best" ? ".none" : label === "too close" ? ".close" : "";
    const behind = h(`span.behind${kind}`, { title: t(label) }, label === "best" ? t("best") : signed(-one.lost, 2));
    return h(
      `li.move${one.yours ? ".own" : ""}`,
      what,
      worth,
      h("div.bar", { role: "img", "aria-label": said || t("no parts") }, h("span.zero", { style: { left: `${-low * scale}%` } }), bars),
      h("div.chances", h("span", chances.join(" · ")), behind, take ? h("button.plain.try", { type: "button", data: { key: `try${one.move}` }, onclick: () => take(one.move), "aria-label": `${t("Try")}: ${words.places} ${words.away}` }, t("Try")) : null),
    );
  }
}

function legend(seen) {
  const used = PARTS.filter(([key]) => seen.some((one) => Math.abs(one.parts?.[key] ?? 0) >= 0.005));
  return h("div.legend", used.map(([key, name]) => h("span", h(`i.${key}`), t(name))));
}

/** What a search says about itself: how it was found, and how sure it is. */
export function searchWords(found) {
  const words = [];
  if (found.exact) words.push(t("exact"));
  else if (found.rollouts) words.push(t("{n} hands played out, ±: 95 %", { n: found.rollouts.toLocaleString() }));
  else words.push(t("estimate, ±: 95 %"));
  if (found.count > 1) words.push(t("{n} moves", { n: found.count.toLocaleString() }));
  return words.join(" · ");
}

/** <ofc-loss>: a bar for each decision, taller where more was lost. `state` is {losses: [{loss, label, where}], open}. */
class Loss extends HTMLElement {
  #state = null;

  set state(state) {
    this.#state = state;
    if (this.isConnected) this.connectedCallback();
  }

  connectedCallback() {
    if (!this.#state) return;
    const { losses, open = null } = this.#state;
    const most = Math.max(1, ...losses.map((one) => one.loss));
    const bars = losses.map((one, i) => {
      const kind = one.label.replace(" ", "-");
      const words = `${one.where}: ${signed(-one.loss, 2)}`;
      const style = { height: `${Math.max(4, (100 * one.loss) / most)}%` };
      if (!open) return h(`i.${kind}`, { style, title: words });
      return h("button", { type: "button", "aria-label": words, title: words, onclick: () => open(i) }, h(`i.${kind}`, { style }));
    });
    const total = losses.reduce((sum, one) => sum + one.loss, 0);
    const label = t("{n} decisions, {lost} points lost", { n: losses.length, lost: total.toFixed(2) });
    this.replaceChildren(h("div.bars", open ? { role: "group", "aria-label": label } : { role: "img", "aria-label": label }, bars));
  }
}

customElements.define("ofc-board", Board);
customElements.define("ofc-deck", Deck);
customElements.define("ofc-worth", Worth);
customElements.define("ofc-loss", Loss);

/** A custom element with its state. */
export function element(name, state, options = {}) {
  const node = h(name, options);
  node.state = state;
  return node;
}

/** Cards of a text, for a line of prose: "Q♦ 5♠". */
export const inWords = (codes) => codes.map(shown).join(" ");

/** A card that follows the finger: `dropped(row)` where it was let go over a row of a board with data-drop. */
export function draggable(node, dropped) {
  let ghost = null, from = null;
  const over = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop] [data-row]");
  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    from = { x: event.clientX, y: event.clientY };
    node.setPointerCapture(event.pointerId);
  });
  node.addEventListener("pointermove", (event) => {
    if (!from) return;
    if (!ghost) {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < 8) return;
      const box = node.getBoundingClientRect();
      ghost = node.cloneNode(true);
      ghost.classList.add("ghost");
      ghost.removeAttribute("data-key");
      ghost.style.setProperty("--card", `${box.width}px`);
      document.body.append(ghost);
      node.classList.add("away");
    }
    ghost.style.setProperty("left", `${event.clientX}px`);
    ghost.style.setProperty("top", `${event.clientY}px`);
    const row = over(event);
    for (const one of document.querySelectorAll("[data-row].over")) if (one !== row) one.classList.remove("over");
    row?.classList.add("over");
  });
  const end = (event) => {
    from = null;
    if (!ghost) return;
    ghost.remove();
    ghost = null;
    node.classList.remove("away");
    const row = event.type === "pointerup" ? over(event) : null;
    for (const one of document.querySelectorAll("[data-row].over")) one.classList.remove("over");
    const stop = (click) => (click.stopPropagation(), click.preventDefault());
    node.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => node.removeEventListener("click", stop, { capture: true }), 50);
    if (row) dropped(row.dataset.row);
  };
  node.addEventListener("pointerup", end);
  node.addEventListener("pointercancel", end);
}
