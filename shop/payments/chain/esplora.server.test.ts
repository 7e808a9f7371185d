import type { ServerResponse } from "node:http";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { openFromPool } from "../../../tests/embedded-pool.ts";
import { type Lie, lies, startLyingHost } from "../../../tests/lying-host.ts";
import { type TestSandbox, startTestSandbox, startServer } from "../../../tests/make.ts";
import { addressAt } from "../wallet/address.ts";
import { tipHeight } from "../facts.server.ts";
import { recordTip } from "../poller/watch.server.ts";
import { ChainUnavailable, type SeenOutput } from "./chain.ts";
import { esploraSource } from "./esplora.server.ts";
import { blockHeaders } from "./tables.ts";

const faults = ["429-json", "500", "cut-json", "html-200"];

let world: TestSandbox;
let database: Database;
let liar: Awaited<ReturnType<typeof startLyingHost>>;
beforeAll(async () => {
  [world, database] = await Promise.all([startTestSandbox(), openFromPool()]);
  liar = await startLyingHost(`${world.url}/esplora`);
});
afterAll(() => Promise.all([world.close(), database.close(), liar.close()]));
afterEach(async () => {
  liar.setLies();
  await world.setFaults({ esplora: null, esplora2: null });
});

let issued = 0;
const freshAddress = () => addressAt(world.addresses.key, issued++);
const sourceAt = (...urls: string[]) =>
  esploraSource({ db: database.db, urls, network: "regtest" });
const honest = () => `${world.url}/esplora`;
/** Answers with what the honest host answers. */
async function passOn(path: string, response: ServerResponse): Promise<void> {
  const answer = await fetch(`${honest()}${path}`);
  response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
  response.end(await answer.text());
}
const txidsOf = (outputs: readonly SeenOutput[]) => outputs.map(({ txid }) => txid).toSorted();
const known = (outputs: readonly SeenOutput[]) =>
  outputs.map(({ block, ...output }) => ({
    ...output,
    blockHash: block?.hash ?? null,
    blockHeight: block?.height ?? null,
    firstSeenAt: new Date(),
  }));

