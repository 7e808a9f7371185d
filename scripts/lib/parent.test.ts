import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { npmWatch } from "./parent.mjs";
import { projectNode } from "./prepare.mjs";

const module = JSON.stringify(join(import.meta.dirname, "parent.mjs"));

test.runIf(process.platform === "linux")(
  "npm is not taken to have ended when no file descriptor is left to look",
  () => {
    const script = `
      const { openSync, closeSync } = await import("node:fs");
      const { ${npmWatch.name} } = await import(${module});
      const isGone = npmWatch();
      const files = [];
      try {
        for (;;) files.push(openSync("/dev/null"));
      } catch (error) {
        const gone = isGone();
        files.forEach((file) => closeSync(file));
        console.log(error.code, gone);
      }`;
    const command = 'ulimit -n 64 && exec "$0" --input-type=module --eval "$1"';
    expect(execFileSync("sh", ["-c", command, projectNode, script], { encoding: "utf8" })).toBe(
      "EMFILE false\n",
    );
  },
);

test.runIf(process.platform === "linux")(
  "npm has ended when its shell has another parent",
  async () => {
    const script = `
      const { ${npmWatch.name} } = await import(${module});
      const isGone = npmWatch();
      console.log("watching", isGone());
      const wait = setInterval(() => {
        if (!isGone()) return;
        console.log("ended");
        clearInterval(wait);
      }, 10);`;
    // The first shell stands for npm, the second for the one that npm starts.
    const shells = `sh -c '"$0" --input-type=module --eval "$1"; exit' "$0" "$1" & wait`;
    const npm = spawn("sh", ["-c", shells, projectNode, script]);
    let output = "";
    for await (const chunk of npm.stdout) {
      output += String(chunk);
      if (output === "watching false\n") npm.kill("SIGKILL");
    }
    expect(output).toBe("watching false\nended\n");
  },
);
