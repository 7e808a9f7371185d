import { expect, test } from "vitest";
import { batchedRead, sharedRead, sharedReadOf } from "./shared-read.server.ts";

/** Reads that end when they are told to, with what was true when they began. */
function slowReads() {
  let truth = "first";
  const ends: (() => void)[] = [];
  const read = () => {
    const seen = truth;
    return new Promise<string>((resolve) => ends.push(() => resolve(seen)));
  };
  const begun = (count: number) => expect.poll(() => ends.length).toBe(count);
  return { read: sharedRead(read), ends, begun, become: (next: string) => (truth = next) };
}

test("those who ask at once share one read", async () => {
  const { read, ends, begun } = slowReads();
  const answers = Promise.all([read(), read(), read()]);
  await begun(1);
  ends[0]?.();
  expect(await answers).toEqual(["first", "first", "first"]);
  expect(ends).toHaveLength(1);
});

test("who asks while a read is under way is answered by the next, which knows what changed", async () => {
  const { read, ends, begun, become } = slowReads();
  const early = read();
  await begun(1);
  become("second");
  const late = read();
  ends[0]?.();
  expect(await early).toBe("first");
  await begun(2);
  ends[1]?.();
  expect(await late).toBe("second");
});

test("a read that fails fails for those who shared it, and for nobody after", async () => {
  let failing = true;
  const read = sharedRead(async () => {
    if (failing) throw new Error("no database");
    return "there";
  });
  const failed = await Promise.allSettled([read(), read()]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  failing = false;
  expect(await read()).toBe("there");
});

test("who asks at once is answered for a key of their own, by one read for all keys", async () => {
  const asked: number[][] = [];
  const doubled = batchedRead(async (keys: number[]) => {
    asked.push(keys);
    return new Map(keys.filter((key) => key < 10).map((key) => [key, 2 * key]));
  });
  expect(await Promise.all([doubled(1), doubled(2), doubled(1), doubled(10)])).toEqual([
    2,
    4,
    2,
    undefined,
  ]);
  expect(await doubled(3)).toBe(6);
  expect(asked).toEqual([[1, 2, 10], [3]]);
});

test("the same question is read once, and one that fails leaves the others their answers", async () => {
  const asked: object[] = [];
  const read = sharedReadOf(async (question: { page: number }) => {
    asked.push(question);
    if (question.page > 2) throw new Error("there is no such page");
    return `page ${question.page}`;
  });
  const answers = await Promise.allSettled([1, 3, 2, 1, 3].map((page) => read({ page })));
  expect(answers.map((one) => ("value" in one ? one.value : String(one.reason)))).toEqual([
    "page 1",
    "Error: there is no such page",
    "page 2",
    "page 1",
    "Error: there is no such page",
  ]);
  expect(asked).toEqual([{ page: 1 }, { page: 3 }, { page: 2 }]);
});
