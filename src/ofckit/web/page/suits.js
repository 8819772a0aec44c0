// Suits for boards that were entered as ranks alone: a flush where one is meant, none anywhere else.
import { ROWS, SUITS } from "./cards.js";

/**
 * The boards with suits: `boards` holds rows of cards whose first letter is a rank, `suited` whether a row is a
 * flush. Null where one deck cannot make them. Every card of the answer is different.
 */
export function dress(boards, suited) {
  const taken = new Set();
  const rows = boards.flatMap((board, i) => ROWS.map((row) => ({ i, row, ranks: board[row].map((code) => code[0]), flush: Boolean(suited[i]?.[row]) })));
  rows.sort((a, b) => Number(b.flush) - Number(a.flush));
  const found = boards.map(() => ({}));
  let tries = 0;

  const fill = (n) => {
    if (n === rows.length) return true;
    const { i, row, ranks, flush } = rows[n];
    if (flush) {
      if (new Set(ranks).size < ranks.length) return false;
      for (const suit of SUITS) {
        const codes = ranks.map((rank) => rank + suit);
        if (codes.some((code) => taken.has(code))) continue;
        codes.forEach((code) => taken.add(code));
        found[i][row] = codes;
        if (fill(n + 1)) return true;
        codes.forEach((code) => taken.delete(code));
      }
      return false;
    }
    const codes = [];
    const next = (k) => {
      if (++tries > 20_000) return false;
      if (k === ranks.length) {
        if (ranks.length === 5 && new Set(codes.map((code) => code[1])).size === 1) return false;
        found[i][row] = [...codes];
        return fill(n + 1);
      }
      if (ranks[k] === "X") return place(k, ["X1", "X2"]);
      return place(k, SUITS.map((_, s) => ranks[k] + SUITS[(s + k) % 4]));
    };
    const place = (k, options) => {
      for (const code of options) {
        if (taken.has(code)) continue;
        taken.add(code);
        codes.push(code);
        if (next(k + 1)) return true;
        codes.pop();
        taken.delete(code);
      }
      return false;
    };
    return next(0);
  };

  return fill(0) ? found : null;
}
