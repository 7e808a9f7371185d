import { expect, test } from "vitest";
import { keptAnswers, keptByVersion } from "./kept-by-version.ts";

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

test("each question is answered once while the version stays, and anew when it does not", async () => {
  let version = "a";
  const asked: number[] = [];
  const double = keptAnswers(
    async () => version,
    async (question: number) => {
      asked.push(question);
      return { version, double: 2 * question };
    },
  );
  expect(await Promise.all([double(1), double(2), double(1)])).toEqual([
    { version: "a", double: 2 },
    { version: "a", double: 4 },
    { version: "a", double: 2 },
  ]);
  expect(await double(2)).toEqual({ version: "a", double: 4 });
  expect(asked).toEqual([1, 2]);
  version = "b";
  expect(await double(1)).toEqual({ version: "b", double: 2 });
  expect(asked).toEqual([1, 2, 1]);
});

test("an answer that fails is asked for again", async () => {
  let lost = true;
  const answer = keptAnswers(
    async () => "a",
    async (question: string) => {
      if (lost) throw new Error("lost");
      return { question };
    },
  );
  await expect(answer("what")).rejects.toThrow("lost");
  lost = false;
  expect(await answer("what")).toEqual({ question: "what" });
});
