// Play: matches on this device, and the table.
import { button, choice, download, field, h, notice, perFrame, show, texts } from "./dom.js";
import { GLYPHS, HIDDEN, RANKS, ROWS, SIZES, byRank, deck, isJoker, moveText, rankWords, readMove, rowCards, shown, signed } from "./cards.js";
import { about, call, stream } from "./engine.js";
import { Hold, all, change, commit, forget, load, newId, save, settings } from "./store.js";
import { card, draggable, element, labelOf, searchWords, tag } from "./elements.js";
import { said, t, when } from "./words.js";

export function open(main, id, { status }) {
  return id ? new Table(main, id, status) : new Lobby(main);
}

/** Keep a new match, and go to its table. */
export function sitDown({ match, view }, losses = []) {
  const record = { id: newId(), match, view, pending: {}, losses, created: Date.now() };
  commit("match", record);
  location.hash = `#play/${record.id}`;
}

// before a match

class Lobby {
  constructor(main) {
    this.main = main;
    this.chosen = load("last game", { rules: "pineapple", seats: ["policy"] });
    this.draw();
    about().then((known) => {
      this.known = known;
      this.draw();
    }, (error) => {
      this.error = error.message;
      this.draw();
    });
  }

  close() {
    this.main = h("div");
  }

  draw() {
    const matches = all("match");
    show(
      this.main,
      h(
        "div.columns",
        h("section.panel", h("h1", t("New match")), this.known ? this.form() : h("p.soft", this.error ?? t("One moment …"))),
        h(
          "div.stack",
          h(
            "section.panel",
            h("h2", t("Your matches"), h("small", t("kept on this device"))),
            matches.length ? h("ul.items", matches.map((one) => this.item(one))) : h("p.soft", t("None yet.")),
          ),
          h("section.panel", h("h2", t("Open a history")), this.opener()),
        ),
      ),
    );
  }

  form() {
    const { presets, bots } = this.known;
    const rules = presets.find((one) => one.name === this.chosen.rules) ?? presets[0];
    const [fewest, most] = rules.players;
    const seats = this.chosen.seats.slice(0, most - 1);
    while (seats.length < fewest - 1) seats.push("policy");
    const called = (this.chosen.names ??= []);
    const store = () => {
      this.chosen = { rules: rules.name, seats, names: called };
      this.draw();
    };
    const kinds = [...bots.map((one) => [one.name, `${t("Bot")}: ${one.title ?? one.name}`]), ["", t("A person, at this device")]];
    return h(
      "form.form",
      { onsubmit: (event) => (event.preventDefault(), this.deal(rules, seats)) },
      field(t("Game"), choice(presets.map((one) => [one.name, one.title ?? one.name]), rules.name, (name) => {
        this.chosen = { rules: name, seats, names: called };
        this.draw();
      }, { data: { key: "game" } })),
      rules.summary ? h("p.soft", `${rules.summary.split(". ")[0].replace(/\.$/, "")}. `, h("a", { href: `#rules/${rules.name}` }, t("Rules"))) : null,
      field(t("Your name"), h("input", { value: settings.name, maxlength: "30", placeholder: t("You"), autocomplete: "nickname", data: { key: "name" }, onchange: (event) => change("name", event.target.value.trim()) })),
      seats.map((seat, i) =>
        h("div.line", h("div.grow.seat-form", field(t("Opponent {n}", { n: i + 1 }), choice(kinds, seat ?? "", (kind) => {
          seats[i] = kind || null;
          store();
        }, { data: { key: `seat${i}` } })), field(t("Name"), h("input", { value: called[i] ?? "", maxlength: "30", placeholder: this.names(seats)[i + 1], data: { key: `name${i}` }, onchange: (event) => (called[i] = event.target.value.trim(), store()) }))), seats.length > fewest - 1 && i === seats.length - 1 ? button("×", () => (seats.pop(), store()), { kind: "plain", key: "fewer", "aria-label": t("One opponent less") }) : null),
      ),
      seats.length < most - 1 ? button(t("One more opponent"), () => (seats.push("policy"), store()), { kind: "plain small", key: "more" }) : null,
      h("label.check", h("input", { type: "checkbox", checked: settings.grade, data: { key: "grade" }, onchange: (event) => change("grade", event.target.checked) }), t("Grade every move of mine")),
      field(t("Clock for each move"), choice([[0, t("none")], [15, "15 s"], [30, "30 s"], [60, "60 s"]], settings.clock, (value) => (change("clock", Number(value)), this.draw()), { data: { key: "clock" } })),
      settings.clock ? h("p.soft", t("At zero the cards are placed as the rules of the game say, the last ones discarded.")) : null,
      this.error ? h("p.problem", { role: "alert" }, this.error) : null,
      h("button", { type: "submit", data: { key: "deal" } }, t("Deal")),
    );
  }

