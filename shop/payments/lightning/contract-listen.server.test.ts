// How the adapters listen for payments, whatever becomes of the connection. What they miss, look-ups find.
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type StandIns, kinds, openStandIns } from "../../../tests/lightning-stand-ins.ts";
import { eventually } from "../../../tests/make.ts";
import { type LightningNode, NodeUnavailable } from "./lightning-node.ts";

let standIns: StandIns;
beforeAll(async () => {
  standIns = await openStandIns();
});
afterEach(() => standIns.setFault(null));
afterAll(async () => {
  const requests = await standIns.requests();
  await standIns.close();
  expect(requests.filter(({ canPay }) => canPay)).toEqual([]);
});

const asked = { sats: 3117, memo: "Satchel 7KQ2M9X", expirySeconds: 3600 };

/** Listens until the test ends; resolves when the connection is open. */
async function listen(node: LightningNode, after = 0) {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const settled: string[] = [];
  const opened = Promise.withResolvers<void>();
  const ended = node
    .listen({
      after,
      onOpen: opened.resolve,
      onSettled: (paymentHash) => settled.push(paymentHash),
      signal: controller.signal,
    })
    .then(
      () => "returned",
      (error: unknown) => error,
    );
  await Promise.race([opened.promise, ended]);
  return { settled, ended, abort: () => controller.abort() };
}

async function pay(node: LightningNode) {
  const { bolt11, paymentHash } = await node.create(asked);
  await standIns.pay(bolt11);
  return paymentHash;
}

/** Returns the settle index of an invoice that was paid before. */
async function settleIndexOf(node: LightningNode, paymentHash: string): Promise<number> {
  const state = await node.lookUp(paymentHash);
  return (state.status === "settled" && state.settleIndex) || 0;
}

/** Resolves when the node serves this many listeners. */
const listeners = (count: number) => eventually(standIns.streams).toBe(count);

describe.each(kinds)("%s", (kind) => {
  test("tells each payment, and stops when it is told to", async () => {
    const node = standIns.node(kind);
    const { settled, ended, abort } = await listen(
      node,
      await settleIndexOf(node, await pay(node)),
    );
    await listeners(1);
    const first = await pay(node);
    await eventually(() => settled).toEqual([first]);
    const second = await pay(node);
    await eventually(() => settled).toEqual([first, second]);
    abort();
    expect(await ended).toBe("returned");
    await listeners(0);
  });

  test("that tells twice is heard twice, which does no harm", async () => {
    const node = standIns.node(kind);
    await standIns.setFault("event-twice");
    const after = await settleIndexOf(node, await pay(node));
    const { settled } = await listen(node, after);
    await listeners(1);
    const paymentHash = await pay(node);
    const times = kind === "core-lightning" ? 1 : 2;
    await eventually(() => settled).toEqual(Array(times).fill(paymentHash));
  });

  test.each(["event-lost", "stream-half-open"] as const)(
    "with the fault %s a payment is not heard, but found",
    async (fault) => {
      const node = standIns.node(kind);
      const after = await settleIndexOf(node, await pay(node));
      const { settled, abort, ended } = await listen(node, after);
      await listeners(1);
      await standIns.setFault(fault);
      const paymentHash = await pay(node);
      expect(await node.lookUp(paymentHash)).toMatchObject({ status: "settled" });
      expect(settled).toEqual([]);
      abort();
      expect(await ended).toBe("returned");
    },
  );

  test("that ends the connection lets it be opened again", async () => {
    const node = standIns.node(kind);
    const after = await settleIndexOf(node, await pay(node));
    const first = await listen(node, after);
    await listeners(1);
    await standIns.setFault("stream-cut");
    // Core Lightning has no connection that ends: it is a request without an answer.
    const end = kind === "core-lightning" ? expect.any(NodeUnavailable) : "returned";
    expect(await first.ended).toEqual(end);
    await standIns.setFault(null);
    const missed = await pay(node);
    const second = await listen(node, after);
    if (kind !== "phoenixd") await eventually(() => second.settled).toEqual([missed]);
    await listeners(1);
    const heard = await pay(node);
    await eventually(() => second.settled).toContain(heard);
  });

  test("tells what was paid while nobody listened, where it counts that", async () => {
    const node = standIns.node(kind);
    const after = await settleIndexOf(node, await pay(node));
    const missed = [await pay(node), await pay(node)];
    const { settled } = await listen(standIns.node(kind), after);
    await listeners(1);
    const last = await pay(node);
    const heard = kind === "phoenixd" ? [last] : [...missed, last];
    await eventually(() => settled).toEqual(heard);
    for (const paymentHash of missed)
      expect(await node.lookUp(paymentHash)).toMatchObject({ status: "settled" });
  });

  test("with the index 0 tells all of the past, or nothing of it", async () => {
    const node = standIns.node(kind);
    const past = await pay(node);
    const { settled } = await listen(node);
    await listeners(1);
    const paymentHash = await pay(node);
    await eventually(() => settled.at(-1)).toBe(paymentHash);
    expect(settled.includes(past)).toBe(kind === "core-lightning");
  });

  test.each(["node-down", "unauthorized"] as const)(
    "with the fault %s cannot be listened to",
    async (fault) => {
      await standIns.setFault(fault);
      const { ended } = await listen(standIns.node(kind));
      // LND's stream is open as soon as the request is sent, and a connection that ends then has ended as usual.
      const mayReturn = kind === "lnd" && fault === "node-down";
      expect(await ended).toEqual(mayReturn ? "returned" : expect.any(NodeUnavailable));
    },
  );
});
