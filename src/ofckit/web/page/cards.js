// Cards, moves and positions as the library writes them.
import { t } from "./words.js";

export const ROWS = ["top", "middle", "bottom"];
export const SIZES = { top: 3, middle: 5, bottom: 5 };
export const RANKS = [..."AKQJT98765432"];
export const SUITS = [..."shdc"];
export const GLYPHS = { s: "♠", h: "♥", d: "♦", c: "♣" };
export const HIDDEN = "??";

/** The 52 cards, and jokers. */
export const deck = (jokers = 0) => [
  ...SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit)),
  ...["X1", "X2"].slice(0, jokers),
];

export const isJoker = (card) => card[0] === "X";
export const rankWords = (card) => (card[0] === "T" ? "10" : card[0]);

/** A card as one says it. */
export function spoken(card) {
  if (card === HIDDEN) return t("hidden card");
  if (isJoker(card)) return t("joker");
  if (!GLYPHS[card[1]]) return t(`rank ${card[0]}`);
  return t("card", { rank: t(`rank ${card[0]}`), suit: t(`suit ${card[1]}`) });
}

/** A card as one reads it: Q♦. */
export const shown = (card) => (isJoker(card) ? "★" : `${rankWords(card)}${GLYPHS[card[1]] ?? ""}`);

const ORDER = new Map([...RANKS, "X"].reverse().map((rank, i) => [rank, i]));
/** Highest first; of equal ranks spades first. */
export const byRank = (a, b) => ORDER.get(b[0]) - ORDER.get(a[0]) || SUITS.indexOf(a[1]) - SUITS.indexOf(b[1]);
export const bySuit = (a, b) => SUITS.indexOf(a[1]) - SUITS.indexOf(b[1]) || ORDER.get(b[0]) - ORDER.get(a[0]);

export const emptyRows = () => ({ top: [], middle: [], bottom: [] });
export const rowCards = (rows) => ROWS.flatMap((row) => rows[row]);
export const rowsText = (rows) => ROWS.map((row) => rows[row].join("") || "-").join("/");

/** Cards of a text without spaces: "AsKd10h". */
export const splitCards = (text) => text.replace(/10/g, "T").match(/X[12]|[2-9TJQKA][cdhs]/g) ?? [];

/** A move as text, from {card: row} and the cards that stay behind. */
export function moveText(placed, discards, word = "") {
  const parts = ROWS.flatMap((row) => Object.keys(placed).filter((card) => placed[card] === row).map((card) => `${card}@${row[0]}`));
  return [...parts, ...discards.map((card) => `x${card}`), ...(word ? [word] : [])].join(" ");
}

/** {placed: {card: row}, discards, word} of a move's text. */
export function readMove(text) {
  const placed = {}, discards = [];
  let word = "";
  for (const part of text.split(" ").filter(Boolean)) {
    const [card, row] = part.split("@");
    if (row) placed[card] = ROWS.find((one) => one[0] === row);
    else if (part[0] === "x") discards.push(part.slice(1));
    else word = part;
  }
  return { placed, discards, word };
}

/** A move as one reads it: "Q♦ top, 2♣ middle × 5♠", in parts. */
export function moveWords(text) {
  const { placed, discards, word } = readMove(text);
  if (word === "surrender") return { places: t("surrender"), away: "" };
  const places = ROWS.map((row) => {
    const cards = Object.keys(placed).filter((card) => placed[card] === row).sort(byRank);
    return cards.length ? `${cards.map(shown).join(" ")} ${t(`on ${row}`)}` : "";
  }).filter(Boolean);
  if (word) places.push(t("announces a stay"));
  return { places: places.join(", "), away: discards.length ? `× ${discards.map(shown).join(" ")}` : "" };
}

/** The rows after a move. */
export function after(rows, text) {
  const { placed } = readMove(text);
  const found = {};
  for (const row of ROWS) found[row] = [...rows[row], ...Object.keys(placed).filter((card) => placed[card] === row)];
  return found;
}

// positions: ofc1~rules.pineapple~seat.0~b0.Qh_7h7d_AsKs~...

export const FORMAT = "ofc1";

/** A position without cards. */
export function emptyPosition(rules, boards = 2) {
  return { rules, seat: 0, boards: Array.from({ length: boards }, emptyRows), draw: [], discards: [], dead: [], fantasyland: Array(boards).fill(0), rest: [] };
}

/** The text of a position, as in its address. */
export function positionText(position) {
  const parts = [FORMAT, `rules.${position.rules}`];
  const later = [];
  for (const [key, value] of position.rest) (key === "switches" ? parts : later).push(`${key}.${value}`);
  parts.push(`seat.${position.seat}`);
  const kept = Object.fromEntries(position.rest);
  if (kept.turn === undefined) parts.push(`turn.${position.draw.length ? position.seat : "none"}`);
  position.boards.forEach((rows, i) => parts.push(`b${i}.${ROWS.map((row) => rows[row].join("") || "-").join("_")}`));
  for (const key of ["draw", "discards", "dead"]) if (position[key].length) parts.push(`${key}.${position[key].join("")}`);
  if (position.fantasyland.some(Boolean)) parts.push(`fantasyland.${position.fantasyland.join("_")}`);
  return [...parts, ...later].join("~");
}

/** A position of its text, or null for what is none; the engine is the judge of what is legal. */
export function readPosition(text) {
  const [format, ...parts] = text.trim().split("~");
  if (format !== FORMAT) return null;
  const fields = new Map(parts.map((part) => [part.slice(0, part.indexOf(".")), part.slice(part.indexOf(".") + 1)]));
  if (!fields.has("rules") || !fields.has("b0")) return null;
  const position = emptyPosition(fields.get("rules"), 0);
  position.seat = Number(fields.get("seat") ?? 0) || 0;
  for (let i = 0; fields.has(`b${i}`); i++) {
    const rows = fields.get(`b${i}`).split("_");
    if (rows.length !== 3) return null;
    position.boards.push(Object.fromEntries(ROWS.map((row, r) => [row, splitCards(rows[r])])));
  }
  for (const key of ["draw", "discards", "dead"]) position[key] = splitCards(fields.get(key) ?? "");
  position.fantasyland = position.boards.map((_, i) => Number((fields.get("fantasyland") ?? "").split("_")[i]) || 0);
  const own = ["rules", "seat", "turn", "draw", "discards", "dead", "fantasyland"];
  position.rest = [...fields].filter(([key]) => !own.includes(key) && !/^b\d$/.test(key));
  if (position.seat >= position.boards.length) return null;
  return position;
}

/** A number of points with its sign, as one prints it. */
export function signed(value, digits = 0) {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? (digits ? text : "0") : `${value < 0 ? "−" : "+"}${text}`;
}

export const percent = (share, digits = 0) => `${(100 * share).toFixed(digits)} %`;