  /** Who sits down: as they are called, or by a name that is free. */
  names(seats) {
    const called = (this.chosen.names ?? []).slice(0, seats.length);
    const names = [settings.name || t("You")];
    for (const i of seats.keys()) names.push(called[i] || nameOf([...names, ...called]));
    return names;
  }

  async deal(rules, seats) {
    save("last game", this.chosen);
    const names = this.names(seats);
    try {
      if (new Set(names).size < names.length) throw new Error(t("Two players have the same name."));
      const answer = await call("match.new", { rules: rules.name, seats: names.map((name, i) => ({ name, bot: i ? seats[i - 1] : null })) });
      sitDown(answer);
    } catch (error) {
      this.error = error.message;
      this.draw();
    }
  }

  item(one) {
    const { view } = one;
    const names = view.seats.filter((seat, i) => (seat.player ?? i) === i).map((seat) => seat.name).join(", ");
    return h(
      "li",
      h("a.grow", { href: `#play/${one.id}` }, names),
      h("small", `${view.rules}, ${t("hand {n}", { n: view.hand })}, ${when(one.updated)}`),
      button(t("Download"), () => saveHistory(one), { kind: "plain small", key: `get${one.id}` }),
      button(t("Delete"), () => {
        if (!confirm(t("Delete the match with {names}?", { names }))) return;
        forget(`match/${one.id}`);
        this.draw();
      }, { kind: "danger small", key: `delete${one.id}` }),
    );
  }

  /** A history goes on with the person of that name; where nobody has it, with its first player. */
  async open(text) {
    const name = settings.name || t("You");
    try {
      return await call("match.open", { history: text, name });
    } catch (error) {
      if (error.where !== "name") throw error;
      return call("match.open", { history: text });
    }
  }

  opener() {
    const take = async (text) => {
      try {
        sitDown(await this.open(text));
      } catch (error) {
        notice(error.message, "bad");
      }
    };
    return h(
      "div.form",
      field(t("A file of a match, to go on with it"), h("input", { type: "file", accept: ".toml,.jsonl,.ndjson,.txt", onchange: async (event) => {
        try {
          for (const one of await texts(event.target.files)) await take(one.text);
        } catch (error) {
          notice(error.message, "bad");
        }
      } })),
    );
  }
}

const NAMES = ["Ada", "Otto", "Nadia", "Ben"];
const nameOf = (taken) => NAMES.find((name) => !taken.includes(name)) ?? `P${taken.length + 1}`;

export async function saveHistory(record) {
  try {
    const { text } = await call("match.history", { match: record.match });
    download(`ofckit-${new Date(record.created).toISOString().slice(0, 10)}.toml`, text, "application/toml");
  } catch (error) {
    notice(error.message, "bad");
  }
}

// the table

class Table {
  constructor(main, id, status) {
    this.main = main;
    this.status = status;
    this.id = id;
    this.busy = false;
    this.error = "";
    this.hint = null; // {found, running, error, move}
    this.curtain = null; // the number of the player whose cards may be shown
    this.since = Date.now();
    this.hold = new Hold(`match/${id}`, () => this.taken());
    this.drawHintSoon = perFrame(() => this.closed || this.drawHint());
    this.onkey = (event) => this.key(event);
    addEventListener("keydown", this.onkey);
    this.watch = new ResizeObserver(() => this.measure());
    this.ticking = setInterval(() => this.tick(), 500);
    this.begin();
  }

  async begin(steal = false) {
    this.record = load(`match/${this.id}`);
    if (!this.record) {
      show(this.main, h("div.panel", h("h1", t("This match is not on this device")), h("a", { href: "#play" }, t("All matches"))));
      return;
    }
    this.mine = await this.hold.get(steal);
    if (this.closed) return;
    this.record = load(`match/${this.id}`);
    const { view } = this.record;
    const people = view.seats.filter((seat) => !seat.bot);
    this.people = new Set(people.map((seat) => seat.player)).size;
    if (this.people === 1) this.curtain = people[0].player;
    this.placed = {};
    for (const [one, row] of Object.entries(this.record.pending ?? {})) if (view.draw.includes(one)) this.placed[one] = row;
    this.held = this.free()[0] ?? null;
    this.draw();
  }

