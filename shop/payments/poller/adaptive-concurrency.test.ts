import { expect, test } from "vitest";
import { Throughput } from "./adaptive-concurrency.ts";

const after = (answers: number, throughput = new Throughput()) => {
  for (let i = 0; i < answers; i += 1) throughput.answered();
  return throughput;
};

test("a source that answers is asked more at a time, up to a limit", () => {
  expect(after(0).limit).toBe(8);
  expect(after(20).limit).toBe(18);
  expect(after(10_000).limit).toBe(128);
});

test("one that fails is asked half as much, and never less than one thing", () => {
  const throughput = after(10_000);
  throughput.failed();
  expect(throughput.limit).toBe(64);
  for (let i = 0; i < 20; i += 1) throughput.failed();
  expect(throughput.limit).toBe(1);
  expect(after(2, throughput).limit).toBe(2);
});
