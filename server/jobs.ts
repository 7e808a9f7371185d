import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { startTwoFactorRemovals } from "#shop/accounts/two-factor-removal.jobs.server.ts";
import { startCreditNotes } from "#shop/invoices/credit-notes.jobs.server.ts";
import { startLoyalty } from "#shop/loyalty/loyalty.jobs.server.ts";
import { completeMails } from "#shop/mail-sending/complete-mail.server.ts";
import { deliveryTexts, deliveryTimeOf } from "#shop/orders/delivery-time.ts";
import { recentWaitTimes } from "#shop/orders/wait-times.server.ts";
import { startMailer } from "#shop/mail/mails.jobs.server.ts";
import { startDelivery } from "#shop/delivery/delivery.jobs.server.ts";
import { startMethods } from "#shop/methods/methods.jobs.server.ts";
import { startNewsletters } from "#shop/newsletter/newsletters.jobs.server.ts";
import { startNotifications } from "#shop/notifications/notifications.jobs.server.ts";
import type { VapidKeys } from "#shop/notifications/web-push.server.ts";
import { startAlerts } from "#shop/operations/alerts.jobs.server.ts";
import type { SystemWatch } from "#shop/operations/system-watch.server.ts";
import type { AddressSource } from "#shop/payments/wallet/address.ts";
import { firstAddresses } from "#shop/payments/wallet/confirmation.server.ts";
import { startIndexCheck } from "#shop/payments/wallet/address-indexes.jobs.server.ts";
import { openLightning } from "#shop/payments/lightning/lightning.jobs.server.ts";
import { startChainWatcher } from "#shop/payments/poller/chain-watcher.jobs.server.ts";
import { policyOf } from "#shop/payments/model/policy.ts";
import { startCurrencyFeed } from "#shop/payments/prices/currency-feed.server.ts";
import { startPriceFeed } from "#shop/payments/prices/price-feed.server.ts";
import { startRefundChecks } from "#shop/payments/review/refund-checks.jobs.server.ts";
import { startCreditReturns } from "#shop/checkout/ended-sessions.jobs.server.ts";
import { startReviews } from "#shop/payments/review/reviews.jobs.server.ts";
import { defaultSettings } from "#shop/settings/settings.ts";
import { startWebhooks } from "#shop/webhooks/webhooks.jobs.server.ts";
import { isLastHost } from "#shop/payments/chain/chain.ts";
import { chainSource, checkHosts } from "./chain-source.ts";
import type { Env } from "./env.server.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { lightningNode } from "./lightning-node.ts";
import { paymentProviders } from "./providers.ts";
import { type Sandbox, sandboxAddresses, sandboxPriceUrls } from "./sandbox.ts";

/** The running jobs, and the parts of them that the screens use. */
export type Jobs = Awaited<ReturnType<typeof startJobs>>;