  taken() {
    this.mine = false;
    this.stop();
    this.draw();
  }

  close() {
    this.closed = true;
    this.stop();
    this.grading?.abort();
    this.hold.release();
    this.watch.disconnect();
    clearInterval(this.ticking);
    removeEventListener("keydown", this.onkey);
    this.main.classList.remove("with-tray");
    document.documentElement.style.removeProperty("--tray");
  }

  get view() {
    return this.record.view;
  }

  /** Cards of the draw that lie in no row yet. */
  free() {
    const free = this.view.draw.filter((one) => !(one in this.placed));
    return this.view.draw.length >= 13 ? free.sort(byRank) : free;
  }

  get turn() {
    return this.view.to_play;
  }

  get ours() {
    const seat = this.view.seats[this.turn];
    return !this.view.over && seat && !seat.bot;
  }

  /** How many cards are still to be placed. */
  get missing() {
    return (this.view.legal?.place ?? 0) - Object.keys(this.placed).length;
  }

  get seat() {
    if (this.ours) return this.turn;
    const own = this.view.seats.findIndex((seat) => !seat.bot && (this.curtain === null || seat.player === this.curtain));
    return Math.max(0, own);
  }

  room(row) {
    const inRow = this.view.seats[this.turn].rows[row].length + Object.values(this.placed).filter((one) => one === row).length;
    return SIZES[row] - inRow;
  }

  // what a person does

  place(row, code = this.held) {
    if (!this.ours || this.busy || !this.mine) return;
    if (!code) return;
    const moving = code in this.placed;
    if (!moving && this.missing <= 0) return this.tell(t("All are placed: confirm, or take one back."));
    if (this.placed[code] === row) return;
    if (this.room(row) <= 0) return this.tell(t("This row is full."));
    this.placed[code] = row;
    this.landed = code;
    this.held = this.missing > 0 ? (this.free()[0] ?? null) : null;
    this.keep();
  }

  back(code) {
    if (this.busy) return;
    delete this.placed[code];
    this.held = code;
    this.keep();
  }

  backLast() {
    const last = Object.keys(this.placed).at(-1);
    if (last) this.back(last);
  }

  pick(code) {
    this.held = code;
    this.picked = true;
    this.draw();
  }

  tell(words) {
    notice(words);
  }

  /** Every placement is stored at once, so that a reload does not lose it. */
  keep() {
    this.record.pending = { ...this.placed };
    this.store();
    this.draw();
  }

  store() {
    const how = commit("match", this.record);
    if (how === "conflict") {
      this.mine = false;
      this.stop();
    }
    return how !== "conflict";
  }

  text() {
    return moveText(this.placed, this.free(), this.stay && this.view.legal?.stay ? "stay" : "");
  }

  confirm() {
    if (!this.ours || this.missing > 0 || this.busy) return;
    this.send(this.text());
  }

  async send(move) {
    const before = { position: this.view.position, hand: this.view.hand, street: this.view.street, move, rows: this.view.seats[this.turn].rows };
    await this.ask("match.move", { match: this.record.match, move }, () => {
      this.stop();
      if (settings.grade && before.position && move !== "surrender") this.grade(before);
    });
  }

  async ask(name, params, then = () => {}) {
    this.busy = true;
    this.error = "";
    this.draw();
    try {
      const { match, view } = await call(name, params);
      if (this.closed) return;
      Object.assign(this.record, { match, view, pending: {} });
      this.placed = {};
      this.stay = false;
      this.since = Date.now();
      this.held = this.free()[0] ?? null;
      this.dealt = true;
      if (this.store()) then();
      if (this.people > 1 && !view.over && view.seats[view.to_play]?.player !== this.curtain) this.curtain = null;
    } catch (error) {
      this.error = error.message;
    }
    this.busy = false;
    if (!this.closed) this.draw();
  }

  next() {
    this.hint = null;
    this.ask("match.next", { match: this.record.match });
  }

