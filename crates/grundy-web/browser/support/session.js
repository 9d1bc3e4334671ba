// What the tests of a file share: a server and a browser, started before the first of them and stopped behind the last.

import { after, before } from "node:test";
import { startBrowser } from "./browser.js";
import { asker, startServer } from "./server.js";

/** The server; its address ends with "/". */
export let server;
/** The browser. */
export let browser;
/** Asks the server from outside of the page. */
export let ask;

before(async () => {
  server = await startServer();
  ask = asker(server.address);
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});
