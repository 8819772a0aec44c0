// Score: an evening at a real table. Boards come in by tapping or as text; points, totals and debts come out.
import { button, choice, download, field, h, notice, picture, png, share, show, texts } from "./dom.js";
import { RANKS, ROWS, SIZES, emptyRows, rowCards, rowsText, signed } from "./cards.js";
import { about, call } from "./engine.js";
import { all, commit, forget, load, newId, settings } from "./store.js";
import { element } from "./elements.js";
import { dress } from "./suits.js";
import { said, t, when } from "./words.js";

export function open(main, id) {
  return id ? new Evening(main, id) : new Evenings(main);
}

/**
 * What tables disagree about, in groups: [key of the rules, words, [[value as TOML, words], ...]]; instead of choices
 * a text: a number, and what it says if there is none. Without an answer it is as the game has it.
 */
const SWITCHES = [
  ["Points", [
    ["scoring", "Scoring", [['"1-6"', "1-6: a point a row, 3 for all"], ['"1-4"', "1-4: a point a row, 1 for all"], ['"2-4"', "2-4: 1 for the majority"], ['"rows"', "rows alone"]]],
    ["sweep_bonus", "More for all three rows", "points"],
    ["majority_bonus", "More for most of the rows", "points"],
    ["majority", "Most of the rows is", [['"more-rows"', "more than the other"], ['"two-rows"', "at least two"]]],
    ["table_sweep", "For beating everybody in all rows", [["0", "nothing"], ["3", "3 points"], ["5", "5 points"], ["6", "6 points"], ["10", "10 points"], ['"double"', "all is paid twice"]]],
    ["loss_cap", "At most lost in a hand", "points"],
  ]],
  ["Fouls", [
    ["foul_points", "A foul costs", "points"],
    ["foul_pays_royalties", "A foul pays the other's royalties", [["true", "yes"], ["false", "no"]]],
    ["strict_rows", "Equal middle and bottom", [["false", "legal"], ["true", "a foul"]]],
    ["surrender_points", "Giving up costs", "points"],
  ]],
  ["Royalties and Fantasyland", [
    ["royalties", "Table of royalties", [['"modern"', "modern"], ['"modern-flat-trips"', "modern, trips on top 20"], ['"small-top-end"', "small, high on top"], ['"trips-2-1"', "trips 2-1"], ['"treble"', "treble"], ['"pagat"', "pagat.com"], ['"capsa"', "Capsa"], ['"none"', "none"]]],
    ["royalties_to", "Royalties go to", [['"both"', "both players"], ['"row-winner"', "the winner of the row"], ['"pair-winner"', "the winner of the pair"]]],
    ["fantasyland", "Fantasyland", [["false", "off"]]],
  ]],
  ["Jokers", [
    ["jokers", "Jokers in the deck", [["0", "none"], ["1", "1"], ["2", "2"]]],
    ["joker_may_copy", "A joker may copy a card of its board", [["true", "yes"], ["false", "no"]]],
    ["joker_resolution", "Jokers stand for what is best for", [['"board"', "the board"], ['"row"', "each row, even into a foul"]]],
  ]],
  ["Closed Chinese poker", [
    ["naturals", "Naturals", [["false", "none"], ["{dragon = 13}", "a dragon: 13 points"], ["{dragon = 13, six-pairs = 3, three-straights = 3, three-flushes = 3}", "a dragon 13; six pairs, three straights, three flushes: 3"]]],
  ]],
];

class Evenings {
  constructor(main) {
    this.main = main;
    this.names = ["", ""];
    this.draw();
  }

  draw() {
    const list = all("evening");
    show(
      this.main,
      h(
        "div.columns",
        h(
          "form.panel.form",
          { onsubmit: (event) => (event.preventDefault(), this.begin()) },
          h("h1", t("Score a home game")),
          this.names.map((name, i) => field(t("Player {n}", { n: i + 1 }), h("input", { value: name, maxlength: "30", data: { key: `name${i}` }, oninput: (event) => (this.names[i] = event.target.value) }))),
          h("div.line", this.names.length < 4 ? button(t("One more player"), () => (this.names.push(""), this.draw()), { kind: "plain small", key: "more" }) : null, this.names.length > 2 ? button(t("One player less"), () => (this.names.pop(), this.draw()), { kind: "plain small", key: "fewer" }) : null),
          h("button", { type: "submit", data: { key: "begin" } }, t("Begin")),
        ),
        h(
          "section.panel",
          h("h2", t("Evenings"), h("small", t("kept on this device"))),
          list.length
            ? h("ul.items", list.map((one) => h("li", h("a.grow", { href: `#score/${one.id}` }, one.names.join(", ")), h("small", `${t("{n} hands", { n: one.hands.length })}, ${when(one.updated)}`), button(t("Delete"), () => {
                if (!confirm(t("Delete the evening with {names}?", { names: one.names.join(", ") }))) return;
                forget(`evening/${one.id}`);
                this.draw();
              }, { kind: "danger small", key: `delete${one.id}` }))))
            : h("p.soft", t("None yet.")),
        ),
      ),
    );
  }