  /** The best board of a Fantasyland hand, laid out to be looked at and confirmed. */
  async solve() {
    this.busy = true;
    this.draw();
    try {
      const { solutions } = await call("solve", { rules: this.view.rules, cards: this.view.draw, k: 1, position: this.view.position });
      this.placed = readMove(solutions[0].move).placed;
      this.held = null;
    } catch (error) {
      this.error = error.message;
    }
    this.busy = false;
    if (!this.closed) this.keep();
  }

  // hints

  stop() {
    this.asking?.abort();
    this.asking = null;
    if (this.hint) this.hint.running = false;
  }

  async advise() {
    this.stop();
    const asking = (this.asking = new AbortController());
    const move = this.missing <= 0 ? this.text() : null;
    const hint = (this.hint = { running: true, found: null, move, title: t("What moves are worth") });
    this.draw();
    this.reveal = true;
    await this.listen(hint, { position: this.view.position, move, seconds: settings.seconds }, asking.signal);
  }

  async listen(hint, params, signal) {
    if (!params.move) delete params.move;
    try {
      const told = (found) => {
        hint.found = found;
        if (this.hint === hint) this.drawHintSoon();
      };
      hint.found = (await stream("hint", params, told, signal)) ?? hint.found;
    } catch (error) {
      if (error.name !== "AbortError") hint.error = error.message;
    }
    hint.running = false;
    if (!this.closed && this.hint === hint) this.drawHint();
  }

  async grade(before) {
    this.grading?.abort();
    const grading = (this.grading = new AbortController());
    const hint = (this.hint = { running: true, found: null, move: before.move, title: t("Your last move"), last: true });
    this.draw();
    await this.listen(hint, { position: before.position, move: before.move, seconds: Math.min(settings.seconds, 3) }, grading.signal);
    const own = hint.found?.moves.find((one) => one.yours);
    if (!own || this.closed) return;
    const where = `${t("hand {n}", { n: before.hand })}, ${before.street === null ? "Fantasyland" : t("street {n}", { n: before.street + 1 })}`;
    this.record.losses = [...(this.record.losses ?? []), { where, loss: labelOf(own.lost, own.lost_se) === "too close" ? 0 : own.lost, label: labelOf(own.lost, own.lost_se) }];
    if (this.mine && this.store()) this.draw();
  }

