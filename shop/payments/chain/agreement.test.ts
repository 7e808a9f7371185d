import { describe, expect, test } from "vitest";
import { seenOutput } from "../../../tests/make.ts";
import { agreedHistory, agreedTip, tipsAgree } from "./agreement.ts";

const txid = "ab".repeat(32);
const waiting = seenOutput(5_000, { txid });
const mined = seenOutput(5_000, { txid, height: 100 });
const minedElsewhere = seenOutput(5_000, { txid, height: 101 });
const nothing = { outputs: [], complete: true };
const saying = (...outputs: ReturnType<typeof seenOutput>[]) => ({ outputs, complete: true });
const seenOnly = { outputs: [{ ...waiting, disputed: true }], complete: false, agreed: false };

describe("the tip", () => {
  const at = (height: number) => ({ height, hash: `block-${height}` });

  test.each([
    ["of one host is what it says", [100], 100],
    ["of two is the lower one: what one says alone counts for no confirmations", [103, 100], 100],
    ["of three is what two have reached", [100, 900, 101], 101],
  ])("%s", (_what, heights, expected) => {
    expect(agreedTip(heights.map(at))).toEqual(at(expected));
  });

  test("hosts may be two blocks apart, and not three", () => {
    expect(tipsAgree([at(100), at(102)])).toBe(true);
    expect(tipsAgree([at(100), at(103)])).toBe(false);
  });
});

describe("the history of an address", () => {
  test("of one host is what it says", () => {
    expect(agreedHistory([saying(mined)])).toEqual({ ...saying(mined), agreed: true });
  });

  test("told alike by two counts", () => {
    expect(agreedHistory([saying(mined), saying(mined)])).toEqual({
      ...saying(mined),
      agreed: true,
    });
    expect(agreedHistory([nothing, nothing])).toEqual({ ...nothing, agreed: true });
  });

  test.each([
    ["confirmed by one, waiting for the other", saying(mined), saying(waiting)],
    ["in another block for each", saying(mined), saying(minedElsewhere)],
    ["unknown to one", saying(mined), nothing],
    ["of another amount for each", saying(waiting), saying({ ...waiting, sats: 50_000 })],
  ])("an output %s is seen, and no more", (_what, one, other) => {
    expect(agreedHistory([one, other])).toEqual(seenOnly);
    expect(agreedHistory([other, one])).toMatchObject({ complete: false, agreed: false });
  });

  test("of three, two decide, and the third does not agree", () => {
    const decided = { ...saying(mined), agreed: false };
    expect(agreedHistory([nothing, saying(mined), saying(mined)])).toEqual(decided);
    expect(agreedHistory([saying(mined), nothing, nothing])).toEqual({ ...nothing, agreed: false });
  });

  test("a host that does not tell all it knows says nothing by leaving something out", () => {
    const partial = { outputs: [], complete: false };
    const heard = agreedHistory([saying(mined), partial]);
    expect(heard).toEqual({ outputs: [mined], complete: false, agreed: true });
  });
});
