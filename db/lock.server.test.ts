import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import { DataFolderInUse, lockDataFolder } from "./lock.server.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "satchel-lock-"));
  closing.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function lock(dir: string, waitMs = 0): Promise<() => Promise<void>> {
  const unlock = await lockDataFolder(dir, waitMs);
  closing.push(unlock);
  return unlock;
}

/** Another process that asks for the folder; resolves with what it says: "held", or that it was refused. */
async function otherProcess(dir: string): Promise<{ said: string; child: ChildProcess }> {
  const script = `
    import { lockDataFolder } from ${JSON.stringify(new URL("./lock.server.ts", import.meta.url).href)};
    try {
      await lockDataFolder(${JSON.stringify(dir)}, 0);
      console.log("held");
      setInterval(() => {}, 1000);
    } catch (error) {
      console.log(error.name);
    }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  closing.push(() => child.kill("SIGKILL"));
  const [said] = await once(createInterface(child.stdout), "line");
  return { said, child };
}

test("a second lock on the same folder is refused, saying which and what to do", async () => {
  const dir = folder();
  await lock(dir);
  await expect(lock(dir)).rejects.toThrow(DataFolderInUse);
  await expect(lock(dir)).rejects.toThrow(`${dir} is in use by another Satchel. Stop it first`);
});

test("the same folder under another name is the same folder", async () => {
  const dir = folder();
  const link = join(folder(), "link");
  symlinkSync(dir, link);
  await lock(dir);
  await expect(lock(link)).rejects.toThrow(DataFolderInUse);
});

test("two folders are two locks", async () => {
  await lock(folder());
  await expect(lock(folder())).resolves.toBeDefined();
});

test("a folder that was let go of is free, and nothing is left in it", async () => {
  const dir = folder();
  const unlock = await lock(dir);
  await unlock();
  await lock(dir);
  expect(readdirSync(dir)).toEqual([]);
});

test("one that waits gets the folder as soon as the other lets go", async () => {
  const dir = folder();
  const unlock = await lock(dir);
  const waiting = lock(dir, 10_000);
  await unlock();
  await expect(waiting).resolves.toBeDefined();
});

test("of several that ask at once, one gets it", async () => {
  const dir = folder();
  const asked = await Promise.allSettled(Array.from({ length: 5 }, () => lock(dir)));
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a folder that is not there cannot be locked", async () => {
  const dir = join(folder(), "missing");
  await expect(lock(dir)).rejects.toThrow("ENOENT");
  expect(existsSync(dir)).toBe(false);
});

test("another process is refused what this one holds, and this one what another holds", async () => {
  const dir = folder();
  const unlock = await lock(dir);
  expect((await otherProcess(dir)).said).toBe("DataFolderInUse");
  await unlock();
  expect((await otherProcess(dir)).said).toBe("held");
  await expect(lock(dir)).rejects.toThrow(DataFolderInUse);
});

test("a folder whose holder was killed is free at once", async () => {
  const dir = folder();
  const { said, child } = await otherProcess(dir);
  expect(said).toBe("held");
  child.kill("SIGKILL");
  await once(child, "exit");
  await lock(dir);
  expect((await otherProcess(dir)).said).toBe("DataFolderInUse");
});

test("of several processes that follow one that was killed, one gets the folder", async () => {
  const dir = folder();
  const { child } = await otherProcess(dir);
  child.kill("SIGKILL");
  await once(child, "exit");
  const followers = await Promise.all(Array.from({ length: 4 }, () => otherProcess(dir)));
  expect(followers.map(({ said }) => said).toSorted()).toEqual([
    "DataFolderInUse",
    "DataFolderInUse",
    "DataFolderInUse",
    "held",
  ]);
});
