import { href } from "react-router";
import { durationText } from "#lib/duration.ts";
import { formatCount } from "#lib/money.ts";
import type { LightningState } from "#shop/payments/lightning/lightning-state.server.ts";
import type { SystemState } from "#shop/operations/system-state.ts";
import { isBeyondGap } from "#shop/payments/model/policy.ts";
import { type Attention, FAILED_MAIL_DAYS } from "#shop/reports/dashboard.ts";
import { mailList } from "../mails/mail-list.ts";
import { lightningItems } from "./lightning-items.ts";
import { type Machine, machineItems, systemItems } from "./system-items.ts";
import { StateCard, type StateItem } from "./state-card.tsx";
import { settingsPath } from "../settings/settings-pages.ts";

/** State of the shop's address, chain hosts, prices and the wallet's address gap. */
interface Sources extends Machine {
  /** True for a live shop whose address begins with `http:`. */
  unencrypted: boolean;
  chainUp: boolean;
  /** True while only one of several chain hosts answers. */
  lastHost: boolean;
  priceUp: boolean;
  troubledPrices: readonly { name: string; problem: string }[];
  /** Number of addresses issued since the last paid one. */
  unpaidRun: number;
  /** How far the owner's wallet looks. */
  gapLimit: number;
  walletConfirmed: boolean;
}

export interface AttentionListProps {
  attention: Attention;
  sources: Sources;
  /** Null without a Lightning node. */
  lightning: LightningState | null;
  system: SystemState;
}

/** Problems that need an administrator, most urgent first. */
export function AttentionList({ attention, sources, lightning, system }: AttentionListProps) {
  const items = [
    ...sourceItems(sources),
    ...lightningItems(lightning),
    ...systemItems(system),
    ...workItems(attention),
  ];
  return <StateCard title="Needs attention" items={items} none="Nothing is waiting." />;
}

function sourceItems(sources: Sources): StateItem[] {
  const { chainUp, lastHost, priceUp, troubledPrices, unpaidRun, gapLimit } = sources;
  const items: StateItem[] = [];
  if (!sources.walletConfirmed) {
    items.push({
      title: "Compare the addresses with your wallet",
      tone: "rejected",
      under: "Bitcoin is not offered until you have confirmed that they are yours.",
      to: settingsPath("addresses"),
    });
  }
  if (sources.unencrypted) {
    items.push({
      title: "The shop does not use HTTPS",
      tone: "rejected",
      under: "Its address begins with http. Serve it over HTTPS and change APP_URL.",
    });
  }
  items.push(...machineItems(sources));
  if (!chainUp) {
    items.push({
      title: "No chain source answers",
      tone: "rejected",
      under: "Payments will be detected once one does. None is lost.",
    });
  }
  if (lastHost) {
    items.push({
      title: "Only one chain host answers",
      tone: "pending",
      under: "It cannot invent a payment, but it could hide one. See the hosts in Settings.",
      to: settingsPath("network"),
    });
  }
  if (!priceUp) {
    items.push({
      title: "No Bitcoin price",
      tone: "rejected",
      under: "Bitcoin cannot be offered until a price source answers.",
      to: settingsPath("price"),
    });
  }
  const [troubled, ...others] = troubledPrices;
  if (priceUp && troubled) {
    const more = others.length > 0 ? `, and ${others.length} more` : "";
    items.push({
      title: "Price sources with a problem",
      tone: "pending",
      count: others.length + 1,
      under: `${troubled.name}: ${troubled.problem}${more}`,
      to: settingsPath("price"),
    });
  }
  if (isBeyondGap(unpaidRun, gapLimit)) {
    items.push({
      title: "Unpaid addresses in a row",
      tone: "pending",
      count: unpaidRun,
      under: `Your wallet looks ${formatCount(gapLimit)} ahead. Raise its gap limit, then the one in Settings.`,
      to: settingsPath("addresses"),
    });
  }
  return items;
}

function workItems(attention: Attention): StateItem[] {
  const { underpaid, messages, reviews, reversed, failedMails, refusedMails, failingWebhooks } =
    attention;
  const oldest = (minutes: number | null) =>
    minutes === null ? null : `Oldest ${durationText(minutes)}`;
  const items: StateItem[] = [];
  if (reversed.orderId) {
    items.push({
      title: "Payment reversed by the network",
      tone: "rejected",
      count: reversed.count,
      under: `First ${reversed.orderId}`,
      to: href("/admin/orders/:orderId", { orderId: reversed.orderId }),
    });
  }
  if (underpaid.orderId) {
    const isOne = underpaid.count === 1;
    items.push({
      title: isOne ? "Underpaid order" : "Underpaid orders",
      tone: "pending",
      count: underpaid.count,
      under: isOne ? underpaid.orderId : `First ${underpaid.orderId}`,
      to: isOne
        ? href("/admin/orders/:orderId", { orderId: underpaid.orderId })
        : `${href("/admin/orders")}?payment=underpaid`,
    });
  }
  if (messages.count > 0) {
    items.push({
      title: "Messages to answer",
      tone: "pending",
      count: messages.count,
      under: oldest(messages.minutes),
      to: `${href("/admin/orders")}?messages=shop`,
    });
  }
  if (reviews.count > 0) {
    items.push({
      title: "Payments to review",
      tone: "pending",
      count: reviews.count,
      under: oldest(reviews.minutes),
      to: href("/admin/review"),
    });
  }
  if (refusedMails.error) {
    items.push({
      title: "Emails cannot be sent",
      tone: "rejected",
      count: refusedMails.count,
      under: `${refusedMails.error} They are retried for a day.`,
      to: mailList.to({ state: "waiting" }),
    });
  }
  if (failedMails.last) {
    const { to, error } = failedMails.last;
    items.push({
      title: `Emails not delivered, last ${FAILED_MAIL_DAYS} days`,
      tone: "rejected",
      count: failedMails.count,
      under: error ? `${to}: ${error}` : to,
      to: mailList.to({ state: "undelivered" }),
    });
  }
  if (failingWebhooks.first) {
    const { id, url, minutes } = failingWebhooks.first;
    const single = failingWebhooks.count === 1;
    items.push({
      title: single ? "A webhook is failing" : "Webhooks are failing",
      tone: "rejected",
      count: failingWebhooks.count,
      under: minutes === null ? url : `${new URL(url).host}, for ${durationText(minutes)}`,
      to: single ? href("/admin/webhooks/:id", { id: String(id) }) : href("/admin/webhooks"),
    });
  }
  return items;
}