/** Starts the background jobs; returns the parts that the rest of the shop uses. */
export async function startJobs(
  db: Db,
  options: {
    env: Env;
    /** Whether the database runs in this process. */
    embedded: boolean;
    sandbox: Sandbox | null;
    system: SystemWatch;
    vapid: VapidKeys;
    /** Whether this is a sandbox on the data of a live shop. */
    reachesNobody: boolean;
    /** The time for claims. */
    clock: () => Date;
    /** The number of this process in claims. */
    holder: number;
    log: Log;
  },
) {
  const { env, embedded, sandbox, system, vapid, reachesNobody, clock, holder, log } = options;
  const stops: (() => Promise<void>)[] = [];
  const quotes = {
    urls: env.priceUrls ?? (sandbox ? sandboxPriceUrls(sandbox.url) : []),
    maxAgeSeconds: env.priceMaxAgeSeconds,
    minSources: env.priceMinSources,
    log,
  };
  const prices = await startPriceFeed(db, { ...quotes, refreshSeconds: env.priceRefreshSeconds });
  stops.push(prices.stop);
  // Twice within the age at which a quote no longer counts.
  const currencies = startCurrencyFeed({ ...quotes, refreshSeconds: env.priceMaxAgeSeconds / 2 });
  stops.push(currencies.stop);

  const addresses = env.addresses ?? sandboxAddresses(sandbox?.xpub ?? "", env.network);
  log(walletLine(addresses));
  // For checkouts from before each stored its own policy.
  const policy = policyOf(defaultSettings, addresses.kind);
  const intervals = {
    watchedSeconds: env.chainPollSeconds,
    openSeconds: Math.max(env.chainPollSeconds, Math.min(60, env.chainPollSeconds * 5)),
  };
  const source = chainSource(db, { env, addresses, sandboxUrl: sandbox?.url ?? null });
  if (env.esploraUrls) await checkHosts(source, { env, log });
  const indexes =
    addresses.kind === "xpub" ? startIndexCheck(db, { source, key: addresses.key, log }) : null;
  if (indexes) stops.push(indexes.stop);
  // No address may be handed out before. And before the watcher: thousands of addresses may be due after a while, and
  // the check would wait for its turn among them.
  await indexes?.tried;
  const watcher = await startChainWatcher(db, {
    source,
    policy,
    intervals,
    rateCents: () => prices.current(new Date())?.rateCents ?? null,
    log,
  });
  stops.push(watcher.stop);
  const refundChecks = startRefundChecks(db, { source, network: env.network, log });
  stops.push(refundChecks.stop);
  const reviews = startReviews(db, { policy, log });
  stops.push(reviews.stop);
  const creditReturns = startCreditReturns(db, { log });
  stops.push(creditReturns.stop);

  const node = await lightningNode(env, { sandbox, log });
  const lightning = node && openLightning(db, { node, network: env.network, policy, log });
  if (lightning) stops.push(lightning.stop);

  const providers = paymentProviders(env, sandbox);
  const methods = startMethods(db, { providers, policy, log });
  stops.push(methods.stop);

  const waitTimes = recentWaitTimes(db);
  const mailer = startMailer(db, {
    smtpUrl: env.smtpUrl ?? sandbox?.smtpUrl ?? "",
    from: env.mailFrom,
    appUrl: env.appUrl,
    complete: completeMails(db, env),
    // What the live shop has not sent yet stays its own.
    createdSince: reachesNobody ? new Date() : null,
    clock,
    holder,
    deliveryTexts: async ({ deliveryTime }) =>
      deliveryTexts(deliveryTimeOf(await waitTimes(new Date()), deliveryTime)),
    log,
  });
  stops.push(mailer.stop);
  const newsletters = startNewsletters(db, { log });
  stops.push(newsletters.stop);

  const webhookTargets = {
    allowPrivate: env.webhookAllowPrivate,
    httpsOnly: env.mode === "live" && !env.webhookAllowPrivate,
    reachesNobody,
  };
  const sending = { policy: webhookTargets, clock, holder, log };
  // With attempts that are refused, messages of the live shop would be given up.
  const delivery = reachesNobody ? null : startDelivery(db, sending);
  if (delivery) {
    stops.push(startWebhooks(db, sending).stop);
    stops.push(startNotifications(db, { ...sending, appUrl: env.appUrl, vapid }).stop);
    stops.push(delivery.stop);
  }

  const housekeeping = startHousekeeping(db, { embedded, log });
  stops.push(housekeeping.stop);
  const alerts = startAlerts(db, {
    health: (now) => ({
      price: prices.current(now) !== null,
      chain: watcher.chainUp(),
      hosts: !isLastHost(watcher.chainHosts()),
      lightning: !lightning || lightning.status().problem === null,
      delivery: !delivery || delivery.healthy(now),
      housekeeping: housekeeping.healthy(),
    }),
    system,
    log,
  });
  stops.push(alerts.stop);
  const loyalty = startLoyalty(db, { log });
  stops.push(loyalty.stop);
  stops.push(startCreditNotes(db, { log }).stop);
  stops.push(startTwoFactorRemovals(db, { clock, log }).stop);

  return {
    prices,
    currencies,
    watcher,
    transactionOf: (txid: string) => source.transactionOf(txid, null),
    lightning,
    addresses,
    policy,
    intervals,
    providers,
    webhookTargets,
    /** Stops the jobs in reverse order, each after its current tick. */
    stop: async () => {
      for (const stop of stops.toReversed()) await stop();
    },
  };
}

/** Returns the log line that the owner compares with the wallet. */
function walletLine(addresses: AddressSource): string {
  const script = addresses.kind === "xpub" ? addresses.key.script : "fixed";
  const first = firstAddresses(addresses).join(" ");
  return `wallet script=${script} addresses="${first}": compare these with your wallet`;
}
