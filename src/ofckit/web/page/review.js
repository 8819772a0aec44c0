// Review: the decisions of a history, the costliest first.
import { button, field, h, notice, show, texts } from "./dom.js";
import { ROWS, moveWords, readMove, readPosition, rowCards, shown, signed } from "./cards.js";
import { call, stream } from "./engine.js";
import { all, load, settings } from "./store.js";
import { element, error95, tag } from "./elements.js";
import { t, when } from "./words.js";

export function open(main, id) {
  return new Desk(main, id);
}

const SHOWN = 12;

/** The rows in which the best move and the one that was played differ. */
function rowsOf(one) {
  const [played, best] = [one.move, one.best].map((move) => readMove(move).placed);
  const cards = (placed, row) => Object.keys(placed).filter((card) => placed[card] === row).sort().join();
  return ROWS.filter((row) => cards(played, row) !== cards(best, row)).map((row) => t(`row ${row}`)).join(" + ");
}

class Desk {
  constructor(main, id) {
    this.main = main;
    this.decisions = [];
    this.player = "";
    this.most = SHOWN;
    this.problems = [];
    this.draw();
    if (id) this.stored(id);
  }

  close() {
    this.closed = true;
    this.asking?.abort();
  }

  async stored(id) {
    const record = load(`match/${id}`);
    if (!record) return;
    try {
      const { text } = await call("match.history", { match: record.match });
      await this.review([{ name: t("your match"), text }]);
    } catch (error) {
      this.problems = [error.message];
      this.draw();
    }
  }

  /** One history after the other; what is known is shown while the rest is graded. */
  async review(files) {
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    Object.assign(this, { decisions: [], problems: [], player: "", most: SHOWN, done: 0, every: 0, files });
    for (const file of files) {
      this.name = file.name;
      const before = this.decisions;
      const told = (event) => {
        if (event.decisions) this.decisions = [...before, ...event.decisions.map((one) => ({ ...one, file: file.name }))];
        this.done = event.done_moves ?? this.done;
        this.every = event.moves ?? this.every;
        this.drawSoon();
      };
      try {
        this.running = true;
        this.draw();
        const last = await stream("review", { history: file.text, seconds: Math.min(settings.seconds, 10) / 15 }, told, asking.signal);
        if (last) told(last);
      } catch (error) {
        if (error.name === "AbortError") return;
        this.problems.push(files.length > 1 ? `${file.name}: ${error.message}` : error.message);
      }
    }
    if (asking !== this.asking) return;
    this.running = false;
    this.draw();
  }

  drawSoon() {
    if (this.soon) return;
    this.soon = setTimeout(() => {
      this.soon = null;
      this.draw();
    }, 200);
  }

  stop() {
    this.asking?.abort();
    this.running = false;
    this.draw();
  }

  draw() {
    if (this.closed) return;
    show(this.main, h("h1", t("Review")), this.decisions.length || this.running || this.problems.length ? this.report() : null, this.start());
  }

  start() {
    const matches = all("match");
    const area = h("textarea", { "aria-label": t("A history as text"), spellcheck: "false", data: { key: "paste" } });
    const example = async () => {
      const { text } = await call("example", {});
      return this.review([{ name: "history.toml", text }]);
    };
    return h(
      "div.columns",
      { style: { "margin-top": "16px" } },
      h(
        "section.panel.form",
        h("h2", t("Open histories")),
        field(t("One file or many"), h("input", { type: "file", multiple: true, accept: ".toml,.jsonl,.ndjson,.txt", data: { key: "files" }, onchange: async (event) => {
          try {
            this.review(await texts(event.target.files));
          } catch (error) {
            notice(error.message, "bad");
          }
        } })),
        h("details", h("summary", t("Or paste one")), area, button(t("Review it"), () => this.review([{ name: t("pasted"), text: area.value }]), { kind: "plain small", key: "review" })),
        button(t("Review the example"), () => example().catch((error) => notice(error.message, "bad")), { kind: "plain small", key: "example" }),
      ),
      h(
        "section.panel",
        h("h2", t("Your matches")),
        matches.length
          ? h("ul.items", matches.map((one) => h("li", h("span.grow", one.view.seats.map((seat) => seat.name).join(", "), " ", h("small", when(one.updated))), button(t("Review"), () => this.stored(one.id), { kind: "plain small", key: `review${one.id}` }))))
          : h("p.soft", t("None yet.")),
      ),
    );
  }

