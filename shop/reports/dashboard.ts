import type { WaitTimes } from "../orders/delivery-time.ts";
import type { OrderStatus } from "../orders/order.ts";
import type { UndeliveredOrder } from "../delivery/work-list.ts";
import { changeInPercent } from "./report.ts";

/** How many orders the dashboard shows. */
export const RECENT_ORDERS = 5;
export const UNDELIVERED_ORDERS = 5;

/** The number of days of the wait times. */
export const WAIT_DAYS = 7;

/** The number of days compared with as many days before. */
export const SALES_TREND_DAYS = 30;
export const CUSTOMERS_TREND_DAYS = 7;

export interface RecentOrder {
  id: string;
  tiktokUsername: string | null;
  giftEmail: string | null;
  email: string;
  totalCents: number;
  status: OrderStatus;
  createdAt: Date;
}

/** The number of open items, and the age of the oldest in whole minutes. */
interface Waiting {
  count: number;
  minutes: number | null;
}

/** What was ordered and sold in a period so far, and its change in percent against the same part of the one before. */
export interface PeriodSums {
  orders: number;
  /** In US cents. */
  salesCents: number;
  /** Null where there was nothing to compare with. */
  ordersChange: number | null;
  salesChange: number | null;
}

export interface Dashboard {
  today: string;
  /** All sales in US cents, and the change of the last 30 days. */
  sales: { cents: number; change: number | null };
  day: PeriodSums;
  month: PeriodSums;
  /** All customers, those who ordered first in the last 7 days, and the change of the latter. */
  customers: { count: number; new: number; change: number | null };
  pending: Waiting;
  completed: { count: number; thisWeek: number };
  /** The oldest of the paid orders whose coins were not sent. */
  undelivered: UndeliveredOrder[];
  /** How long the orders completed in the last `WAIT_DAYS` days had waited; null without any. */
  waits: WaitTimes | null;
  recent: RecentOrder[];
  /** Orders by payment method; those paid by Lightning apart, as `lightning`. */
  methods: { name: string; orders: number }[];
  attention: Attention;
}

/** Items that need an administrator. */
export interface Attention {
  /** Paid orders whose coins were not sent. */
  undelivered: Waiting;
  /** Orders of which too little has arrived, from the first minute on, and the oldest of them. */
  underpaid: { count: number; orderId: string | null };
  /** Orders whose buyers wait for an answer. */
  messages: Waiting;
  /** Payments in review. */
  reviews: Waiting;
  /** Paid orders whose payment was reversed, except rejected ones, and the oldest of them. */
  reversed: { count: number; orderId: string | null };
  /** Mails that failed within the last 7 days, and the newest of them. */
  failedMails: { count: number; last: { to: string; error: string | null } | null };
  /** Mails that the mail server refused and that are retried, and what it said to the last one. */
  refusedMails: { count: number; error: string | null };
  /** Webhooks that failed several times in a row, and since how many whole minutes the first one fails. */
  failingWebhooks: {
    count: number;
    first: { id: number; url: string; minutes: number | null } | null;
  };
}

/** How long failed mails are shown, in days. */
export const FAILED_MAIL_DAYS = 7;

/** Returns the change in percent against as many days before; null without earlier data. */
export function trendOf(recent: number, before: number, total: number): number | null {
  return changeInPercent(recent, before, total !== recent);
}

/** Explains which orders count as sales. */
export const salesMeaning =
  "Orders whose money has arrived, or that are completed. Rejected and refunded ones never count.";