  begin() {
    const names = this.names.map((name, i) => cleanName(name) || t("Player {n}", { n: i + 1 }));
    if (new Set(names).size < names.length) return notice(t("Two players have the same name."), "bad");
    const evening = { id: newId(), names, rules: "pineapple", switches: {}, stake: "", hands: [], created: Date.now() };
    commit("evening", evening);
    location.hash = `#score/${evening.id}`;
    return undefined;
  }
}

/** A name that the text of a session can hold: one line, without what separates a name from a board. */
const cleanName = (name) => name.replace(/[:;|/,\n\r\t#"]/g, " ").replace(/\s+/g, " ").trim().slice(0, 30);

class Evening {
  constructor(main, id) {
    this.main = main;
    this.evening = load(`evening/${id}`);
    this.report = null;
    this.error = "";
    this.presets = [];
    if (!this.evening) {
      show(main, h("div.panel", h("h1", t("This evening is not on this device")), h("a", { href: "#score" }, t("All evenings"))));
      return;
    }
    this.fresh();
    this.draw();
    about().then(({ presets }) => ((this.presets = presets), this.draw()), (error) => ((this.error = error.message), this.draw()));
    this.score();
  }

  close() {
    this.closed = true;
  }

  /** What the device does not keep. */
  rescue() {
    download(`ofckit-${new Date(this.evening.created).toISOString().slice(0, 10)}.txt`, this.text());
  }

  /** An empty hand to fill in. */
  fresh() {
    this.boards = this.evening.names.map(emptyRows);
    this.suited = this.evening.names.map(() => ({ top: false, middle: false, bottom: false }));
    this.at = 0;
    this.row = "top";
    this.number = null;
    this.unsuited = this.evening.unsuited ?? false;
  }

  save() {
    if (commit("evening", this.evening) === "conflict") {
      this.evening = load(`evening/${this.evening.id}`);
      notice(t("Another tab has changed this evening; this is what it has now."), "bad");
    }
  }

  rules() {
    const lines = [`base = "${this.evening.rules}"`];
    for (const [key, value] of Object.entries(this.evening.switches)) lines.push(`${key} = ${value}`);
    return lines.length > 1 ? lines.join("\n") : this.evening.rules;
  }

  text() {
    return this.evening.hands.map((hand, i) => [`hand ${i + 1}`, ...hand.text.split("\n")].join("\n")).join("\n\n");
  }

  async score() {
    const { hands, stake } = this.evening;
    const scoring = (this.scoring = (this.scoring ?? 0) + 1);
    let report = null;
    let problem = "";
    if (hands.length) {
      try {
        report = await call("score", { text: this.text(), rules: this.rules(), stake: stake || null, html: true });
      } catch (error) {
        report = this.report;
        problem = error.message;
      }
    }
    if (scoring !== this.scoring) return; // a later question has the answer that counts
    this.report = report;
    this.error = problem;
    return this.draw();
  }

  // a hand by tapping

  put(code) {
    const rows = this.boards[this.at];
    if (rows[this.row].length >= SIZES[this.row]) return this.advance();
    rows[this.row].push(code);
    if (rows[this.row].length >= SIZES[this.row]) this.advance();
    return this.draw();
  }

  advance() {
    const order = this.boards.flatMap((_, i) => ROWS.map((row) => [i, row]));
    const from = order.findIndex(([i, row]) => i === this.at && row === this.row);
    const next = [...order.slice(from), ...order.slice(0, from)].find(([i, row]) => this.boards[i][row].length < SIZES[row]);
    if (next) [this.at, this.row] = next;
  }

  toggle(code) {
    for (const [i, rows] of this.boards.entries())
      for (const row of ROWS) {
        const at = rows[row].indexOf(code);
        if (at < 0) continue;
        rows[row].splice(at, 1);
        [this.at, this.row] = [i, row];
        return this.draw();
      }
    return this.put(code);
  }

  get complete() {
    return this.boards.every((rows) => rowCards(rows).length === 13);
  }

  async add() {
    let boards = this.boards;
    if (this.unsuited) {
      boards = dress(boards, this.suited);
      if (!boards) return notice(t("These ranks and flushes cannot come from one deck."), "bad");
    }
    const text = this.evening.names.map((name, i) => `${name}: ${rowsText(boards[i])}`).join("\n");
    return this.keep(text, boards);
  }

  async keep(text, boards = null) {
    const hand = { text, boards, time: Date.now() };
    try {
      const { problems } = await call("score", { text, rules: this.rules(), stake: null });
      if (problems.length) return notice(problems[0].message, "bad");
    } catch (error) {
      return notice(error.message, "bad");
    }
    if (this.number === null) this.evening.hands.push(hand);
    else this.evening.hands[this.number] = hand;
    this.save();
    this.fresh();
    await this.score();
    return notice(t("Hand {n} is scored.", { n: this.evening.hands.length }));
  }

  edit(i) {
    const hand = this.evening.hands[i];
    this.fresh();
    this.number = i;
    if (hand.boards) {
      this.boards = structuredClone(hand.boards);
      this.unsuited = false;
    } else this.words = hand.text;
    this.draw();
    this.main.querySelector(".enter")?.scrollIntoView({ block: "start" });
  }

  // how it looks

  draw() {
    if (this.closed) return;
    const { evening } = this;
    show(
      this.main,
      h("h1", evening.names.join(" · ")),
      h("div.columns", h("div.stack", this.enter()), h("div.stack", this.totals(), this.hands(), this.sharing())),
      (this.rulesBox = h("div", this.house())),
    );
    const deck = this.main.querySelector("ofc-deck");
    if (!deck) return;
    const used = new Map();
    this.boards.forEach((rows, i) => ROWS.forEach((row) => rows[row].forEach((code) => used.set(code, evening.names[i]))));
    const jokers = this.presets.find((one) => one.name === evening.rules)?.jokers ?? 0;
    deck.state = { used, jokers, mine: new Set(rowCards(this.boards[this.at])), toggle: (code) => this.toggle(code) };
  }

  enter() {
    const { evening } = this;
    const rows = this.boards[this.at];
    const board = element("ofc-board", {
      rows,
      key: "hand",
      edit: true,
      target: this.row,
      place: (row) => ((this.row = row), this.draw()),
      take: (code) => {
        for (const row of ROWS) this.boards[this.at][row] = this.boards[this.at][row].filter((one) => one !== code);
        this.draw();
      },
    });
    const area = h("textarea", { spellcheck: "false", data: { key: "words" }, "aria-label": t("A hand as text"), placeholder: evening.names.map((name) => `${name}: Qh Qd 5c / 7h 7d 8s 8c 2d / As Ks Js 9s 4s`).join("\n") });
    if (this.words) area.value = this.words;
    area.addEventListener("input", () => (this.words = area.value));
    return h(
      "section.panel.stack.enter",
      h("h2", this.number === null ? t("Hand {n}", { n: evening.hands.length + 1 }) : t("Correct hand {n}", { n: this.number + 1 }), h("small", t("tap a row, then its cards"))),
      h("div.chips", { role: "group", "aria-label": t("Whose board") }, evening.names.map((name, i) => button(`${name} ${rowCards(this.boards[i]).length}/13`, () => {
        this.at = i;
        this.row = ROWS.find((row) => this.boards[i][row].length < SIZES[row]) ?? "top";
        this.draw();
      }, { kind: "plain small", key: `who${i}`, "aria-pressed": String(this.at === i) }))),
      h("div.mine.desk-board", board),
      this.unsuited ? this.rankPad() : h("ofc-deck"),
      h("div.line", button(this.number === null ? t("Score this hand") : t("Save"), () => this.add(), { key: "add", disabled: !this.complete }), button(t("Clear"), () => (this.fresh(), this.draw()), { kind: "plain", key: "clear" })),
      h("label.check", h("input", { type: "checkbox", checked: this.unsuited, data: { key: "unsuited" }, onchange: (event) => {
        evening.unsuited = event.target.checked;
        this.save();
        this.fresh();
        this.draw();
      } }), t("Ranks alone: suits only where there is a flush")),
      h("details", { open: this.wordsOpen || Boolean(this.words), ontoggle: (event) => (this.wordsOpen = event.target.open) }, h("summary", t("As text, or a file")), area, h("div.line", { style: { "margin-top": "8px" } }, button(t("Score the text"), () => {
        this.words = null;
        this.keep(area.value.trim());
      }, { kind: "plain small", key: "score-text" }), h("input", { type: "file", "aria-label": t("A file with a hand"), onchange: async (event) => {
        try {
          const [file] = await texts(event.target.files);
          if (file) area.value = file.text;
        } catch (error) {
          notice(error.message, "bad");
        }
      } }))),
    );
  }

  rankPad() {
    const whole = this.boards.flatMap((rows, i) => ["middle", "bottom"].filter((row) => new Set(rows[row].map((code) => code[0])).size === 5).map((row) => [i, row]));
    return h(
      "div.stack",
      h("div.rank-pad", { role: "group", "aria-label": t("Ranks") }, RANKS.map((rank) => {
        const used = this.boards.flatMap(rowCards).filter((code) => code[0] === rank).length;
        return button(rank === "T" ? "10" : rank, () => this.put(`${rank}${"wxyz"[this.nextMark(rank)]}`), { kind: "card", key: `rank${rank}`, disabled: used >= 4, "aria-label": t(`rank ${rank}`) });
      })),
      whole.length ? h("div.chips", { role: "group", "aria-label": t("Which rows are flushes?") }, h("span.soft", t("Which rows are flushes?")), whole.map(([i, row]) => button(`${this.evening.names[i]}, ${t(`row ${row}`)}`, () => ((this.suited[i][row] = !this.suited[i][row]), this.draw()), { kind: "plain small", key: `flush-${i}-${row}`, "aria-pressed": String(this.suited[i][row]) }))) : null,
    );
  }

  /** A mark that tells equal ranks apart until they have suits. */
  nextMark(rank) {
    const taken = new Set(this.boards.flatMap(rowCards).filter((code) => code[0] === rank).map((code) => code[1]));
    return [..."wxyz"].findIndex((mark) => !taken.has(mark));
  }

  totals() {
    const { evening, report } = this;
    const totals = report?.totals ?? evening.names.map((name) => ({ name, points: 0 }));
    return h(
      "section.panel",
      { role: "status" },
      h("h2", t("After {n} hands", { n: evening.hands.length })),
      this.error ? h("p.problem", { role: "alert" }, this.error) : null,
      h("table", h("tbody", totals.map((one) => h("tr", h("td", one.name), h("td", { class: one.points < 0 ? "minus" : "plus" }, h("b.total", signed(one.points))), evening.stake && one.money !== null && one.money !== undefined ? h("td", String(one.money).replace("-", "−")) : null)))),
      report?.debts?.length ? h("div", h("h3", { style: { "margin-top": "10px" } }, t("Who owes whom")), h("ul", report.debts.map((one) => h("li", t("{debtor} pays {creditor} {amount}", { debtor: one.debtor, creditor: one.creditor, amount: one.amount }))))) : null,
      (report?.problems ?? []).map((one) => h("p.problem", one.message)),
    );
  }

  hands() {
    const { evening, report } = this;
    if (!evening.hands.length) return null;
    const scored = report?.hands ?? [];
    return h(
      "section.panel",
      h("h2", t("Hand by hand")),
      h("ul.items", evening.hands.map((_, i) => {
        const one = scored[i];
        return h("li", h("details.grow", h("summary", t("Hand {n}", { n: i + 1 }), one ? `: ${one.seats.map((seat) => `${seat.name} ${signed(seat.points)}${seat.foul ? ` (${t("foul")})` : ""}`).join(", ")}` : ""), one ? h("div.line.tiny", { style: { "align-items": "start" } }, one.seats.map((seat) => h("div", h("small", seat.name), element("ofc-board", { rows: seat.rows })))) : null, one?.lines?.length ? h("p.why", one.lines.map(said).join("\n")) : null, h("div.line", button(t("Correct"), () => this.edit(i), { kind: "plain small", key: `edit${i}` }), button(t("Delete"), () => {
          evening.hands.splice(i, 1);
          this.save();
          this.score();
        }, { kind: "danger small", key: `drop${i}` }))));
      })),
    );
  }

  house() {
    const { evening } = this;
    const changed = () => {
      this.save();
      this.score();
      this.showSheet();
    };
    const set = (key, value) => {
      if (value === "") delete evening.switches[key];
      else evening.switches[key] = value;
      changed();
    };
    const names = this.presets.length ? this.presets.map((one) => [one.name, one.title ?? one.name]) : [[evening.rules, evening.rules]];
    const control = ([key, words, options]) => {
      const value = evening.switches[key] ?? "";
      if (options === "points") return field(t(words), h("input", { type: "number", min: "0", max: "1000", step: "1", value, placeholder: t("as the game has it"), data: { key }, onchange: (event) => set(key, event.target.value && String(Math.round(Number(event.target.value)))) }));
      return field(t(words), choice([["", t("as the game has it")], ...options.map(([one, name]) => [one, t(name)])], value, (one) => set(key, one), { data: { key } }));
    };
    const wide = matchMedia("(min-width: 900px)").matches;
    this.sheetOpen ??= wide;
    if (this.sheetOpen && !this.sheet && !this.asked) this.showSheet();
    return h(
      "section.panel.house",
      h("h2", t("House rules and stake")),
      h(
        "div.beside",
        h(
          "div.form",
          field(t("Game"), choice(names, evening.rules, (name) => {
            evening.rules = name;
            changed();
          }, { data: { key: "rules" } })),
          field(t("A point is worth"), h("input", { value: evening.stake, inputmode: "decimal", placeholder: "0.25", data: { key: "stake" }, onchange: (event) => {
            evening.stake = event.target.value.trim().replace(",", ".");
            this.save();
            this.score();
          } })),
          this.problem ? h("p.problem", { role: "alert" }, this.problem) : null,
          SWITCHES.map(([title, group]) => {
            const set = group.filter(([key]) => key in evening.switches).length;
            return h("details", { open: this.opened?.has(title) ?? set > 0, ontoggle: (event) => this.keepOpen(title, event.target.open) }, h("summary", t(title), set ? h("b", ` ${set}`) : null), h("div.form", group.map(control)));
          }),
          Object.keys(evening.switches).length ? button(t("As the game has it, all of them"), () => {
            evening.switches = {};
            changed();
          }, { kind: "plain small", key: "reset" }) : null,
        ),
        h("details.sheet-beside", { open: this.sheetOpen, ontoggle: (event) => {
          this.sheetOpen = event.target.open;
          if (this.sheetOpen && !this.sheet) this.showSheet();
        } }, h("summary", t("The rule sheet")), this.sheet ? sheetNodes(this.sheet) : h("p.soft", t("One moment …"))),
      ),
    );
  }

  /** Groups of switches stay as they were opened or closed when the view is drawn again. */
  keepOpen(title, is) {
    this.opened ??= new Set(SWITCHES.filter(([, group]) => group.some(([key]) => key in this.evening.switches)).map(([name]) => name));
    if (is) this.opened.add(title);
    else this.opened.delete(title);
  }

  /** The sheet of these rules; rules that do not fit together are said. */
  async showSheet() {
    const asked = (this.asked = (this.asked ?? 0) + 1);
    let { sheet } = this;
    let problem = "";
    try {
      sheet = (await call("rules", { rules: this.rules() })).sheet;
    } catch (error) {
      problem = error.message;
    }
    if (this.closed || asked !== this.asked) return; // a later question has the answer that counts
    Object.assign(this, { sheet, problem });
    show(this.rulesBox, this.house()); // nothing else: what is being typed stays
  }

  sharing() {
    if (!this.evening.hands.length) return null;
    const name = `ofckit-${new Date(this.evening.created).toISOString().slice(0, 10)}`;
    const theme = settings.theme === "dark" ? "dark" : "light";
    const totals = () => call("picture", { kind: "totals", text: this.text(), rules: this.rules(), stake: this.evening.stake || null, theme, colours: settings.colours });
    const guard = (work) => () => work().catch((error) => notice(error.message, "bad"));
    return h(
      "section.panel",
      h("h2", t("Share")),
      h(
        "div.line",
        button(t("As a picture"), guard(async () => {
          const { svg } = await totals();
          this.shot = svg;
          this.draw();
          await share(`${name}.png`, await png(svg), "image/png");
        }), { kind: "plain small", key: "picture" }),
        button(t("As a page"), guard(async () => share(`${name}.html`, this.report.html, "text/html")), { kind: "plain small", key: "page", disabled: !this.report?.html }),
        button(t("As text"), () => download(`${name}.txt`, this.text()), { kind: "plain small", key: "text" }),
      ),
      this.shot ? h("div", { style: { "margin-top": "10px" } }, picture(this.shot, t("Totals of the evening"))) : null,
    );
  }
}

/** A rule sheet: [{title, lines}]; lines that begin with | are a table. */
export function sheetNodes(sheet) {
  return h(
    "div.sheet",
    sheet.map(({ title, lines }) => {
      const table = lines.filter((line) => line[0] === "|").map((line) => line.slice(1));
      return h("section", h("h2", title), lines.filter((line) => line[0] !== "|").map((line) => h("p", line)), table.length ? h("pre", { tabindex: "0", role: "region", "aria-label": title }, table.join("\n")) : null);
    }),
  );
}
