import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectNode, rootDir } from "../../../scripts/lib/prepare.mjs";
import type { PublicOrder } from "#shop/orders/public-order.ts";
import { newAccount } from "../hostile/http-client.ts";
import { placeOrder } from "../place-order.ts";
import { expect, test } from "../shop.ts";
import { makeKey, ApiClient } from "./api-client.ts";

const run = promisify(execFile);
const text = readFileSync(join(rootDir, "docs/api.md"), "utf8");

/** Returns the code blocks of docs/api.md in this language. */
function blocks(language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(
    ([, block = ""]) => block,
  );
}

test("the delivery bot of docs/api.md delivers paid orders once", async ({ ownShop }) => {
  test.slow();
  const [bot = ""] = blocks("js");
  expect(bot.trim().split("\n").length).toBeLessThanOrEqual(30);
  const folder = mkdtempSync(join(tmpdir(), "satchel-bot-"));
  const path = join(folder, "deliver.mjs");
  writeFileSync(path, bot);

  const shop = await ownShop();
  const { stranger: admin } = await newAccount(shop);
  const key = await makeKey(admin, ["orders:read", "orders:write"]);
  const program = new ApiClient(shop, key);
  const unpaid = await placeOrder(shop);
  const paid = [await placeOrder(shop), await placeOrder(shop, { packageId: "1" })];
  for (const { payment } of paid) await shop.pay({ ...payment, confirm: 6 });
  const listed = async (status: string) => {
    const { json } = await program.request(`/orders?status=${status}`);
    return (json as { orders: PublicOrder[] }).orders.map(({ id }) => id);
  };
  await expect.poll(() => listed("processing")).toHaveLength(2);

  const env = { SHOP_URL: shop.url, SATCHEL_KEY: key };
  const first = await run(projectNode, [path], { env });
  for (const { id } of paid) expect(first.stdout).toContain(`${id}: `);
  expect(first.stdout).toContain(`70 coins to @${paid[1]?.buyer.username}`);
  expect(first.stdout).not.toContain(unpaid.id);
  expect((await listed("completed")).toSorted()).toEqual(paid.map(({ id }) => id).toSorted());
  expect(await listed("pending")).toEqual([unpaid.id]);
  expect((await run(projectNode, [path], { env })).stdout).toBe("");
  const forged = run(projectNode, [path], { env: { ...env, SATCHEL_KEY: "forged" } });
  await expect(forged).rejects.toThrow("A valid API key is needed");
  rmSync(folder, { recursive: true });
});

test("the shell commands in docs/api.md work", async ({ ownShop }) => {
  const shop = await ownShop();
  const { stranger: admin } = await newAccount(shop);
  const key = await makeKey(admin, ["orders:read", "orders:write", "packages:read"]);
  const { id } = await placeOrder(shop);
  const env = { PATH: process.env.PATH, SHOP_URL: shop.url, SATCHEL_KEY: key, ORDER_ID: id };
  const lines = blocks("sh");
  expect(lines).toHaveLength(4);
  const answers: unknown[] = [];
  for (const line of lines) {
    const { stdout } = await run("sh", ["-c", line.replace("curl ", "curl --silent --fail ")], {
      env,
    });
    answers.push(JSON.parse(stdout));
  }
  expect(answers).toMatchObject([
    { packages: [{ id: "1" }, {}, {}, {}, { placement: "promotion" }] },
    { orders: [], next: null },
    { id, events: [{ type: "placed" }] },
    { id, status: "rejected", statusReason: "The account does not exist" },
  ]);
});
