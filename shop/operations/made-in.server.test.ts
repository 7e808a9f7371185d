import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { OperatorError } from "#db/errors.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { openRelease, releases } from "../../tests/releases.ts";
import { isCore } from "../../tests/tiers.ts";
import { migrateToNewest } from "#db/migrations.server.ts";
import { createTestAuth } from "../accounts/test-auth.ts";
import { hashCheaply } from "../accounts/passwords.server.ts";
import { identities, sessions, users } from "../accounts/tables.ts";
import { paymentAddresses } from "../payments/tables.ts";
import { readFact, storeFact } from "../settings/installation.server.ts";
import { checkMadeIn, type MadeIn, type Mode } from "./made-in.server.ts";

const root = mkdtempSync(join(tmpdir(), "satchel-made-in-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const now = new Date("2026-11-20T08:00:00Z");

const issue = ({ db }: Database, address: string) =>
  db.insert(paymentAddresses).values({ address, issuedAt: now, nextCheckAt: now });
const addAccount = ({ db }: Database, id: string) =>
  db.insert(users).values({ id, name: id, email: `${id}@example.com`, referralCode: id });

describeOnBothDatabases("the mode in which data were made", (openFresh, openEmpty) => {
  let shop: Database;
  let dataDir: string;
  const open = (mode: Mode) =>
    checkMadeIn(shop.db, mode, { dataDir, embedded: shop.kind === "embedded" });
  beforeEach(async () => {
    shop = await openFresh();
    dataDir = mkdtempSync(join(root, "data-"));
    return () => shop.close();
  });

  test("of a new shop is that of its first start, and stays", async () => {
    expect(await open("live")).toBe("live");
    expect(await open("sandbox")).toBe("live");
    expect(await open("live")).toBe("live");
    expect(await readFact(shop.db, "made-in")).toBe("live");
  });

  test("refuses live on what the sandbox or a demo made, and says what to do", async () => {
    for (const [madeIn, origin] of [
      ["sandbox", "the sandbox"],
      ["demo", "a demo"],
    ] as const) {
      await storeFact(shop.db, "made-in", madeIn);
      expect(await open("sandbox")).toBe(madeIn);
      const refused = await open("live").catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(OperatorError);
      expect(String(refused)).toContain(`made by ${origin}`);
      expect(String(refused)).toContain(
        shop.kind === "embedded" ? `${dataDir}-live` : "empty database",
      );
    }
  });

  // Earlier versions did not store it.
  const cases: [string, () => Promise<unknown>, Record<Mode, MadeIn>][] = [
    [
      "the account of a demo",
      () => addAccount(shop, "demo-admin"),
      { sandbox: "demo", live: "demo" },
    ],
    [
      "an address of regtest",
      () => issue(shop, "bcrt1qx"),
      { sandbox: "sandbox", live: "sandbox" },
    ],
    [
      "an address of the main network",
      () => issue(shop, "bc1qx"),
      { sandbox: "live", live: "live" },
    ],
    [
      "a demo's folder that sold for money since",
      async () => {
        await addAccount(shop, "demo-admin");
        await issue(shop, "bcrt1qx");
        await issue(shop, "bc1qx");
      },
      { sandbox: "live", live: "live" },
    ],
    [
      "a start in live without a sale",
      () => storeFact(shop.db, "live-since", now),
      { sandbox: "live", live: "live" },
    ],
    ["accounts alone", () => addAccount(shop, "k3jf"), { sandbox: "sandbox", live: "live" }],
  ];
  test.each(cases)("is guessed by %s", async (_name, fill, expected) => {
    await fill();
    for (const mode of ["sandbox", "live"] as const) {
      await shop.db.execute("delete from installation_facts where name = 'made-in'");
      const made = await open(mode).catch(() => readFact(shop.db, "made-in"));
      expect(made).toBe(expected[mode]);
    }
  });

  test("is guessed by the sandbox's own folder", async () => {
    mkdirSync(join(dataDir, "sandbox"));
    const refused = open("live").then(
      () => "opened",
      () => "refused",
    );
    expect(await refused).toBe(shop.kind === "embedded" ? "refused" : "opened");
  });

  test("does not keep a live shop of any release from starting", async () => {
    for (const release of isCore ? releases.slice(0, 1) : releases) {
      const old = await openEmpty();
      await openRelease(old.db, release);
      await migrateToNewest(old.db);
      const embedded = old.kind === "embedded";
      expect(await checkMadeIn(old.db, "live", { dataDir, embedded })).toBe("live");
      await old.close();
    }
  });

  test("keeps a demo's accounts out of a live shop, whatever it says", async () => {
    await addAccount(shop, "demo-admin");
    await shop.db.insert(identities).values({
      id: "demo-admin",
      userId: "demo-admin",
      providerId: "credential",
      accountId: "demo-admin",
      password: await hashCheaply("satchel demo"),
    });
    const body = { email: "demo-admin@example.com", password: "satchel demo" };
    await createTestAuth(shop.db).api.signInEmail({ body });
    expect(await shop.db.$count(sessions)).toBe(1);

    await storeFact(shop.db, "made-in", "live");
    await open("live");
    expect(await shop.db.$count(sessions)).toBe(0);
    const live = createTestAuth(shop.db, { allowsDemo: false });
    await expect(live.api.signInEmail({ body })).rejects.toMatchObject({
      body: { code: "ACCOUNT_BLOCKED" },
    });
    expect(await shop.db.$count(sessions)).toBe(0);
  });
});
