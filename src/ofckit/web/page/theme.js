// Runs before the first paint, so that a chosen theme does not flash the other one.
try {
  const chosen = JSON.parse(localStorage.getItem("ofckit/settings") || "{}");
  const root = document.documentElement;
  if (chosen.theme === "light" || chosen.theme === "dark") root.dataset.theme = chosen.theme;
  if (chosen.colours === 2) root.dataset.colours = "2";
  if (chosen.hand === "left") root.dataset.hand = "left";
  if (chosen.animations === false) root.dataset.still = "";
} catch {
  // No storage, or a damaged entry: the page looks as the system asks.
}