describe("what the chain says", () => {
  test("every output of a transaction counts by its number, and those to others do not", async () => {
    const [mine, theirs] = [freshAddress(), freshAddress()];
    const outputs = [
      { address: mine, sats: 1_000 },
      { address: theirs, sats: 2_000 },
      { address: mine, sats: 3_000 },
    ];
    await world.send("POST", "/sandbox/wallet/payments", { outputs });
    const seen = (await sourceAt(honest()).historyOf(mine)).outputs;
    expect(seen.map(({ sats }) => sats).toSorted((a, b) => a - b)).toEqual([1_000, 3_000]);
    expect(new Set(seen.map(({ vout }) => vout)).size).toBe(2);
  });

  test("all of 51 confirmed payments to one address are found in two polls, and one that waits", async () => {
    const address = freshAddress();
    const paid: string[] = [];
    for (let i = 1; i <= 51; i += 1) paid.push(await world.pay(address, i));
    await world.mine(1);
    paid.push(await world.pay(address, 52));
    const source = sourceAt(honest());
    const first = (await source.historyOf(address)).outputs;
    const query = { known: known(first), acceptsUnconfirmed: false };
    const seen = (await source.historyOf(address, query)).outputs;
    expect(seen.map(({ txid }) => txid).toSorted()).toEqual(paid.toSorted());
    expect(seen.filter(({ block }) => block === null)).toHaveLength(1);
  });

  test("confirmed payments are read before unconfirmed dust, and all of the dust in turns", async () => {
    const address = freshAddress();
    const paid: string[] = [];
    for (let i = 1; i <= 8; i += 1) paid.push(await world.pay(address, i));
    await world.mine(1);
    const dust: string[] = [];
    for (let i = 1; i <= 120; i += 1) dust.push(await world.pay(address, 300 + i));
    // Lists every unconfirmed transaction; the public servers list 50.
    const unconfirmed = dust.map((txid) => ({ txid, status: { confirmed: false } }));
    const requests: string[] = [];
    const host = await startServer((request, response) => {
      const path = String(request.url);
      requests.push(path);
      if (path === `/address/${address}/txs`)
        response
          .writeHead(200, { "content-type": "application/json" })
          .end(JSON.stringify(unconfirmed));
      else void passOn(path, response);
    });
    let seen: readonly SeenOutput[] = [];
    const poll = async (source = sourceAt(host.url)) => {
      const query = { known: known(seen), acceptsUnconfirmed: false };
      seen = (await source.historyOf(address, query)).outputs;
      return seen.filter(({ block }) => block !== null);
    };
    const source = sourceAt(host.url);
    expect(txidsOf(await poll(source))).toEqual(paid.toSorted());
    await poll(source);
    await poll(source);
    expect(txidsOf(seen)).toEqual([...paid, ...dust].toSorted());
    // What is stored is not read again, by a shop that was started anew either.
    requests.splice(0);
    await poll();
    expect(txidsOf(seen)).toEqual([...paid, ...dust].toSorted());
    expect(requests.filter((path) => path.startsWith("/tx/"))).toEqual([]);
    await host.close();
  });

  test("payments that are not stored, as those before the address was issued, hold up no others", async () => {
    const address = freshAddress();
    for (let i = 1; i <= 60; i += 1) await world.pay(address, i);
    await world.mine(1);
    const waiting = await world.pay(address, 700);
    const source = sourceAt(honest());
    await source.historyOf(address);
    const { outputs } = await source.historyOf(address);
    expect(outputs).toHaveLength(61);
    expect(outputs).toContainEqual(expect.objectContaining({ txid: waiting, block: null }));
  });

  test("payments older than the stored headers hold up no others", async () => {
    const address = freshAddress();
    for (let i = 1; i <= 60; i += 1) await world.pay(address, i);
    await world.mine(200);
    const waiting = await world.pay(address, 700);
    const fresh = await openFromPool();
    const source = esploraSource({ db: fresh.db, urls: [honest()], network: "regtest" });
    await source.tip();
    expect((await source.historyOf(address)).outputs).toMatchObject([{ txid: waiting }]);
    await fresh.close();
  });

  // Most open addresses are unpaid, and each is polled again and again.
  test("an address without a transaction is polled without the database", async () => {
    const closed = await openFromPool();
    await closed.close();
    const source = esploraSource({ db: closed.db, urls: [honest()], network: "regtest" });
    const address = freshAddress();
    expect((await source.historyOf(address)).outputs).toEqual([]);
    await world.pay(address, 600);
    await expect(source.historyOf(address)).rejects.toThrow();
  });

  test("a stored payment that a host leaves out is looked up, and stays", async () => {
    const address = freshAddress();
    const txid = await world.pay(address, 700);
    const source = sourceAt(honest());
    const waiting = (await source.historyOf(address)).outputs;
    await world.setFaults({ esplora: "forgetful" });
    const query = { known: known(waiting), acceptsUnconfirmed: false };
    expect((await source.historyOf(address, query)).outputs).toMatchObject([{ txid, block: null }]);
    await world.mine(1);
    const [confirmed] = (await source.historyOf(address, query)).outputs;
    expect(confirmed).toMatchObject({ txid, block: { height: expect.any(Number) } });
  });

  test("an unconfirmed payment that every host reports is known as such", async () => {
    const address = freshAddress();
    await world.pay(address, 700);
    const source = sourceAt(honest(), `${world.url}/esplora2`);
    const query = { known: [], acceptsUnconfirmed: true };
    expect((await source.historyOf(address, query)).outputs).toMatchObject([{ seenByAll: true }]);
    await world.setFaults({ esplora2: "500" });
    expect((await source.historyOf(address, query)).outputs).toMatchObject([{ seenByAll: false }]);
  });
});