  // keys: a card by its rank, then a row by its letter

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, summary")) return;
    if (!this.record || !this.mine || this.busy) return;
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const onButton = event.target.closest("button, a");
    if (key === "Enter" && !onButton) return this.view.over ? this.next() : this.confirm();
    if (!this.ours || this.curtain === null) return;
    if (key === "Backspace") {
      event.preventDefault();
      return this.backLast();
    }
    if (key === "H" || key === "?") return this.advise();
    const rank = key === "1" || key === "0" ? "T" : key === "*" ? "X" : key;
    const row = ROWS.find((one) => one[0].toUpperCase() === key);
    const same = this.view.draw.filter((one) => one[0] === rank && !(one in this.placed));
    if (same.length && !(row && this.picked)) {
      const at = this.picked ? same.indexOf(this.held) : -1;
      return this.pick(same[(at + 1) % same.length]);
    }
    if (row) {
      this.picked = false;
      this.place(row);
    }
  }

  /** A Fantasyland hand has four times as long. */
  get seconds() {
    return settings.clock * (this.view.draw.length >= 13 ? 4 : 1);
  }

  tick() {
    const clock = this.main.querySelector(".clock");
    if (!clock || !settings.clock || this.busy) return;
    const left = Math.ceil(this.seconds - (Date.now() - this.since) / 1000);
    clock.textContent = `${Math.max(left, 0)} s`;
    clock.classList.toggle("late", left <= 5);
    if (left <= 0) this.late();
  }

  /** At zero a full placement is confirmed; else the cards go where the rules of the game say. */
  late() {
    if (!this.ours || !this.mine || this.curtain === null) return;
    this.since = Date.now();
    if (this.missing <= 0) return this.confirm();
    notice(t("Time is up: the cards are placed as the rules of the game say."));
    this.stop();
    this.ask("match.timeout", { match: this.record.match });
  }

  /** What the device does not keep. */
  rescue() {
    if (this.record) saveHistory(this.record);
  }

  measure() {
    const tray = this.main.querySelector(".tray");
    document.documentElement.style.setProperty("--tray", `${tray?.offsetHeight ?? 0}px`);
  }

  // how it looks

  draw() {
    if (this.closed) return;
    const { view } = this;
    const me = this.seat;
    this.main.classList.add("with-tray");
    this.drawStatus();
    const others = view.seats.map((_, i) => (me + i) % view.seats.length).slice(1);
    this.worth = h("section.panel#worth", { "aria-live": "off" });
    this.drawHint();
    const side = h("div.stack", view.settlement ? this.settled() : null, this.hint ? this.worth : null, this.history());
    show(
      this.main,
      h("h1.hide", t("The table")),
      h(
        "div.table",
        h("section.theirs", { "aria-label": t("Opponents"), style: { "--seats": String(Math.max(2, others.length)) } }, others.map((i) => this.drawSeat(i))),
        h("section.mine", this.drawSeat(me, true)),
        side,
      ),
      this.tray(),
    );
    this.landed = null;
    if (!this.busy) this.dealt = false;
    this.tick();
    const tray = this.main.querySelector(".tray");
    this.watch.disconnect();
    this.watch.observe(tray);
    if (view.over && this.wasOver === false) this.main.querySelector(".settled")?.scrollIntoView({ block: "nearest" });
    this.wasOver = view.over;
  }

  drawStatus() {
    const { view } = this;
    const words = view.street === null ? "Fantasyland" : t("street {n} of {all}", { n: view.street + 1, all: view.streets });
    const done = view.over ? view.streets : (view.street ?? 0) + 1;
    show(
      this.status,
      h("span", `${t("hand {n}", { n: view.hand })}`),
      h("span.streets", { role: "img", "aria-label": view.over ? t("hand over") : words }, Array.from({ length: view.streets }, (_, i) => h(`i${i < done ? ".done" : ""}`))),
    );
  }

  drawSeat(i, own = false) {
    const seat = this.view.seats[i];
    const about = [];
    if (seat.bot) about.push(seat.bot);
    if (own) about.push(this.view.rules);
    if (i === this.view.button) about.push(t("deals"));
    if (seat.fantasyland) about.push(`Fantasyland ${seat.fantasyland}`);
    if (seat.foul) about.push(t("foul"));
    const mineNow = own && this.ours;
    const rows = {};
    for (const row of ROWS) {
      const fresh = mineNow ? Object.keys(this.placed).filter((one) => this.placed[one] === row) : [];
      rows[row] = [...seat.rows[row], ...fresh];
    }
    const can = mineNow && this.mine && !this.busy && this.curtain !== null;
    const state = {
      rows,
      key: `s${i}`,
      fresh: new Set(mineNow ? Object.keys(this.placed) : (seat.new ?? [])),
      said: this.saidOf(seat, mineNow),
      royalties: seat.royalties,
      landed: mineNow ? this.landed : null,
      place: can ? (row) => this.place(row) : null,
      take: can ? (code) => this.back(code) : null,
    };
    const total = seat.points;
    const heading = h("h2", h("span.who", seat.name), h("small", about.join(", ")), h("em", { class: total < 0 ? "minus" : "plus", "aria-label": `${t("points so far")}: ${signed(total ?? 0)}` }, signed(total ?? 0)));
    const board = element("ofc-board", state, mineNow ? { data: { drop: "1" } } : {});
    const gone = own && this.curtain !== null ? [...(this.view.discards ?? []), ...(this.view.dead ?? [])] : [];
    return h(`section.seat${this.turn === i && !this.view.over ? ".turn" : ""}`, { "aria-label": seat.name }, heading, board, gone.length ? h("p.gone", t("Out"), " ", gone.map((one) => h("span", { class: isJoker(one) ? "joker" : one[1] }, shown(one)))) : null);
  }

  /** What rows say: their words, whether they are behind, and what is live for them. */
  saidOf(seat, own) {
    const words = {};
    const gone = own ? this.seen() : null;
    for (const row of ROWS) {
      const fresh = own ? Object.keys(this.placed).filter((one) => this.placed[one] === row) : [];
      const parts = fresh.length ? [] : [said(seat.words?.[row] ?? "")];
      if (!fresh.length && seat.behind?.[row] && !seat.foul) parts.push(h("span.warn", t("must beat the row above")));
      if (own) parts.push(live(row, [...seat.rows[row], ...fresh], gone));
      words[row] = parts.filter(Boolean);
    }
    return words;
  }

  /** Every card that the person on turn has seen. */
  seen() {
    const { seats, draw, discards = [], dead = [] } = this.view;
    return new Set([...seats.flatMap((seat) => rowCards(seat.rows)), ...draw, ...discards, ...dead]);
  }

  tray() {
    const { view } = this;
    if (!this.mine) {
      return h("div.tray", h("div.say", { role: "alert" }, t("This match is open in another tab.")), h("div.act", button(t("Play it here"), async () => {
        this.hold.release();
        this.hold = new Hold(`match/${this.id}`, () => this.taken());
        await this.begin(true);
      }), h("a.button.plain", { href: "#play" }, t("All matches"))));
    }
    if (view.over) {
      return h(
        "div.tray",
        this.error ? h("div.say.problem", { role: "alert" }, this.error) : null,
        h("div.act", h("a.button.plain", { href: "#play" }, t("All matches")), button(t("Next hand"), () => this.next(), { key: "confirm", disabled: this.busy, "data-focus-next": true })),
      );
    }
    if (!this.ours) return h("div.tray", h("div.say", t("One moment …")), this.error ? h("div.say.problem", this.error) : null);
    const seat = view.seats[this.turn];
    if (this.curtain === null) {
      return h("div.tray", h("div.say", t("{name} is to move", { name: seat.name })), button(t("Show my cards"), () => {
        this.curtain = seat.player;
        this.since = Date.now();
        this.draw();
      }, { key: "confirm" }));
    }
    const free = this.free();
    const fantasy = view.draw.length >= 13;
    const size = view.draw.length > 5 ? "many" : view.draw.length > 3 ? "five" : "three";
    const done = this.missing <= 0;
    const nodes = free.map((code) => {
      const node = card(code, { onclick: () => this.pick(code), held: code === this.held && !done, land: this.dealt, key: `draw${code}`, pressed: code === this.held && !done, note: done ? t("will be discarded") : "" });
      if (done) node.classList.add("left");
      draggable(node, (row) => this.place(row, code));
      return node;
    });
    const words = done ? (free.length ? t("{cards} goes out. Confirm?", { cards: free.map(shown).join(" ") }) : t("Confirm?")) : this.held ? t("{card}: tap a row", { card: shown(this.held) }) : "";
    return h(
      "div.tray",
      { role: "group", "aria-label": t("Your draw") },
      this.error ? h("div.say.problem", { role: "alert" }, this.error) : h("div.say", { role: "status" }, words, view.legal?.discard && !done ? ` · ${t("{n} to place", { n: this.missing })}` : ""),
      h(`div.draw.${size}`, nodes),
      h(
        `div.act${fantasy ? ".full" : ""}`,
        settings.clock ? h("span.clock", { role: "timer", "aria-label": t("Time left") }) : null,
        button("↶", () => this.backLast(), { kind: "plain", key: "back", "aria-label": t("Take back"), title: `${t("Take back")} (⌫)`, disabled: !Object.keys(this.placed).length || this.busy }),
        fantasy && !done ? button(t("Set it for me"), () => this.solve(), { kind: "plain", key: "solve", disabled: this.busy }) : null,
        button(t("Hint"), () => this.advise(), { kind: "plain", key: "hint", title: `${t("Hint")} (H)`, disabled: this.busy }),
        view.legal?.stay ? h("label.check", h("input", { type: "checkbox", checked: this.stay, onchange: (event) => (this.stay = event.target.checked) }), t("Announce a stay")) : null,
        button(this.busy ? "…" : t("Confirm"), () => this.confirm(), { key: "confirm", disabled: !done || this.busy, title: "Enter" }),
      ),
    );
  }

  drawHint() {
    const { hint } = this;
    if (!hint || !this.worth) return;
    const found = hint.found;
    const own = found?.moves.find((one) => one.yours);
    show(
      this.worth,
      h("h2", hint.title, own ? tag(own.lost, labelOf(own.lost, own.lost_se)) : null, h("small", found ? searchWords(found) : "", " ", hint.running ? h("span.busy", { role: "img", "aria-label": t("improving") }) : null)),
      hint.error ? h("p.problem", { role: "alert" }, hint.error) : null,
      found ? element("ofc-worth", { found, take: hint.last || !this.ours ? null : (move) => this.lay(move) }) : hint.error ? null : h("p.soft", t("One moment …")),
      found?.why ? h("p.why", found.why) : null,
      (found?.notes ?? []).map((one) => h("p.why", said(one))),
      hint.running ? null : button(t("Close"), () => {
        this.hint = null;
        this.draw();
      }, { kind: "plain small", key: "close-hint" }),
    );
    if (!this.reveal || !(found || hint.error) || !this.worth.isConnected) return;
    this.reveal = false; // on a phone numbers begin below the board
    this.show(this.worth, innerWidth < 900 ? "start" : "nearest");
  }

  lay(move) {
    this.placed = readMove(move).placed;
    this.held = null;
    this.keep();
    this.show(this.main.querySelector(".mine"), "nearest");
  }

  show(node, block) {
    node?.scrollIntoView({ block, behavior: settings.animations ? "smooth" : "auto" });
  }

  settled() {
    const { settlement, seats } = this.view;
    const names = seats.map((seat) => seat.name);
    return h(
      "section.panel.settled",
      { role: "status" },
      h("h2", t("The hand is over")),
      h("table", h("thead.hide", h("tr", h("th", t("Player")), h("th", t("Points")))), h("tbody", names.map((name, i) => h("tr", h("td", name, seats[i].foul ? h("span.warn", ` ${t("foul")}`) : null), h("td", { class: settlement.points[i] < 0 ? "minus" : "plus" }, h("b.total", signed(settlement.points[i]))))))),
      (settlement.pairs ?? []).map((pair) => h("details", { open: settlement.pairs.length === 1 }, h("summary", `${names[pair.a]} – ${names[pair.b]}: ${signed(pair.points)}`), reasons(pair, names))),
      (this.view.next_fantasyland ?? []).map((size, i) => (size ? h("p", h("b", t("{name} plays Fantasyland with {n} cards next", { name: names[i], n: size }))) : null)),
    );
  }

  history() {
    const losses = this.record.losses ?? [];
    const total = losses.reduce((sum, one) => sum + one.loss, 0);
    return h(
      "section.panel",
      h("h2", t("This match"), h("small", losses.length ? t("{lost} points lost in {n} moves", { lost: total.toFixed(2), n: losses.length }) : "")),
      losses.length ? element("ofc-loss", { losses: losses.slice(-60) }) : null,
      h(
        "div.line",
        { style: { "margin-top": "8px" } },
        button(t("Download"), () => saveHistory(this.record), { kind: "plain small", key: "download" }),
        h("a.button.plain.small", { href: `#review/${this.id}` }, t("Review")),
        this.ours && this.view.position ? h("a.button.plain.small", { href: `#${this.view.position}` }, t("Analyse")) : null,
        this.ours && this.view.legal?.surrender ? button(t("Surrender"), () => confirm(t("Give up this hand?")) && this.send("surrender"), { kind: "danger small", key: "surrender" }) : null,
      ),
      h("details", h("summary", t("Settings and keys")), h("div.form",
        h("label.check", h("input", { type: "checkbox", checked: settings.grade, onchange: (event) => change("grade", event.target.checked) }), t("Grade every move of mine")),
        h("p.soft", t("Keys: a card by its rank (T or 1 for a ten; again for the next one), then T, M or B for its row. Backspace takes back, H hints, Enter confirms.")))),
    );
  }
}