  report() {
    const players = [...new Set(this.decisions.map((one) => one.player))];
    const seen = this.decisions.filter((one) => !this.player || one.player === this.player);
    const order = [...seen].sort((a, b) => a.file?.localeCompare(b.file) || a.hand - b.hand || (a.street ?? 0) - (b.street ?? 0) || a.seat - b.seat);
    const worst = [...seen].sort((a, b) => b.loss - a.loss).filter((one) => one.loss >= 0.005);
    const costly = seen.filter((one) => one.loss > 0);
    const total = seen.reduce((sum, one) => sum + one.loss, 0);
    return h(
      "div.columns",
      h(
        "div.stack",
        h(
          "section.panel",
          h("h2", t("Points lost"), h("small", this.running ? [t("{n} of {all} decisions", { n: this.done, all: this.every || "…" }), " ", h("span.busy", { role: "img", "aria-label": t("improving") })] : t("{lost} points lost in {n} moves", { lost: total.toFixed(2), n: seen.length }))),
          this.running ? h("div.meter", { role: "progressbar", "aria-valuenow": String(this.done), "aria-valuemax": String(this.every || 1), "aria-label": t("Progress") }, h("i", { style: { width: `${this.every ? (100 * this.done) / this.every : 0}%` } })) : null,
          order.length ? element("ofc-loss", { losses: order.map((one) => ({ ...one, where: this.where(one) })), open: (i) => this.jump(order[i], worst) }) : null,
          players.length > 1 ? h("div.chips", { style: { "margin-top": "8px" } }, button(t("Everybody"), () => ((this.player = ""), this.draw()), { kind: "plain small", key: "everybody", "aria-pressed": String(!this.player) }), players.map((name) => button(name, () => ((this.player = name), this.draw()), { kind: "plain small", key: `player-${name}`, "aria-pressed": String(this.player === name) }))) : null,
          this.problems.map((one) => h("p.problem", { role: "alert" }, one)),
          this.running ? button(t("Stop"), () => this.stop(), { kind: "plain small", key: "stop" }) : null,
        ),
        worst.length ? h("section.panel", h("h2", t("The worst decisions")), h("ol.moves", worst.slice(0, this.most).map((one) => this.decision(one))), worst.length > this.most ? button(t("More"), () => ((this.most += SHOWN), this.draw()), { kind: "plain small", key: "more" }) : null) : this.running ? null : h("section.panel", h("p", t("No decision lost anything."))),
      ),
      h("div.stack", this.table(t("By player"), seen, (one) => one.player), this.table(t("By street"), [...seen].sort((a, b) => (a.street ?? 9) - (b.street ?? 9)), (one) => (one.street === null ? "Fantasyland" : t("street {n}", { n: one.street + 1 }))), costly.length ? this.table(t("By the rows where the better move differs"), costly, rowsOf) : null, costly.some((one) => one.kind) ? this.table(t("By kind"), costly.filter((one) => one.kind), (one) => t(one.kind)) : null, this.files?.length > 1 ? this.table(t("By file"), seen, (one) => one.file) : null),
    );
  }

  where(one) {
    const street = one.street === null ? "Fantasyland" : t("street {n}", { n: one.street + 1 });
    return `${t("hand {n}", { n: one.hand })}, ${street}, ${one.player}`;
  }

  jump(one, worst) {
    const at = worst.indexOf(one);
    if (at < 0) {
      location.hash = `#${one.position}`;
      return;
    }
    if (at >= this.most) {
      this.most = at + 1;
      this.draw();
    }
    const node = this.main.querySelectorAll(".decision")[at];
    node.scrollIntoView({ block: "center", behavior: settings.animations ? "smooth" : "auto" });
    node.querySelector("a")?.focus({ preventScroll: true });
  }

  decision(one) {
    const position = readPosition(one.position);
    const line = (words, move) => {
      const { places, away } = moveWords(move);
      return h("p", h("span.soft", `${words} `), h("b", places), " ", h("span.soft", away));
    };
    return h(
      "li.decision",
      h("div.what", this.where(one), this.files?.length > 1 ? h("i", ` · ${one.file}`) : null),
      h("div.worth", tag(one.loss, one.label), h("small", one.exact ? ` ${t("exact")}` : error95(one.se))),
      position ? h("div.line.tiny", { style: { "grid-column": "1 / -1", "align-items": "start" } }, rowCards(position.boards[position.seat]).length ? element("ofc-board", { rows: position.boards[position.seat] }) : null, h("div.grow", h("small", t("draw")), h("p", h("b", position.draw.map(shown).join(" "))), line(t("played"), one.move), line(t("best"), one.best), one.reason ? h("p.why", one.reason) : null, h("a", { href: `#${one.position}` }, t("Analyse")))) : null,
    );
  }

  table(title, seen, key) {
    const groups = new Map();
    for (const one of seen) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
    const sum = (list) => list.reduce((all, one) => all + one.loss, 0);
    return h(
      "section.panel",
      h("h2", title),
      h("div.scroll", { tabindex: "0", role: "region", "aria-label": title }, h("table", h("thead", h("tr", h("th", ""), h("th", t("moves")), h("th", t("best")), h("th", t("lost")), h("th", t("a move")))), h("tbody", [...groups].map(([name, list]) => h("tr", h("td", name), h("td", String(list.length)), h("td", String(list.filter((one) => one.loss < 0.005).length)), h("td", signed(-sum(list), 2)), h("td", signed(-sum(list) / list.length, 2))))))),
    );
  }
}
