import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { rootDir } from "../../../scripts/lib/prepare.mjs";
import { newAccount } from "../hostile/http-client.ts";
import { placeOrder } from "../place-order.ts";
import { expect, test } from "../shop.ts";
import { makeKey } from "../../api-keys.ts";

const run = promisify(execFile);
const text = readFileSync(join(rootDir, "docs/api.md"), "utf8");

/** Returns the code blocks of docs/api.md in this language. */
function blocks(language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(
    ([, block = ""]) => block,
  );
}

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
