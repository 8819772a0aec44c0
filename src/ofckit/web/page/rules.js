// The rules of each game, as the sheet that lies on the table.
import { choice, h, show } from "./dom.js";
import { about, call } from "./engine.js";
import { sheetNodes } from "./score.js";
import { language, t } from "./words.js";

export function open(main, name) {
  const view = { close: () => (view.closed = true) };
  const draw = async () => {
    show(main, h("h1", t("Rules")), h("p.soft", t("One moment …")));
    try {
      const { presets } = await about();
      const chosen = presets.some((one) => one.name === name) ? name : "pineapple";
      const { sheet } = await call("rules", { rules: chosen });
      if (view.closed) return;
      const list = choice(presets.map((one) => [one.name, one.title ?? one.name]), chosen, (other) => (location.hash = `#rules/${other}`), { "aria-label": t("Game"), data: { key: "game" } });
      show(main, h("h1", t("Rules")), h("div.reading.stack", list, language === "en" ? null : h("p.soft", t("Rule sheets, reasons in reviews and errors are in English.")), h("section.panel", sheetNodes(sheet))));
    } catch (error) {
      if (!view.closed) show(main, h("h1", t("Rules")), h("p.problem", { role: "alert" }, error.message));
    }
  };
  draw();
  return view;
}