/** What still helps a row: cards of the suit of a flush, of the rank of a pair or trips. */
function live(row, cards, gone) {
  if (cards.length < 2 || cards.length >= SIZES[row] || cards.some((one) => isJoker(one) || one === HIDDEN)) return "";
  const left = (test) => deck().filter((one) => test(one) && !gone.has(one)).length;
  const suits = new Set(cards.map((one) => one[1]));
  if (row !== "top" && cards.length > 2 && suits.size === 1) return t("{n} {suit} live", { n: left((one) => one[1] === cards[0][1]), suit: GLYPHS[cards[0][1]] });
  const rank = RANKS.find((one) => cards.filter((code) => code[0] === one).length > 1);
  return rank ? t("{n} {rank} live", { n: left((one) => one[0] === rank), rank: rankWords(rank) }) : "";
}

/** A pair of players, settled row by row, with the library's reasons. */
export function reasons(pair, names) {
  const rows = pair.rows.map((one) => {
    const [first, second] = one.words.map(said);
    const words = one.winner === null ? `${first} = ${second}` : one.winner === pair.a ? `${first} > ${second}` : `${second} > ${first}`;
    return h("tr", h("td", t(`row ${one.row}`)), h("td.words", h("b", one.winner === null ? t("tie") : names[one.winner]), h("br"), words));
  });
  return h("div", h("table", h("tbody", rows)), pair.lines.length ? h("p.why", pair.lines.map(said).join("\n")) : null);
}
