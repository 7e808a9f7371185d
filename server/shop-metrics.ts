import { monitorEventLoopDelay } from "node:perf_hooks";
import { Gauge, Registry } from "prom-client";
import type { Db } from "#db/client.server.ts";
import { secondsSince } from "#lib/duration.ts";
import type { HostStatus } from "#shop/payments/chain/chain.ts";
import type { Lightning } from "#shop/payments/lightning/lightning.jobs.server.ts";
import type { PriceFeed } from "#shop/payments/prices/price-feed.server.ts";
import { type OpenWork, readOpenWork } from "#shop/reports/open-work.server.ts";

export interface MetricSources {
  db: Db;
  prices: PriceFeed;
  chain: { chainUp: () => boolean; chainHosts: () => HostStatus[]; lastResponse: () => Date };
  /** Null where no node is configured. */
  lightning: Pick<Lightning, "status"> | null;
  /** Returns the number of open live-update streams. */
  listening: () => number;
}

const LOOP_RESOLUTION_MS = 20;

/**
 * Reads the metrics of the shop and of this process for one scrape. Each scrape gets a registry of its own, so that
 * all gauges come from the same database read and a gauge whose value is unknown is absent.
 */
export function watchShop(sources: MetricSources): {
  collect: (now: Date) => Promise<Registry>;
  stop: () => void;
} {
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  loop.enable();
  return {
    collect: async (now) => {
      const registry = new Registry();
      // The other metrics can be read while the database is down.
      const openWork = await readOpenWork(sources.db, now).catch(() => null);
      addGauge(registry, "satchel_database_up", "1 while the database answers.", openWork !== null);
      if (openWork) addOpenWork(registry, openWork);
      if (sources.lightning) addLightning(registry, sources.lightning, openWork);
      addSources(registry, sources, now);
      addGauge(registry, "satchel_live_streams", "Open live-update streams.", sources.listening());
      addProcess(registry, {
        mean: lagOf(loop.mean),
        p99: lagOf(loop.percentile(99)),
        max: lagOf(loop.max),
      });
      loop.reset();
      return registry;
    },
    stop: () => loop.disable(),
  };
}

function addOpenWork(registry: Registry, openWork: OpenWork): void {
  const { openOrders, reviews, mails, webhooks, deliveries } = openWork;
  addGauges(registry, {
    name: "satchel_orders_open",
    help: "Orders that are neither completed nor rejected.",
    label: "status",
    values: openOrders,
  });
  const add = (name: string, help: string, value: number) => addGauge(registry, name, help, value);
  add("satchel_payments_in_review", "Payments waiting for a decision.", reviews);
  add("satchel_mails_waiting", "Mails in the outbox, without newsletters.", mails.waiting);
  add("satchel_mails_oldest_seconds", "Age of the oldest waiting mail.", mails.oldestSeconds);
  add("satchel_mails_failed", "Mails given up within the last 7 days.", mails.failed);
  add("satchel_webhooks_waiting", "Undelivered webhook deliveries.", webhooks.waiting);
  add(
    "satchel_webhooks_oldest_seconds",
    "Age of the oldest undelivered webhook delivery.",
    webhooks.oldestSeconds,
  );
  add(
    "satchel_webhooks_failed",
    "Webhook deliveries given up within the last 7 days.",
    webhooks.failed,
  );
  add(
    "satchel_deliveries_waiting",
    "Paid orders that the delivery adapter has yet to deliver.",
    deliveries.waiting,
  );
  add(
    "satchel_deliveries_oldest_seconds",
    "Age of the oldest paid order that the delivery adapter has not delivered.",
    deliveries.oldestSeconds,
  );
  add(
    "satchel_deliveries_failed",
    "Paid orders that the delivery adapter refused or gave up.",
    deliveries.failed,
  );
}

function addLightning(
  registry: Registry,
  lightning: Pick<Lightning, "status">,
  openWork: OpenWork | null,
): void {
  const add = (name: string, help: string, value: number | boolean) =>
    addGauge(registry, name, help, value);
  const isUp = lightning.status().problem === null;
  add("satchel_lightning_up", "1 while the Lightning node can be used.", isUp);
  if (!openWork) return;
  const { open, orders } = openWork.lightning;
  add("satchel_lightning_invoices_open", "Invoices whose payment is watched for.", open);
  add("satchel_lightning_orders", "Orders paid by Lightning.", orders);
}

function addSources(registry: Registry, { prices, chain }: MetricSources, now: Date): void {
  const add = (name: string, help: string, value: number | boolean) =>
    addGauge(registry, name, help, value);
  add("satchel_chain_up", "1 while a chain source answers.", chain.chainUp());
  const hosts = chain.chainHosts();
  const answering = hosts.filter(({ state }) => state === "answering");
  add("satchel_chain_hosts", "Configured hosts of the chain source.", hosts.length);
  add("satchel_chain_hosts_answering", "Hosts that answer and are not behind.", answering.length);
  add(
    "satchel_chain_age_seconds",
    "Since the chain's last answer.",
    secondsSince(chain.lastResponse(), now),
  );
  add("satchel_price_up", "1 while there is a price to sell at.", prices.current(now) !== null);
  addGauges(registry, {
    name: "satchel_price_age_seconds",
    help: "Age of the price of each source.",
    label: "source",
    values: Object.fromEntries(
      prices.sources(now).flatMap(({ name, at }) => (at ? [[name, secondsSince(at, now)]] : [])),
    ),
  });
}

function addProcess(registry: Registry, lag: Record<string, number>): void {
  const { rss, heapUsed, external } = process.memoryUsage();
  addGauges(registry, {
    name: "satchel_event_loop_lag_seconds",
    help: "Event-loop delay since the last scrape.",
    label: "stat",
    values: lag,
  });
  addGauges(registry, {
    name: "satchel_memory_bytes",
    help: "Memory of the process.",
    label: "kind",
    values: { rss, heapUsed, external },
  });
  addGauge(
    registry,
    "satchel_uptime_seconds",
    "Since the process began.",
    Math.round(process.uptime()),
  );
}

function addGauge(registry: Registry, name: string, help: string, value: number | boolean): void {
  new Gauge({ name, help, registers: [registry] }).set(Number(value));
}

/** Adds a gauge with one time series for each value of its label. */
function addGauges(
  registry: Registry,
  options: { name: string; help: string; label: string; values: Record<string, number> },
): void {
  const { name, help, label, values } = options;
  const gauge = new Gauge({ name, help, labelNames: [label], registers: [registry] });
  for (const [key, value] of Object.entries(values)) gauge.set({ [label]: key }, value);
}

/** Subtracts the sampling interval, which Node counts in; `nanoseconds` is NaN before the first sample. */
function lagOf(nanoseconds: number): number {
  return Math.max(0, (nanoseconds || 0) / 1e9 - LOOP_RESOLUTION_MS / 1000);
}
