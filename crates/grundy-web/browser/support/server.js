// The server under test: started from the program that $GRUNDY names, on a port of its own, and stopped at the end.
// $GRUNDY_ADDRESS names one that is already running.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * Starts the server.
 * @returns {Promise<{address: string, stop: () => Promise<void>}>} its address ends with "/"
 */
export async function startServer() {
  const running = process.env.GRUNDY_ADDRESS;
  if (running) return { address: running.replace(/\/*$/, "/"), stop: async () => {} };
  const program = process.env.GRUNDY;
  if (!program) throw new Error("GRUNDY must name the program, such as ../../../target/release/grundy");
  const child = spawn(program, ["serve", "--port", "0", "--no-open", "--json"], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([
    new Promise((resolve) => lines.once("line", resolve)),
    ended.then((code) => Promise.reject(new Error(`${program} serve ended with ${code}`))),
    new Promise((_, reject) => child.once("error", reject)),
  ]);
  const said = JSON.parse(line);
  const address = said.address ?? said.url;
  if (typeof address !== "string" || !address.startsWith("http")) throw new Error(`no address in ${line}`);
  return {
    address: address.replace(/\/*$/, "/"),
    stop: async () => {
      lines.close();
      child.kill("SIGINT");
      await ended;
    },
  };
}

/**
 * Questions to the server, from outside of the page.
 * @param {string} address
 * @returns {(route: string, parameters: object) => Promise<any>}
 */
export function asker(address) {
  return async (route, parameters) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== null && value !== undefined && value !== false && value !== "") query.set(name, String(value));
    }
    const response = await fetch(`${address}api/v1/${route}?${query}`);
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} for ${route}?${query}: ${text}`);
    return JSON.parse(text);
  };
}
