import { expect, test } from "vitest";
import { coalesce, versionedCache } from "./cache.ts";

test("concurrent and later calls with the same version share one read", async () => {
  let reads = 0;
  const at = versionedCache(async () => (reads += 1));
  expect(await Promise.all([at("a"), at("a")])).toEqual([1, 1]);
  expect(await at("a")).toBe(1);
});

test("another version is read and replaces the cached one", async () => {
  let truth = "first";
  const at = versionedCache(async () => truth);
  expect(await at("a")).toBe("first");
  truth = "second";
  expect(await at("b")).toBe("second");
  // A late call with the version before the change gets the newer value.
  expect(await at("a")).toBe("second");
});

test("a failed read is not cached, and leaves a newer value in place", async () => {
  const reads: PromiseWithResolvers<string>[] = [];
  const at = versionedCache(() => {
    const read = Promise.withResolvers<string>();
    reads.push(read);
    return read.promise;
  });
  const first = at("a");
  const second = at("b");
  reads[1]?.resolve("second");
  reads[0]?.reject(new Error("lost"));
  await expect(first).rejects.toThrow("lost");
  expect(await second).toBe("second");
  expect(await at("b")).toBe("second");
  expect(reads).toHaveLength(2);

  const third = at("c");
  reads[2]?.reject(new Error("lost again"));
  await expect(third).rejects.toThrow("lost again");
  void at("c");
  expect(reads).toHaveLength(4);
});

/** Creates reads that the test completes, with the value at their start. */
function slowReads() {
  let truth = "first";
  const ends: (() => void)[] = [];
  const read = () => {
    const seen = truth;
    return new Promise<string>((resolve) => ends.push(() => resolve(seen)));
  };
  const started = (count: number) => expect.poll(() => ends.length).toBe(count);
  return { read: coalesce(read), ends, started, change: (next: string) => (truth = next) };
}

test("concurrent calls share one read", async () => {
  const { read, ends, started } = slowReads();
  const values = Promise.all([read(), read(), read()]);
  await started(1);
  ends[0]?.();
  expect(await values).toEqual(["first", "first", "first"]);
  expect(ends).toHaveLength(1);
});

test("a call during a read gets the next read, which sees what changed meanwhile", async () => {
  const { read, ends, started, change } = slowReads();
  const early = read();
  await started(1);
  change("second");
  const late = read();
  ends[0]?.();
  expect(await early).toBe("first");
  await started(2);
  ends[1]?.();
  expect(await late).toBe("second");
});

test("a failed read rejects for the calls that share it, and for none after", async () => {
  let failing = true;
  const read = coalesce(async () => {
    if (failing) throw new Error("no database");
    return "there";
  });
  const failed = await Promise.allSettled([read(), read()]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  failing = false;
  expect(await read()).toBe("there");
});
