/*
 * What must not wait for the page's script: light or dark, before anything is drawn, and the first question.
 *
 * Light or dark is what the reader chose on an earlier visit. Without a choice the system's preference holds, by the
 * style sheet alone. The question is for the position that an address of a match tells, so that its answer comes
 * while the script is read; `ask` in api.js takes it when it asks the same.
 */
(function () {
  try {
    var chosen = localStorage.getItem("grundy.theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch (error) {
    // Storage may be forbidden; then the system's preference holds.
  }

  if (location.hash.indexOf("#/play?") !== 0) return;
  var told = new URLSearchParams(location.hash.slice("#/play?".length));
  var game = told.get("game");
  // An address without a language is that of a first visit; a name alone is no position.
  if (!told.get("lang") || !game || !/\s/.test(game) || told.get("rule")) return;
  var query = new URLSearchParams({ lang: told.get("lang"), game: game });
  if (told.get("misere") === "1") query.set("misere", "true");
  var address = new URL("api/v1/moves?" + query, document.baseURI).href;
  globalThis.early = {
    address: address,
    answer: fetch(address, { headers: { "x-grundy": "1" } }).then(function (response) {
      return response.text().then(function (text) {
        return response.ok ? text : null;
      });
    }, function () {
      return null;
    }),
  };
})();
