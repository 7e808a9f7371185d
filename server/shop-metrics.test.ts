import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { describeOnBothDatabases } from "../tests/db.ts";
import { registerRequestMetrics } from "./request-metrics.ts";
import { type MetricSources, watchShop } from "./shop-metrics.ts";

const now = new Date("2026-11-20T12:00:00Z");
/** As of a response that arrives while the database is read. */
const justAfter = new Date("2026-11-20T12:00:00.013Z");

const unknown = { at: null, rateCents: null, counts: false, problem: null };

const outside: Omit<MetricSources, "db"> = {
  prices: {
    stop: async () => undefined,
    current: () => null,
    sources: () => [
      { ...unknown, name: "Kraken", at: new Date("2026-11-20T11:59:30Z") },
      { ...unknown, name: "Coinbase" },
      { ...unknown, name: "Bitstamp", at: justAfter },
    ],
  },
  chain: { chainUp: () => true, chainHosts: () => [], lastResponse: () => justAfter },
  lightning: { status: () => ({ kind: "lnd", state: null, problem: "It is down." }) },
  listening: () => 3,
};

describeOnBothDatabases("the metrics of the shop", (openFresh) => {
  test("have the known values, and omit the unknown", async () => {
    const { db, close } = await openFresh();
    const watch = watchShop({ ...outside, db });
    const open = await (await watch.collect(now)).metrics();
    expect(open).toContain("satchel_database_up 1\n");
    expect(open).toContain('satchel_orders_open{status="pending"} 0\n');
    expect(open).toContain("satchel_mails_waiting 0\n");
    expect(open).toContain("satchel_deliveries_waiting 0\n");
    expect(open).toContain("satchel_deliveries_oldest_seconds 0\n");
    expect(open).toContain("satchel_deliveries_failed 0\n");
    expect(open).toContain("satchel_chain_up 1\n");
    expect(open).toContain("satchel_chain_hosts 0\n");
    expect(open).toContain("satchel_price_up 0\n");
    expect(open).toContain('satchel_price_age_seconds{source="Kraken"} 30\n');
    expect(open).not.toContain("Coinbase");
    expect(open).toContain('satchel_price_age_seconds{source="Bitstamp"} 0\n');
    expect(open).toContain("satchel_chain_age_seconds 0\n");
    expect(open).toContain("satchel_lightning_up 0\n");
    expect(open).toContain("satchel_lightning_invoices_open 0\n");
    expect(open).toContain("satchel_lightning_orders 0\n");
    const without = watchShop({ ...outside, lightning: null, db });
    expect(await (await without.collect(now)).metrics()).not.toContain("lightning");
    without.stop();

    await close();
    const closed = await (await watch.collect(now)).metrics();
    watch.stop();
    expect(closed).toContain("satchel_database_up 0\n");
    expect(closed).toContain("satchel_live_streams 3\n");
    expect(closed).not.toContain("satchel_orders_open");
    expect(closed).not.toContain("satchel_mails");
  });

  test("the rules for Prometheus read metrics and labels that there are", async () => {
    const { db } = await openFresh();
    const watch = watchShop({ ...outside, db });
    const registry = await watch.collect(now);
    watch.stop();
    registerRequestMetrics(registry)({ method: "GET", route: "/", status: 500, seconds: 1 });
    const metrics = await registry.metrics();
    const { groups } = rulesSchema.parse(
      parse(readFileSync(new URL("../deploy/prometheus-rules.yml", import.meta.url), "utf8")),
    );
    const rules = groups.flatMap((group) => group.rules);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    // `up` is of Prometheus itself, and ranges of a label are no text of a metric.
    const read = rules.flatMap(({ expr }) =>
      [...expr.matchAll(/\bsatchel_\w+(?:\{\w+="[^"]+"\})?/g)].map(([selector]) => selector),
    );
    expect(read.length).toBeGreaterThan(rules.length);
    const hasSeries = (selector: string) =>
      selector.endsWith("}")
        ? metrics.includes(`\n${selector} `)
        : new RegExp(`^${selector}[ {]`, "m").test(metrics);
    expect(read.filter((selector) => !hasSeries(selector))).toEqual([]);
  });
});

/** https://prometheus.io/docs/prometheus/latest/configuration/alerting_rules/ */
const rulesSchema = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z
        .array(
          z.strictObject({
            alert: z.string().regex(/^Satchel\w+$/),
            expr: z.string(),
            for: z
              .string()
              .regex(/^\d+[mh]$/)
              .optional(),
            annotations: z.strictObject({ summary: z.string() }),
          }),
        )
        .min(1),
    }),
  ),
});
