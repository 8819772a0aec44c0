// Settings: how the page looks and what it does by itself. They are kept on this device.
import { choice, field, h, show } from "./dom.js";
import { call } from "./engine.js";
import { change, settings } from "./store.js";
import { card } from "./elements.js";
import { LANGUAGES, language, t } from "./words.js";

export function open(main) {
  const draw = () => {
    const pick = (key, words, options) =>
      field(words, choice(options, settings[key], (value) => {
        change(key, typeof settings[key] === "number" ? Number(value) : value);
        draw();
      }, { data: { key } }));
    const check = (key, words) => h("label.check", h("input", { type: "checkbox", checked: settings[key], data: { key }, onchange: (event) => change(key, event.target.checked) }), words);
    show(
      main,
      h("h1", t("Settings")),
      h(
        "div.reading.stack",
        h(
          "section.panel.form",
          h("div.cards.small", { "aria-hidden": "true" }, ["As", "Kh", "Qd", "Jc"].map((code) => card(code))),
          pick("colours", t("Colours of suits"), [[4, t("four")], [2, t("two")]]),
          pick("theme", t("Light or dark"), [["auto", t("as the system")], ["light", t("light")], ["dark", t("dark")]]),
          pick("hand", t("Hand"), [["right", t("right-handed")], ["left", t("left-handed")]]),
          field(t("Language"), choice(Object.entries(LANGUAGES), language, (value) => {
            change("language", value);
            location.reload();
          }, { data: { key: "language" } })),
          check("animations", t("Animations")),
        ),
        h(
          "section.panel.form",
          check("grade", t("Grade every move of mine")),
          pick("seconds", t("A hint searches for at most"), [[2, "2 s"], [5, "5 s"], [10, "10 s"], [20, "20 s"]]),
          pick("clock", t("Clock for each move"), [[0, t("none")], [15, "15 s"], [30, "30 s"], [60, "60 s"]]),
        ),
        version,
      ),
    );
  };
  const version = h("p.soft");
  draw();
  const english = language === "en" ? "" : ` ${t("Rule sheets, reasons in reviews and errors are in English.")}`;
  call("about").then((known) => (version.textContent = `ofckit ${known.version}. ${t("Matches, evenings and settings are kept on this device and sent nowhere.")}${english}`), () => {});
  return {};
}
