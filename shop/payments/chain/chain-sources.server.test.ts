import { afterEach, describe, expect, test } from "vitest";
import { testChains, useChain } from "../../../tests/chains.ts";
import { eventually } from "../../../tests/make.ts";
import { scriptOf } from "../wallet/address.ts";
import { ChainUnavailable, type ChainSource } from "./chain.ts";

// The contract of every chain source. See docs/development.md for how to run it against a real bitcoind.
describe.each(testChains)("%s as a chain source", (_name, open) => {
  const chain = useChain(open);
  afterEach(() => chain().setFault?.(null));

  /** Returns an address that the source was polled for once, as the shop does when it issues one. */
  async function issuedAddress(source: ChainSource): Promise<string> {
    const address = chain().freshAddress();
    expect(await source.historyOf(address)).toEqual({ outputs: [], complete: true });
    return address;
  }
  const history = (source: ChainSource, address: string) =>
    eventually(async () => (await source.historyOf(address)).outputs);

  test("a payment is seen in the mempool, and then in its block", async () => {
    const source = chain().source();
    const address = await issuedAddress(source);
    const txid = await chain().pay([{ address, sats: 14_990 }]);
    const seen = { txid, vout: expect.any(Number), sats: 14_990 };
    await history(source, address).toMatchObject([{ ...seen, block: null }]);

    const tip = await chain().mine(1);
    await eventually(() => source.tip()).toEqual(tip);
    await history(source, address).toMatchObject([
      { ...seen, block: { ...tip, time: expect.any(Date) } },
    ]);
    const [output] = (await source.historyOf(address)).outputs;
    expect(Math.abs(Number(output?.block?.time) - Date.now())).toBeLessThan(10 * 60_000);
  });

  test("amounts are exact to the satoshi, however they are written", async () => {
    const source = chain().source();
    // As floats 0.00001001 BTC are 1000.9999999999999 satoshis, and 1.1 BTC 110000000.00000001.
    const amounts = [1_001, 28_999_999, 110_000_000, 299_999_999];
    for (const sats of amounts) {
      const address = await issuedAddress(source);
      await chain().pay([{ address, sats }]);
      await history(source, address).toMatchObject([{ sats }]);
    }
  });

  test("of a transaction that pays two orders each sees its own output", async () => {
    const source = chain().source();
    const [mine, theirs] = [await issuedAddress(source), await issuedAddress(source)];
    const txid = await chain().pay([
      { address: mine, sats: 10_000 },
      { address: theirs, sats: 20_000 },
    ]);
    await history(source, mine).toMatchObject([{ txid, sats: 10_000 }]);
    await history(source, theirs).toMatchObject([{ txid, sats: 20_000 }]);
  });

  test("what was paid in a block while no source was running is found", async () => {
    const address = await issuedAddress(chain().source());
    const txid = await chain().pay([{ address, sats: 5_000 }]);
    await chain().mine(3);
    await history(chain().source(), address).toMatchObject([{ txid, block: {} }]);
  });

  test.each([1, 2, 3, 4, 5, 6])(
    "a reorganisation %i blocks deep puts a payment back to waiting, and its next block counts",
    async (depth) => {
      const source = chain().source();
      const address = await issuedAddress(source);
      const txid = await chain().pay([{ address, sats: 5_000 }]);
      await chain().mine(depth);
      await history(source, address).toMatchObject([{ txid, block: {} }]);
      const before = await source.tip();
      await chain().reorg(depth);
      await history(source, address).toMatchObject([{ txid, block: null }]);
      expect((await source.tip()).height).toBe(before.height + 1);
      const tip = await chain().mine(1);
      await history(source, address).toMatchObject([{ txid, block: tip }]);
    },
  );

  test("a replaced payment is gone, whether its successor waits or is in a block", async () => {
    const source = chain().source();
    const address = await issuedAddress(source);
    const txid = await chain().pay([{ address, sats: 50_000 }]);
    await history(source, address).toMatchObject([{ txid }]);
    const [output] = (await source.historyOf(address)).outputs;
    const gone = { txid, spends: output?.spends ?? [] };
    expect(await source.successorOf?.(gone)).toBeNull();
    const successor = await chain().replace(txid);
    await history(source, address).toEqual([]);
    expect(await source.successorOf?.(gone)).toBe(successor);
    await chain().mine(1);
    await history(source, address).toEqual([]);
  });

  test("a payment that the network forgets is gone", async ({ skip }) => {
    const { evict } = chain();
    if (!evict) return skip("a real node evicts no transaction on request");
    const source = chain().source();
    const address = await issuedAddress(source);
    const txid = await chain().pay([{ address, sats: 5_000 }]);
    await history(source, address).toMatchObject([{ txid }]);
    await evict(txid);
    await history(source, address).toEqual([]);
  });

  test("any transaction is looked up, from the mempool to its last confirmation", async () => {
    const source = chain().source();
    const lookUp = (txid: string, block: string | null = null) =>
      eventually(async () => {
        await source.tip();
        return source.transactionOf(txid, block);
      });
    await lookUp("ab".repeat(32)).toBeNull();
    const address = chain().freshAddress();
    const txid = await chain().pay([{ address, sats: 28_999_999 }]);
    const outputs = expect.arrayContaining([
      { sats: 28_999_999, script: scriptOf(address, "regtest") },
    ]);
    await lookUp(txid).toEqual({ outputs, block: null });
    const { hash } = await chain().mine(1);
    await lookUp(txid).toEqual({ outputs, block: { hash, confirmations: 1 } });
    await chain().mine(2);
    await lookUp(txid, hash).toEqual({ outputs, block: { hash, confirmations: 3 } });
    await chain().reorg(3);
    await lookUp(txid, hash).toEqual({ outputs, block: null });
    const again = await chain().mine(1);
    const block = { hash: again.hash, confirmations: 1 };
    await lookUp(txid, hash).toEqual({ outputs, block });
  });

  test.each(["429-json", "500", "cut-json", "html-200"])(
    "an answer of the kind %s is never taken for 'nothing was paid'",
    async (fault) => {
      const { setFault } = chain();
      if (!setFault) return;
      const source = chain().source();
      const address = await issuedAddress(source);
      await chain().pay([{ address, sats: 700 }]);
      await setFault(fault);
      await expect(source.historyOf(address)).rejects.toThrow(ChainUnavailable);
      await expect(source.tip()).rejects.toThrow(ChainUnavailable);
      await expect(source.transactionOf("ab".repeat(32), null)).rejects.toThrow(ChainUnavailable);
      if (source.updatesSince)
        await expect(source.updatesSince(null)).rejects.toThrow(ChainUnavailable);
      await setFault(null);
      await history(source, address).toHaveLength(1);
    },
  );

  test("one that does not answer is given up after some seconds", async ({ skip }) => {
    const { setFault } = chain();
    if (!setFault) return skip("a real node answers");
    const source = chain().source();
    await source.tip();
    await setFault("timeout");
    await expect(source.tip()).rejects.toThrow(ChainUnavailable);
  });
});
