// Words of the page. A key is the English text itself, unless that would not be plain; another language is a
// table of the same keys in a file of its own (de.js), with patterns of what the library says.
import { settings } from "./store.js";

export const LANGUAGES = { en: "English", de: "Deutsch" };

const ENGLISH = {
  "rank A": "ace", "rank K": "king", "rank Q": "queen", "rank J": "jack", "rank T": "10", "rank 9": "9", "rank 8": "8",
  "rank 7": "7", "rank 6": "6", "rank 5": "5", "rank 4": "4", "rank 3": "3", "rank 2": "2",
  "suit s": "spades", "suit h": "hearts", "suit d": "diamonds", "suit c": "clubs",
  card: "{rank} of {suit}", joker: "a joker",
  "on top": "top", "on middle": "middle", "on bottom": "bottom",
  "After {n} hands|1": "After {n} hand", "{n} hands|1": "{n} hand", "{n} moves|1": "{n} move",
  "{lost} points lost in {n} moves|1": "{lost} points lost in {n} move", "{n} decisions, {lost} points lost|1": "{n} decision, {lost} points lost",
  "row top": "Top", "row middle": "Middle", "row bottom": "Bottom",
};

const asked = settings.language ?? (navigator.language || "en").slice(0, 2);
export const language = asked in LANGUAGES ? asked : "en";
const chosen = language === "en" ? { default: ENGLISH } : await import(`./${language}.js`);
const table = chosen.default;
document.documentElement.lang = language;

/** The words of a key in the chosen language, with {name} replaced by values; "key|1" is for one of a thing. */
export function t(key, values = {}) {
  const one = values.n === 1 ? `${key}|1` : key;
  const words = table[one] ?? table[key] ?? ENGLISH[one] ?? ENGLISH[key] ?? key;
  return words.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
}

/** What the library says of rows, settlements and searches, in the chosen language as far as its table goes. */
export const said = (text) => (chosen.library ?? []).reduce((words, [pattern, other]) => words.replace(pattern, other), text);

/** A day and a time, short. */
export const when = (time) => new Date(time).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
