// Analyse: any position, laid out by tapping; what is in the address is the position.
import { button, choice, field, h, notice, perFrame, show, texts } from "./dom.js";
import { ROWS, SIZES, after, byRank, emptyPosition, positionText, readMove, readPosition, rowsText, shown, signed, percent } from "./cards.js";
import { about, call, stream } from "./engine.js";
import { load, save, settings } from "./store.js";
import { card, element, error95, searchWords } from "./elements.js";
import { said, t } from "./words.js";

export function open(main, address) {
  return new Desk(main, address);
}

const KEPT = 60;

class Desk {
  constructor(main, address) {
    this.main = main;
    this.found = null;
    this.solutions = null;
    this.chances = null;
    this.target = "draw";
    this.problem = "";
    this.presets = [];
    this.drawSoon = perFrame(() => this.drawAnswers());
    this.read(address);
    this.draw();
    about().then(({ presets }) => {
      this.presets = presets;
      this.draw();
    }, (error) => this.fail(error));
    if (this.cards().length) this.search();
  }

  close() {
    this.closed = true;
    this.stop();
  }

  /** The address has changed: a link, the way back, or what was tapped here. */
  update(address) {
    if (address && address === this.text) return;
    this.read(address);
    this.forgetAnswers();
    this.draw();
    if (this.cards().length) this.search();
  }

  read(address) {
    const found = address ? readPosition(address) : null;
    this.problem = address && !found ? t("This address is not a position.") : "";
    this.position = found ?? load("desk", null) ?? emptyPosition("pineapple");
    if (!this.position?.boards?.length) this.position = emptyPosition("pineapple");
    this.text = positionText(this.position);
  }

  get rows() {
    return this.position.boards[this.position.seat];
  }

  get others() {
    return this.position.boards.map((_, i) => i).filter((i) => i !== this.position.seat);
  }

  cards() {
    const { boards, draw, discards, dead } = this.position;
    return [...boards.flatMap((rows) => ROWS.flatMap((row) => rows[row])), ...draw, ...discards, ...dead];
  }

  preset() {
    return this.presets.find((one) => one.name === this.position.rules);
  }

  /** The cards of a target: draw, discards, dead, or b1.top. */
  zone(target) {
    const [board, row] = target.split(".");
    return row ? this.position.boards[Number(board.slice(1))][row] : this.position[board];
  }

  room(target) {
    const row = target.split(".")[1];
    return row ? SIZES[row] : target === "draw" ? 17 : 40;
  }

  // changes

  /** After a change by hand: same entry of the browser's history; `step` makes one to go back from. */
  changed(step = false) {
    this.position.rest = this.position.rest.filter(([key]) => key !== "turn");
    this.text = positionText(this.position);
    save("desk", this.position);
    const address = `#${this.text}`;
    if (step) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
    this.forgetAnswers();
    this.draw();
  }

  forgetAnswers() {
    this.stop();
    this.found = this.solutions = this.chances = null;
    this.problem = "";
  }

  toggle(code) {
    const here = this.zone(this.target);
    const at = here.indexOf(code);
    if (at >= 0) here.splice(at, 1);
    else {
      if (here.length >= this.room(this.target)) return notice(t("There is no more room here."));
      this.remove(code);
      here.push(code);
    }
    this.changed();
    if (here.length >= this.room(this.target)) this.advance();
    return undefined;
  }

  /** A full row hands over to the next one. */
  advance() {
    const [board, row] = this.target.split(".");
    const next = row && ROWS[ROWS.indexOf(row) + 1];
    if (next) this.aim(`${board}.${next}`);
  }

  remove(code) {
    const { boards, draw, discards, dead } = this.position;
    for (const list of [draw, discards, dead, ...boards.flatMap((rows) => ROWS.map((row) => rows[row]))]) {
      const at = list.indexOf(code);
      if (at >= 0) list.splice(at, 1);
    }
  }

  aim(target) {
    this.target = target;
    this.draw();
  }

