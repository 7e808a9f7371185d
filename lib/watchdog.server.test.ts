import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const file = fileURLToPath(new URL("./watchdog.server.ts", import.meta.url));

/** Runs a program that a watchdog watches, in a process of its own. */
async function run(program: string) {
  const child = spawn(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      `import { startWatchdog } from ${JSON.stringify(file)};
       const watchdog = startWatchdog({ silentMs: 600, checkMs: 50, line: "hangs", failed: (error) => console.error(String(error)) });
       ${program}`,
    ],
    { stdio: ["ignore", "inherit", "pipe"] },
  );
  // Should the watchdog fail, the test must not go on spinning.
  const limit = setTimeout(() => child.kill("SIGKILL"), 60_000);
  let output = "";
  child.stderr.on("data", (chunk) => (output += String(chunk)));
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  clearTimeout(limit);
  return { code, signal, output };
}

test("a thread that spins is ended, and says so before", async () => {
  // Signals do not reach it.
  const spin = "process.on('SIGTERM', () => {}); setTimeout(() => { for (;;); }, 200);";
  expect(await run(spin)).toEqual({ code: null, signal: "SIGKILL", output: "hangs\n" });
});

test("one that goes on is left alone, and ends by itself", async () => {
  const work = `
    const until = Date.now() + 1500;
    const busy = setInterval(() => {
      const pause = Date.now() + 100;
      while (Date.now() < pause);
      if (Date.now() > until) { clearInterval(busy); await_stop(); }
    }, 20);
    const await_stop = () => void watchdog.stop();`;
  expect(await run(work)).toEqual({ code: 0, signal: null, output: "" });
});