describe("a lying host", () => {
  const unprovable: Lie[] = ["confirms", "proof", "amount", "invents", "time", "withholds"];

  test.each(unprovable)("that lies with “%s” alone confirms nothing", async (lie) => {
    const address = freshAddress();
    const txid = await world.pay(address, 700);
    if (lie === "proof") await world.mine(1);
    const source = sourceAt(liar.url);
    await source.tip();
    liar.setLies(lie);
    const history = await source.historyOf(address).catch((error: unknown) => {
      expect(error).toBeInstanceOf(ChainUnavailable);
      return { outputs: [] };
    });
    for (const output of history.outputs)
      expect(output).toMatchObject({ txid, sats: 700, block: null });
  });

  test.each(lies)(
    "that lies with “%s” does not hide a payment beside an honest one",
    async (lie) => {
      const address = freshAddress();
      const txid = await world.pay(address, 700);
      const tip = await world.mine(1);
      const source = sourceAt(liar.url, honest());
      liar.setLies(lie);
      const seen: SeenOutput[] = [];
      for (let turn = 0; turn < 2; turn += 1) {
        const query = { known: known(seen), acceptsUnconfirmed: false };
        const { outputs } = await source.historyOf(address, query);
        seen.splice(0, seen.length, ...outputs);
      }
      expect(seen).toMatchObject([{ txid, sats: 700, block: tip }]);
      for (let turn = 0; turn < 2; turn += 1) expect(await source.tip()).toEqual(tip);
    },
  );

  test("that adds a million to its heights at the first start is set aside, and the payment found", async () => {
    const address = freshAddress();
    const txid = await world.pay(address, 700);
    const tip = await world.mine(1);
    const fresh = await openFromPool();
    const { db } = fresh;
    liar.setLies("million");
    const alone = esploraSource({ db, urls: [liar.url], network: "regtest" });
    await expect(alone.tip()).rejects.toThrow(
      `set aside for stating height ${tip.height + 1_000_000} for block ${tip.hash}, which has height ${tip.height}`,
    );
    const source = esploraSource({ db, urls: [liar.url, honest()], network: "regtest" });
    expect(await source.tip()).toEqual(tip);
    expect((await source.historyOf(address)).outputs).toMatchObject([{ txid, block: tip }]);
    expect(source.hosts()).toMatchObject([{ state: "down" }, { state: "answering" }]);
    await fresh.close();
  });

  test("that states another height than the stored headers is set aside, and the payment found", async () => {
    const address = freshAddress();
    const txid = await world.pay(address, 700);
    const before = await sourceAt(honest()).tip();
    const tip = await world.mine(3);
    liar.setLies("million");
    const source = sourceAt(liar.url, honest());
    for (let turn = 0; turn < 3; turn += 1)
      expect((await source.historyOf(address)).outputs).toMatchObject([
        { txid, block: { height: before.height + 1 } },
      ]);
    expect(await source.tip()).toEqual(tip);
    expect(source.hosts()[0]).toMatchObject({
      state: "down",
      problem: expect.stringContaining("set aside for stating height"),
    });
  });

  // As a version did that took a host at its word.
  test("whose heights were stored once is corrected by the next start", async () => {
    const tip = await world.mine(200);
    const fresh = await openFromPool();
    const { db } = fresh;
    const source = () => esploraSource({ db, urls: [honest()], network: "regtest" });
    await source().tip();
    await recordTip(db, { ...tip, height: tip.height + 1_000_000 }, new Date());
    await db.update(blockHeaders).set({ height: sql`${blockHeaders.height} + 1000000` });
    const next = source();
    expect(await next.tip()).toEqual(tip);
    expect(await tipHeight(db)).toBe(tip.height);
    const address = freshAddress();
    const txid = await world.pay(address, 700, 1);
    expect((await next.historyOf(address)).outputs).toMatchObject([
      { txid, block: { height: tip.height + 1 } },
    ]);
    await fresh.close();
  });

  test("that offers blocks with too little work moves the tip nowhere", async () => {
    const tip = await world.mine(1);
    const source = sourceAt(liar.url);
    expect(await source.tip()).toEqual(tip);
    liar.setLies("weak-header");
    await expect(source.tip()).rejects.toThrow("easier target than regtest allows");
    liar.setLies();
    expect(await sourceAt(liar.url).tip()).toEqual(tip);
  });

  test("a payment stays confirmed while hosts leave it out or say that it waits", async () => {
    const address = freshAddress();
    const txid = await world.pay(address, 700, 1);
    const source = sourceAt(liar.url);
    const { outputs } = await source.historyOf(address);
    for (const lie of ["history", "unconfirms"] as const) {
      liar.setLies(lie);
      const query = { known: known(outputs), acceptsUnconfirmed: false };
      expect((await source.historyOf(address, query)).outputs).toMatchObject([
        { txid, block: { hash: outputs[0]?.block?.hash } },
      ]);
    }
  });
});

