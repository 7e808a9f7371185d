import type { OrderStatus } from "../orders/order.ts";
import { changeInPercent } from "./report.ts";

/** How many orders the dashboard shows. */
export const RECENT_ORDERS = 5;

/** Over how many days the sales and the customers are compared with as many days before. */
export const SALES_TREND_DAYS = 30;
export const CUSTOMERS_TREND_DAYS = 7;

export interface RecentOrder {
  id: string;
  tiktokUsername: string;
  email: string;
  totalCents: number;
  status: OrderStatus;
  createdAt: Date;
}

/** How many wait, and for how many whole minutes the first of them has. */
interface Waiting {
  count: number;
  minutes: number | null;
}

export interface Dashboard {
  today: string;
  /** All sales there ever were, in US cents, and the change of the last 30 days. */
  sales: { cents: number; change: number | null };
  /** Everybody who ever ordered; how many did for the first time in the last 7 days, and the change of that. */
  customers: { count: number; new: number; change: number | null };
  pending: Waiting;
  completed: { count: number; thisWeek: number };
  recent: RecentOrder[];
  /** Orders by how they are paid. */
  methods: { name: string; orders: number }[];
  attention: Attention;
}

/** What needs a person now. */
export interface Attention {
  /** Paid, and the coins not sent. */
  undelivered: Waiting;
  /** Money that fits no rule. */
  reviews: Waiting;
  /** Paid orders whose money the chain took back, unless they were rejected since; the first of them. */
  reversed: { count: number; orderId: string | null };
  /** Mails given up within the last 7 days, and the newest of them. */
  failedMails: { count: number; last: { to: string; error: string | null } | null };
  /** Webhooks whose receiver has failed several times in a row; and for how many whole minutes the first has. */
  failingWebhooks: {
    count: number;
    first: { id: number; url: string; minutes: number | null } | null;
  };
}

/** For how long a mail that was given up is shown, in days. */
export const FAILED_MAIL_DAYS = 7;

/** The change against as many days before; without any of those there is nothing to compare with. */
export function trendOf(recent: number, before: number, total: number): number | null {
  return changeInPercent(recent, before, total !== recent);
}

/** What counts as sales, in words. */
export const salesMeaning =
  "Orders whose money has arrived, or that are completed. Rejected and refunded ones never count.";
