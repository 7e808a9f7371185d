import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
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
  closing.push(() => {
    rmSync(dir, { recursive: true, force: true });
    rmSync(`${dir}.lock`, { force: true });
  });
  return dir;
}

async function lock(dir: string, waitMs = 0): Promise<() => Promise<void>> {
  const unlock = await lockDataFolder(dir, waitMs);
  closing.push(unlock);
  return unlock;
}

/** Starts another process that locks the folder on demand, and prints "held" or the name of the error. */
async function otherProcess(dir: string, command: string[] = []) {
  const script = `
    import { lockDataFolder } from ${JSON.stringify(new URL("./lock.server.ts", import.meta.url).href)};
    process.stdin.once("data", async () => {
      try {
        await lockDataFolder(${JSON.stringify(dir)}, 0);
        gc();
        console.log("held");
        setInterval(() => {}, 1000);
      } catch (error) {
        console.log(error.name);
      }
    });
    console.log("ready");`;
  const [program, ...args] = [
    ...command,
    process.execPath,
    "--expose-gc",
    "--input-type=module",
    "-e",
    script,
  ];
  const child = spawn(program, args, {
    stdio: ["pipe", "pipe", "inherit"],
  });
  closing.push(() => child.kill("SIGKILL"));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  expect(await nextLine()).toBe("ready");
  return {
    lock: () => {
      child.stdin.write("now\n");
      return nextLine();
    },
    kill: async () => {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

test("a second lock on the same folder is rejected, with its path and what to do", async () => {
  const dir = folder();
  await lock(dir);
  await expect(lock(dir)).rejects.toThrow(DataFolderLockedError);
  await expect(lock(dir)).rejects.toThrow(`${dir} is in use by another Satchel. Stop it first`);
});

test("a symbolic link has the lock of its folder", async () => {
  const dir = folder();
  const link = join(folder(), "link");
  symlinkSync(dir, link);
  await lock(dir);
  await expect(lock(link)).rejects.toThrow(DataFolderLockedError);
});

test("two folders have two locks", async () => {
  await lock(folder());
  await expect(lock(folder())).resolves.toBeDefined();
});

test("an unlocked folder can be locked again, and no file is left in it", async () => {
  const dir = folder();
  const unlock = await lock(dir);
  await unlock();
  await lock(dir);
  expect(readdirSync(dir)).toEqual([]);
});

test("a waiting process gets the lock as soon as it is free", async () => {
  const dir = folder();
  const unlock = await lock(dir);
  const waiting = lock(dir, 10_000);
  await unlock();
  await expect(waiting).resolves.toBeDefined();
});

test("of concurrent attempts, one gets the lock", async () => {
  const dir = folder();
  const attempts = await Promise.allSettled(Array.from({ length: 5 }, () => lock(dir)));
  expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a missing folder cannot be locked", async () => {
  const dir = join(folder(), "missing");
  await expect(lock(dir)).rejects.toThrow("ENOENT");
  expect(existsSync(dir)).toBe(false);
});

test("a lock excludes other processes, in both directions", async () => {
  const dir = folder();
  const unlock = await lock(dir);
  expect(await (await otherProcess(dir)).lock()).toBe("DataFolderLockedError");
  await unlock();
  expect(await (await otherProcess(dir)).lock()).toBe("held");
  await expect(lock(dir)).rejects.toThrow(DataFolderLockedError);
});

test("the lock of a killed process is free at once", async () => {
  const dir = folder();
  const holder = await otherProcess(dir);
  expect(await holder.lock()).toBe("held");
  await holder.kill();
  await lock(dir);
});

/** Runs a process in a network of its own, as each container has one. */
const OTHER_NETWORK = ["unshare", "--map-root-user", "--net", "--"];
const canUnshare = spawnSync("unshare", [...OTHER_NETWORK.slice(1), "true"]).status === 0;
if (!canUnshare)
  process.stderr.write(
    "SKIPPED: unshare is not permitted here; the lock is not tested between networks.\n",
  );

test.skipIf(!canUnshare)(
  "a lock excludes processes in other networks, until it is killed",
  async () => {
    const dir = folder();
    const holder = await otherProcess(dir, OTHER_NETWORK);
    expect(await holder.lock()).toBe("held");
    await expect(lock(dir)).rejects.toThrow(DataFolderLockedError);
    expect(await (await otherProcess(dir, OTHER_NETWORK)).lock()).toBe("DataFolderLockedError");
    expect(await sendToLockHolder(dir, "anybody?")).toBeNull();
    await holder.kill();
    expect(await (await otherProcess(dir, OTHER_NETWORK)).lock()).toBe("held");
    await expect(lock(dir)).rejects.toThrow(DataFolderLockedError);
  },
);

test("a lock file that a killed process left, or that came with a copy, locks nothing", async () => {
  const parent = folder();
  const dir = join(parent, "database");
  mkdirSync(dir);
  const holder = await otherProcess(dir);
  expect(await holder.lock()).toBe("held");
  const copy = folder();
  cpSync(parent, copy, { recursive: true });
  expect(readdirSync(copy).toSorted()).toEqual(["database", "database.lock"]);
  await lock(join(copy, "database"));
  await expect(lock(dir)).rejects.toThrow(DataFolderLockedError);
  await holder.kill();
  expect(readdirSync(parent)).toContain("database.lock");
  await lock(dir);
});

test("a folder that cannot be locked is refused with the reason", async () => {
  const dir = join(folder(), "database");
  mkdirSync(dir);
  writeFileSync(`${dir}.lock`, "This is not an empty file, nor one of SQLite.".repeat(100));
  await expect(lock(dir)).rejects.toThrow(
    /The data folder .* cannot be locked by the file .*database\.lock: file is not a database\./,
  );
  rmSync(`${dir}.lock`);
  await lock(dir);
});

test("of several processes that follow a killed one, exactly one gets the lock", async () => {
  const dir = folder();
  const [holder, ...followers] = await Promise.all(
    Array.from({ length: 6 }, () => otherProcess(dir)),
  );
  expect(await holder?.lock()).toBe("held");
  await holder?.kill();
  const said = await Promise.all(followers.map(({ lock: lockThere }) => lockThere()));
  expect(said.toSorted()).toEqual([...Array<string>(4).fill("DataFolderLockedError"), "held"]);
});

test("the holder of the lock responds to requests; without a holder there is no response", async () => {
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

test("a pending request does not prevent unlocking", async () => {
  const dir = folder();
  const requested = Promise.withResolvers<void>();
  const unlock = await lockDataFolder(dir, 0, () => {
    requested.resolve();
    return new Promise(() => undefined);
  });
  const response = sendToLockHolder(dir, "are you there?");
  await requested.promise;
  await unlock();
  expect(await response).toBeNull();
});