describe("a host in trouble", () => {
  test.each(faults)("answering %s is passed over for the next", async (fault) => {
    const address = freshAddress();
    const txid = await world.pay(address, 700);
    await world.setFaults({ esplora: fault });
    const source = sourceAt(honest(), `${world.url}/esplora2`);
    expect((await source.historyOf(address)).outputs).toMatchObject([{ txid }]);
    expect(await source.tip()).toEqual(await sourceAt(`${world.url}/esplora2`).tip());
  });

  test.each(faults)("answering %s alone is never taken for 'nothing was paid'", async (fault) => {
    const address = freshAddress();
    await world.pay(address, 700);
    await world.setFaults({ esplora: fault });
    const source = sourceAt(honest());
    await expect(source.historyOf(address)).rejects.toThrow(ChainUnavailable);
    await expect(source.tip()).rejects.toThrow(ChainUnavailable);
    await world.setFaults({ esplora: null });
    // The only host is requested, however often it failed.
    expect((await source.historyOf(address)).outputs).toHaveLength(1);
  });

  test("without Merkle proofs is found out by a request", async () => {
    // As mempool with an Electrum backend: it has no such route.
    const electrum = await startServer((request, response) => {
      if (request.url?.endsWith("/merkle-proof")) response.writeHead(404).end("Not Found");
      else response.writeHead(302, { location: "/" }).end();
    });
    const proxied = await startServer((request, response) => {
      if (request.url?.endsWith("/merkle-proof")) response.writeHead(404).end("Cannot GET");
      else void passOn(String(request.url), response);
    });
    expect(await sourceAt(honest(), proxied.url, electrum.url).unfitHosts?.()).toEqual([
      proxied.url,
    ]);
    await Promise.all([electrum.close(), proxied.close()]);
  });

  test("whose response never ends is given up", async () => {
    const endless = await startServer((_request, response) => {
      const write = () => {
        if (!response.destroyed && response.write("[".repeat(65_536))) setImmediate(write);
      };
      response.on("drain", write);
      write();
    });
    const failure = sourceAt(endless.url).isUsed(freshAddress());
    await expect(failure).rejects.toThrow("more than 2 MiB");
    await endless.close();
  });

  test("that repeats the same page cannot page, and is passed over", async () => {
    const address = freshAddress();
    await world.pay(address, 700, 1);
    const repeating = await startServer((request, response) => {
      void passOn(String(request.url).replace(/\/txs\/chain.*/, "/txs"), response);
    });
    await expect(sourceAt(repeating.url).historyOf(address)).rejects.toThrow("cannot page");
    await repeating.close();
  });

  test("that mines a block between two pages is read to the end", async () => {
    const address = freshAddress();
    const txid = await world.pay(address, 700);
    let pages = 0;
    const mining = await startServer((request, response) => {
      const isPage = /\/address\/\w+\/txs/.test(request.url ?? "");
      if (isPage) pages += 1;
      const ready = isPage && pages === 2 ? world.mine(1) : Promise.resolve();
      void ready.then(() => passOn(String(request.url), response));
    });
    const { outputs } = await sourceAt(mining.url).historyOf(address);
    expect(outputs).toMatchObject([{ txid, block: { height: expect.any(Number) } }]);
    await mining.close();
  });
});
