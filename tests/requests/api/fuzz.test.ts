import { expect, test } from "vitest";
import fc from "fast-check";
import { orderStatuses } from "#shop/orders/order.ts";
import { makeKey } from "../../api-keys.ts";
import { openTestApp } from "../open-app.ts";
import { placeOrder } from "../place-order.ts";
import { ApiClient } from "./api-client.ts";

const RUNS = Number(process.env.ATTACKS ?? 60);

/** The characters that Node allows in a header. */
const headerText = fc.string({ unit: fc.constantFrom(...Array.from(' !"*,/0129AWZaz{}\u00e9')) });

const word = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom("__proto__", "constructor", "null", "%", "\u0000", "'; --", "1e999", "-1"),
);

test("random requests are answered as documented, and never with 500", async () => {
  const app = await openTestApp();
  const { visitor: admin } = await app.account();
  const { id } = await placeOrder(app);
  // Several keys, so that the rate limit is not reached.
  const scopes = ["orders:read", "orders:write", "packages:read"] as const;
  const keys: string[] = [];
  for (let i = 0; i < 1 + RUNS / 60; i += 1) keys.push(await makeKey(admin, scopes));
  let count = 0;
  const program = () => new ApiClient(app, keys[(count += 1) % keys.length] ?? "");
  const decent = (status: number) => expect(status).toBeLessThan(500);

  const query = fc.dictionary(
    fc.oneof(
      word,
      fc.constantFrom(
        "status",
        "paymentStatus",
        "search",
        "createdAfter",
        "updatedAfter",
        "sort",
        "limit",
        "cursor",
      ),
    ),
    fc.oneof(
      word,
      fc.constantFrom("pending", "newest", "updated", "100", "0"),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc
        .tuple(fc.bigInt({ min: 0n, max: 10n ** 17n }), fc.constantFrom("created-", "updated"))
        .map(([value, sort]) => Buffer.from(`${sort}.${value}.AAAAAAA`).toString("base64url")),
    ),
    { maxKeys: 3 },
  );
  await fc.assert(
    fc.asyncProperty(query, async (fields) => {
      const text = Object.entries(fields)
        .map((pair) => pair.map((part) => encodeURIComponent(part.toWellFormed())).join("="))
        .join("&");
      const { status } = await program().request(`/orders?${text}`);
      decent(status);
    }),
    { numRuns: RUNS },
  );

  const body = fc.oneof(
    fc.json(),
    fc.string({ unit: "binary" }),
    fc
      .record(
        {
          status: fc.oneof(fc.constantFrom(...orderStatuses), fc.jsonValue()),
          reason: fc.oneof(fc.string({ unit: "binary" }), fc.constant("\ud800"), fc.jsonValue()),
        },
        { requiredKeys: [] },
      )
      .map((value) => JSON.stringify(value)),
  );
  await fc.assert(
    fc.asyncProperty(body, headerText, fc.boolean(), async (text, match, isJson) => {
      const { status } = await program().request(`/orders/${id}`, {
        method: "PATCH",
        body: text,
        headers: {
          "content-type": isJson ? "application/json" : match,
          ...(match.trim() && { "if-match": match }),
        },
      });
      decent(status);
    }),
    { numRuns: RUNS },
  );

  const method = fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND");
  await fc.assert(
    fc.asyncProperty(
      word,
      fc.constantFrom("/orders", "/packages", ""),
      method,
      async (name, above, by) => {
        const path = `${above}/${encodeURIComponent(name.toWellFormed())}`;
        const client = program();
        // URL parsers remove these path segments before a request is sent.
        if (/\/(\.|%2e){1,2}$/i.test(path) || path === "/" || path === "/openapi.json") return;
        const { status } = await client.request(path, { method: by });
        decent(status);
      },
    ),
    { numRuns: RUNS },
  );

  await fc.assert(
    fc.asyncProperty(
      fc.oneof(headerText, fc.string({ unit: fc.constantFrom("a", "_", "1"), minLength: 250 })),
      async (text) => {
        for (const authorization of [text, `Bearer ${text}`, `bearer satchel_live_${text}`]) {
          const { status } = await new ApiClient(app, null).request("/orders", {
            headers: { authorization },
          });
          expect(status).toBe(401);
        }
      },
    ),
    { numRuns: Math.ceil(RUNS / 3) },
  );
});
