// The browser, and pages that note everything that goes wrong in them.

import assert from "node:assert/strict";
import { accessSync, constants, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

function found() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const name of NAMES) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not here.
      }
    }
  }
  throw new Error(`none of ${NAMES.join(", ")} is in PATH; CHROMIUM may name the browser`);
}

/** Starts the system's browser, without a window. */
export function startBrowser() {
  return chromium.launch({ executablePath: found(), args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

/**
 * A page in a fresh profile.
 * @param {import("playwright-core").Browser} browser
 * @param {object} [options]
 * @param {boolean} [options.dark] the reader prefers dark colours
 * @param {boolean} [options.still] the reader prefers less motion
 * @param {{width: number, height: number}} [options.viewport]
 * @returns {Promise<{page: import("playwright-core").Page, problems: string[], clean: (except?: RegExp) => void, close: () => Promise<void>}>}
 *   `clean` fails if anything went wrong in the page so far: an error on the console, an exception, a violation of the
 *   Content-Security-Policy, or a request that failed or was refused
 */
export async function openPage(browser, { dark = false, still = true, viewport = { width: 1100, height: 820 } } = {}) {
  const context = await browser.newContext({ viewport, colorScheme: dark ? "dark" : "light", reducedMotion: still ? "reduce" : "no-preference", locale: "en-US" });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const problems = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => problems.push(`exception: ${error.stack ?? error}`));
  page.on("requestfailed", (request) => {
    // A question that the page itself has given up is no failure.
    const why = request.failure()?.errorText ?? "";
    if (why !== "net::ERR_ABORTED") problems.push(`request: ${why} ${request.url()}`);
  });
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => console.error(`refused by the policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
  });
  return {
    page,
    problems,
    clean: (except) => assert.deepEqual(problems.filter((problem) => !except?.test(problem)), []),
    close: () => context.close(),
  };
}

/** Writes a picture of the page into the folder $SCREENSHOTS, if there is one. */
export async function picture(page, name) {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
