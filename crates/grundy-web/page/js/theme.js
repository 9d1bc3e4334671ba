/*
 * Light or dark, before anything is drawn: what the reader chose on an earlier visit. Without a choice the system's
 * preference holds, by the style sheet alone.
 */
(function () {
  try {
    var chosen = localStorage.getItem("grundy.theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch (error) {
    // Storage may be forbidden; then the system's preference holds.
  }
})();
