import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import { sendToLockHolder, DataFolderLockedError, lockDataFolder } from "./lock.server.ts";

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

/** Another process that asks for the folder when it is told to; what it says: "held", or that it was refused. */
async function otherProcess(dir: string) {
  const script = `
    import { lockDataFolder } from ${JSON.stringify(new URL("./lock.server.ts", import.meta.url).href)};
    process.stdin.once("data", async () => {
      try {
        await lockDataFolder(${JSON.stringify(dir)}, 0);
        console.log("held");
        setInterval(() => {}, 1000);
      } catch (error) {
        console.log(error.name);
      }
    });
    console.log("ready");`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  closing.push(() => child.kill("SIGKILL"));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  expect(await nextLine()).toBe("ready");
  return {
    ask: () => {
      child.stdin.write("now\n");
      return nextLine();
    },
    kill: async () => {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

test("a second lock on the same folder is refused, saying which and what to do", async () => {
  const dir = folder();
  await lock(dir);
  await expect(lock(dir)).rejects.toThrow(DataFolderLockedError);
  await expect(lock(dir)).rejects.toThrow(`${dir} is in use by another Satchel. Stop it first`);
});

test("the same folder under another name is the same folder", async () => {
  const dir = folder();
  const link = join(folder(), "link");
  symlinkSync(dir, link);
  await lock(dir);
  await expect(lock(link)).rejects.toThrow(DataFolderLockedError);
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
  expect(await (await otherProcess(dir)).ask()).toBe("DataFolderLockedError");
  await unlock();
  expect(await (await otherProcess(dir)).ask()).toBe("held");
  await expect(lock(dir)).rejects.toThrow(DataFolderLockedError);
});

test("a folder whose holder was killed is free at once", async () => {
  const dir = folder();
  const holder = await otherProcess(dir);
  expect(await holder.ask()).toBe("held");
  await holder.kill();
  await lock(dir);
});

test("of several processes that follow at once one that was killed, exactly one gets the folder", async () => {
  const dir = folder();
  const [holder, ...followers] = await Promise.all(
    Array.from({ length: 6 }, () => otherProcess(dir)),
  );
  expect(await holder?.ask()).toBe("held");
  await holder?.kill();
  const said = await Promise.all(followers.map(({ ask }) => ask()));
  expect(said.toSorted()).toEqual([...Array<string>(4).fill("DataFolderLockedError"), "held"]);
});

test("whoever holds the folder answers what others ask; nobody else does", async () => {
  const dir = folder();
  expect(await sendToLockHolder(dir, "anybody?")).toBeNull();
  const unlock = await lockDataFolder(dir, 0, (request) => Promise.resolve(`heard ${request}`));
  closing.push(unlock);
  expect(await Promise.all([sendToLockHolder(dir, "one"), sendToLockHolder(dir, "two")])).toEqual([
    "heard one",
    "heard two",
  ]);
  expect(await sendToLockHolder(dir, "x".repeat(1000))).toBeNull();
  await unlock();
  expect(await sendToLockHolder(dir, "anybody?")).toBeNull();
});

test("a question that is not answered yet does not keep the folder from being let go", async () => {
  const dir = folder();
  const asked = Promise.withResolvers<void>();
  const unlock = await lockDataFolder(dir, 0, () => {
    asked.resolve();
    return new Promise(() => undefined);
  });
  const answer = sendToLockHolder(dir, "are you there?");
  await asked.promise;
  await unlock();
  expect(await answer).toBeNull();
});
