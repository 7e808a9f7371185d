import { expect, test } from "vitest";
import { keptByVersion } from "./kept-by-version.ts";

test("the same version is read once, also by those who ask meanwhile", async () => {
  let reads = 0;
  const at = keptByVersion(async () => (reads += 1));
  expect(await Promise.all([at("a"), at("a")])).toEqual([1, 1]);
  expect(await at("a")).toBe(1);
});

test("another version is read anew, and takes the place of the one before", async () => {
  let truth = "first";
  const at = keptByVersion(async () => truth);
  expect(await at("a")).toBe("first");
  truth = "second";
  expect(await at("b")).toBe("second");
  // Somebody who asked for the version before the change and comes late is told something newer.
  expect(await at("a")).toBe("second");
});

test("a read that fails is tried again, and takes nothing with it that was read since", async () => {
  const reads: PromiseWithResolvers<string>[] = [];
  const at = keptByVersion(() => {
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
