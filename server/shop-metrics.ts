import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Db } from "#db/client.server.ts";
import type { PriceFeed } from "#shop/payments/prices/price-feed.server.ts";
import { type Operations, readOperations } from "#shop/reports/operations.server.ts";
import { type Family, gauge, sample } from "./exposition.ts";

export interface MetricSources {
  db: Db;
  prices: PriceFeed;
  chain: { chainUp: () => boolean; chainAgrees: () => boolean; lastAnswer: () => Date };
  /** How many browsers hear of changes as they happen. */
  listening: () => number;
}

const LOOP_RESOLUTION_MS = 20;

/** What the shop and this process tell of themselves, read when they are asked. */
export function watchShop(sources: MetricSources): {
  families: (now: Date) => Promise<Family[]>;
  stop: () => void;
} {
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  loop.enable();
  return {
    families: async (now) => {
      // A database that is down is told as such; the rest is known without it.
      const operations = await readOperations(sources.db, now).catch(() => null);
      const lag = { mean: lagOf(loop.mean), p99: lagOf(loop.percentile(99)), max: lagOf(loop.max) };
      loop.reset();
      return [
        gauge("satchel_database_up", "1 while the database answers.", operations ? 1 : 0),
        ...(operations ? workFamilies(operations) : []),
        ...sourceFamilies(sources, now),
        gauge("satchel_live_streams", "Browsers that hear of changes.", sources.listening()),
        ...processFamilies(lag),
      ];
    },
    stop: () => loop.disable(),
  };
}

function workFamilies({ openOrders, reviews, mails, webhooks }: Operations): Family[] {
  return [
    {
      name: "satchel_orders_open",
      type: "gauge",
      help: "Orders that are neither completed nor rejected.",
      samples: Object.entries(openOrders).map(([status, count]) => sample(count, { status })),
    },
    gauge("satchel_payments_in_review", "Payments that wait for a decision.", reviews),
    gauge("satchel_mails_waiting", "Mails in the outbox, newsletters left out.", mails.waiting),
    gauge(
      "satchel_mails_oldest_seconds",
      "For how long the oldest of them has waited.",
      mails.oldestSeconds,
    ),
    gauge("satchel_mails_failed", "Mails given up within the last 7 days.", mails.failed),
    gauge(
      "satchel_webhooks_waiting",
      "Webhook deliveries that no receiver has taken yet.",
      webhooks.waiting,
    ),
    gauge(
      "satchel_webhooks_oldest_seconds",
      "For how long the oldest of them has waited.",
      webhooks.oldestSeconds,
    ),
    gauge(
      "satchel_webhooks_failed",
      "Webhook deliveries given up within the last 7 days.",
      webhooks.failed,
    ),
  ];
}

function sourceFamilies({ prices, chain }: MetricSources, now: Date): Family[] {
  const age = (at: Date) => (now.getTime() - at.getTime()) / 1000;
  return [
    gauge("satchel_chain_up", "1 while a chain source answers.", chain.chainUp() ? 1 : 0),
    gauge(
      "satchel_chain_agrees",
      "0 while the chain's hosts disagree.",
      chain.chainAgrees() ? 1 : 0,
    ),
    gauge("satchel_chain_age_seconds", "Since the chain's last answer.", age(chain.lastAnswer())),
    gauge("satchel_price_up", "1 while there is a price to sell at.", prices.current(now) ? 1 : 0),
    {
      name: "satchel_price_age_seconds",
      type: "gauge",
      help: "How old the price of each source is.",
      samples: prices
        .sources(now)
        .flatMap(({ name, at }) => (at ? [sample(age(at), { source: name })] : [])),
    },
  ];
}

function processFamilies(lag: Record<string, number>): Family[] {
  const { rss, heapUsed, external } = process.memoryUsage();
  return [
    {
      name: "satchel_event_loop_lag_seconds",
      type: "gauge",
      help: "How late timers were since this was last asked.",
      samples: Object.entries(lag).map(([stat, seconds]) => sample(seconds, { stat })),
    },
    {
      name: "satchel_memory_bytes",
      type: "gauge",
      help: "Memory of the process.",
      samples: Object.entries({ rss, heapUsed, external }).map(([kind, bytes]) =>
        sample(bytes, { kind }),
      ),
    },
    gauge("satchel_uptime_seconds", "Since the process began.", Math.round(process.uptime())),
  ];
}

/** Node counts the whole time between two ticks, in nanoseconds; NaN before the first. */
function lagOf(nanoseconds: number): number {
  return Math.max(0, (nanoseconds || 0) / 1e9 - LOOP_RESOLUTION_MS / 1000);
}