  seats(number) {
    const { boards, seat } = this.position;
    while (boards.length > number) boards.pop();
    while (boards.length < number) boards.push({ top: [], middle: [], bottom: [] });
    this.position.fantasyland = boards.map((_, i) => this.position.fantasyland[i] ?? 0);
    this.position.seat = Math.min(seat, number - 1);
    this.position.rest = [];
    if (/^b\d/.test(this.target) && Number(this.target[1]) >= number) this.target = "draw";
    this.changed();
  }

  async paste(text) {
    const own = text.match(/ofc1~[^\s"'<>]*/)?.[0];
    try {
      const answer = await call("position", { text: own ?? text, rules: this.position.rules });
      const found = readPosition(answer.text);
      if (!found) throw new Error(t("This is not a position."));
      this.position = found;
      this.changed(true);
      this.search();
    } catch (error) {
      this.fail(error);
    }
  }

  fail(error) {
    if (error.name === "AbortError") return;
    this.problem = error.message;
    this.draw();
  }

  // answers

  stop() {
    this.asking?.abort();
    this.asking = null;
    this.running = false;
  }

  get fantasy() {
    return this.position.draw.length >= 13 && !ROWS.some((row) => this.rows[row].length);
  }

  /** Ask the engine; `shown` brings the answers into view. */
  async search(shown = false) {
    this.forgetAnswers();
    if (!this.position.draw.length && !shown) {
      this.draw();
      return;
    }
    if (this.fantasy && !this.position.fantasyland[this.position.seat]) this.position.fantasyland[this.position.seat] = this.position.draw.length;
    const text = (this.text = positionText(this.position));
    const asking = (this.asking = new AbortController());
    this.running = true;
    this.draw();
    if (shown) this.answers.scrollIntoView({ block: "nearest", behavior: settings.animations ? "smooth" : "auto" });
    try {
      if (this.fantasy) {
        const { solutions } = await call("solve", { rules: this.position.rules, cards: this.position.draw, k: 6, position: text }, asking.signal);
        this.solutions = solutions;
        this.keep(text, solutions[0]?.value, solutions[0]?.move);
      } else {
        const told = (found) => {
          this.found = found;
          this.drawSoon();
        };
        this.found = (await stream("analyse", { position: text, seconds: settings.seconds }, told, asking.signal)) ?? this.found;
        const best = this.found?.moves[0] ?? this.found?.value;
        if (best) this.keep(text, best.value, best.move);
      }
    } catch (error) {
      if (error.name !== "AbortError" && asking === this.asking) this.problem = error.message;
    }
    if (asking !== this.asking || this.closed) return;
    this.running = false;
    this.draw();
  }

  keep(text, value, move) {
    const list = load("analysed", []).filter((one) => one.text !== text);
    save("analysed", [{ text, value, move, rows: rowsText(this.rows), time: Date.now() }, ...list].slice(0, KEPT));
  }

  async askChances() {
    try {
      this.chances = await call("chances", { position: this.text });
      this.drawAnswers();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Make a move; the next street is then dealt, at random or by hand. */
  take(move) {
    const { discards } = readMove(move);
    this.position.boards[this.position.seat] = after(this.rows, move);
    this.position.discards.push(...discards);
    this.position.draw = [];
    this.target = "draw";
    this.changed(true);
    window.scrollTo(0, 0);
  }

  async deal() {
    try {
      const answer = await call("deal", { position: this.text, move: null });
      const found = readPosition(answer.text ?? answer.position);
      if (!found) throw new Error(t("This is not a position."));
      this.position = found;
      this.changed(true);
      this.search();
    } catch (error) {
      this.fail(error);
    }
  }

  // how it looks

  draw() {
    if (this.closed) return;
    const { position } = this;
    const preset = this.preset();
    const used = new Map();
    const put = (list, words) => list.forEach((code) => used.set(code, words));
    position.boards.forEach((rows, i) => ROWS.forEach((row) => put(rows[row], `${i === position.seat ? t("your board") : t("opponent")}, ${t(`row ${row}`)}`)));
    put(position.draw, t("draw"));
    put(position.discards, t("discards"));
    put(position.dead, t("dead cards"));
    this.answers = h("div.stack");
    const board = (i, size) =>
      element("ofc-board", {
        rows: position.boards[i],
        edit: true,
        key: `b${i}`,
        target: this.target.startsWith(`b${i}.`) ? this.target.split(".")[1] : null,
        place: (row) => this.aim(`b${i}.${row}`),
        take: (code) => (this.remove(code), this.changed()),
      }, { class: size });
    const names = this.presets.length ? this.presets.map((one) => [one.name, one.title ?? one.name]) : [[position.rules, position.rules]];
    if (!names.some(([name]) => name === position.rules)) names.push([position.rules, position.rules]);
    const [fewest, most] = preset?.players ?? [2, 4];
    show(
      this.main,
      h(
        "div.columns.desk",
        h(
          "div.stack",
          h("h1", t("Analyse a position")),
          h(
            "section.panel.stack",
            { "aria-label": t("Position") },
            h("div.two", field(t("Game"), choice(names, position.rules, (name) => {
              position.rules = name;
              position.rest = [];
              const players = this.presets.find((one) => one.name === name)?.players ?? [2, 4];
              this.seats(Math.min(Math.max(position.boards.length, 1), players[1]));
            }, { data: { key: "game" } })), field(t("Boards"), choice([1, 2, 3, 4].filter((n) => n <= Math.max(most, position.boards.length)).map((n) => [n, n === 1 ? t("mine alone") : t("mine and {n}", { n: n - 1 })]), position.boards.length, (n) => this.seats(Number(n)), { data: { key: "boards" } }))),
            h("div.boards", h("div.mine.desk-board", h("h2", t("Your board")), board(position.seat, "")), this.others.length ? h("div.line.others", this.others.map((i) => h("div.small", h("h3", this.others.length > 1 ? t("Opponent {n}", { n: (i - position.seat + position.boards.length) % position.boards.length }) : t("Opponent")), board(i, "")))) : null),
            this.strip("draw", t("Draw")),
            h("ofc-deck"),
            h("div.line", button(t("Analyse"), () => this.search(true), { key: "search", disabled: !this.cards().length }), button(t("Random draw"), () => this.deal(), { kind: "plain", key: "deal" }), button(t("Back"), () => history.back(), { kind: "plain", key: "back" }), button(t("Clear"), () => {
              this.position = emptyPosition(position.rules, position.boards.length);
              this.target = "draw";
              this.changed(true);
            }, { kind: "plain", key: "clear" })),
            h("div.two", this.strip("discards", t("Discards")), this.strip("dead", t("Dead cards"))),
          ),
        ),
        h("div.stack", this.answers, this.more()),
      ),
    );
    this.main.querySelector("ofc-deck").state = { jokers: preset?.jokers ?? 0, used, mine: new Set(this.zone(this.target)), toggle: (code) => this.toggle(code) };
    this.drawAnswers();
  }

  strip(target, words) {
    const aimed = this.target === target;
    return h(
      "div.zone",
      button(words, () => this.aim(target), { kind: "plain zone-name", key: `zone-${target}`, "aria-pressed": String(aimed) }),
      h(`div.strip.small${aimed ? ".target" : ""}`, { onclick: (event) => event.target.closest(".card") || this.aim(target) }, [...this.zone(target)].map((code) => card(code, { onclick: () => (this.remove(code), this.changed()), key: `${target}${code}`, note: t("take away") }))),
    );
  }

  drawAnswers() {
    if (this.closed || !this.answers) return;
    const busy = this.running ? h("span.busy", { role: "img", "aria-label": t("improving") }) : null;
    const { found, solutions } = this;
    const nodes = [];
    if (this.problem) nodes.push(h("section.panel", h("p.problem", { role: "alert" }, this.problem)));
    if (found?.value) {
      const { value, se, foul, fantasyland } = found.value;
      const chances = [`${t("foul")} ${percent(foul)}`, ...Object.entries(fantasyland).map(([size, share]) => `FL${size} ${percent(share)}`)];
      nodes.push(h("section.panel", h("h2", t("Before the draw"), h("small", searchWords(found), " ", busy)), h("p.total", signed(value, 2), found.exact ? "" : h("small", error95(se))), h("p.soft", chances.join(" · ")), (found.notes ?? []).map((one) => h("p.why", said(one)))));
    } else if (found) {
      nodes.push(
        h(
          "section.panel",
          h("h2", t("What moves are worth"), h("small", searchWords(found), " ", busy)),
          element("ofc-worth", { found, most: 8, take: (move) => this.take(move) }),
          (found.notes ?? []).map((one) => h("p.why", said(one))),
        ),
      );
    } else if (solutions) {
      nodes.push(h("section.panel", h("h2", t("Best boards"), h("small", t("exact"))), h("ol.moves", solutions.map((one, i) => this.solution(one, i)))));
    } else if (this.running) {
      nodes.push(h("section.panel", h("p.soft", busy, " ", t("One moment …"))));
    } else if (!this.problem) {
      const words = this.position.draw.length ? t("Tap Analyse, or change the position.") : this.cards().length ? t("Tap the draw in the deck, or deal one at random.") : t("Choose a row, the draw or another place, then tap its cards in the deck.");
      nodes.push(h("section.panel", h("p.soft", words)));
    }
    if (this.chances) nodes.push(this.drawChances());
    show(this.answers, nodes);
  }

  solution(one, i) {
    return h(
      "li.move",
      h("div.what", `${i + 1}. `, h("i", `${t("royalties")} ${one.royalties?.total ?? one.royalties ?? 0}${one.stays ? `, ${t("stays in Fantasyland")}` : ""}${one.foul ? `, ${t("foul")}` : ""}`)),
      h("div.worth", h("b", signed(one.value, 2))),
      element("ofc-board", { rows: one.rows }, { class: "tiny solution", style: { "grid-column": "1 / -1" } }),
      one.discards?.length ? h("div.chances", `× ${one.discards.map(shown).join(" ")}`) : null,
    );
  }

  drawChances() {
    const { rows, notes } = this.chances;
    return h(
      "section.panel",
      h("h2", t("Chances")),
      h("div.scroll", { tabindex: "0", role: "region", "aria-label": t("Chances") }, h("table", h("thead", h("tr", h("th", t("Row")), h("th", t("cards")), h("th", t("Chance")))), h("tbody", rows.filter((one) => one.share > 0).map((one) => h("tr", h("td", one.what), h("td", String(one.cards)), h("td", percent(one.share, 2), one.exact ? "" : ` ± ${percent(1.96 * one.se, 2)}`)))))),
      notes.map((one) => h("p.why", one)),
    );
  }

  more() {
    const list = load("analysed", []);
    const area = h("textarea", { placeholder: "Qh / 7h7d / AsKs9s8s  5s Qd 2c", spellcheck: "false", data: { key: "paste" }, "aria-label": t("A position as text") });
    return h(
      "div.stack",
      h(
        "section.panel.form",
        h("h2", t("Link and text")),
        h("div.line", button(t("Copy the link"), async () => {
          try {
            await navigator.clipboard.writeText(location.href.split("#")[0] + `#${this.text}`);
            notice(t("The link is copied."));
          } catch {
            notice(t("It is in the address bar."));
          }
        }, { kind: "plain small", key: "copy" }), button(t("Chances of the rows"), () => this.askChances(), { kind: "plain small", key: "chances" })),
        h("details", h("summary", t("Paste a position, a board or a link")), area, h("div.line", { style: { "margin-top": "8px" } }, button(t("Read it"), () => this.paste(area.value), { kind: "plain small", key: "read" }), h("input", { type: "file", "aria-label": t("A file with a position"), onchange: async (event) => {
          try {
            const [file] = await texts(event.target.files, 20_000);
            if (file) this.paste(file.text);
          } catch (error) {
            this.fail(error);
          }
        } }))),
      ),
      h(
        "section.panel",
        h("details", { open: list.length > 0 }, h("summary", t("Analysed before"), ` (${list.length})`), h("ul.items", list.slice(0, 20).map((one) => h("li", h("a.grow", { href: `#${one.text}` }, one.rows === "-/-/-" ? [...(readPosition(one.text)?.draw ?? [])].sort(byRank).map(shown).join(" ") : one.rows), h("b", one.value === undefined ? "" : signed(one.value, 2)))))),
        list.length ? button(t("Clear the list"), () => (save("analysed", []), this.draw()), { kind: "plain small", key: "clear-list" }) : null,
      ),
    );
  }
}
