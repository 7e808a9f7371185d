import type { AlertSubject } from "../mail/admin-mail.ts";
import type { NotificationDetail, NotificationType } from "./notification.ts";
import { formatCount } from "#lib/money.ts";
import { timeText } from "#lib/time.ts";
import { currentCatalog } from "#messages/current";
import { pathIn } from "#messages/languages.ts";
import { t } from "#messages/translate.ts";

/** What is sent: without personal data, since it passes through other companies' servers and locked screens. */
export interface Message {
  title: string;
  text: string;
  /** Where it leads, a URL. */
  link: string;
}

/** A notification as it is queued. */
export interface QueuedNotification {
  type: NotificationType;
  orderId: string | null;
  detail: NotificationDetail;
}

/** More than so many are not listed one by one. */
const LISTED = 10;

/** Returns the message about one event, or about several that come together; one to a buyer in the current language. */
export function messageOf(
  queued: readonly QueuedNotification[],
  { shopName, appUrl }: { shopName: string; appUrl: string },
): Message {
  const lines = queued.map(lineOf);
  const [first] = lines;
  if (!first || lines.length === 1)
    return {
      title: shopName,
      text: first?.text ?? "",
      link: `${appUrl}${first?.path ?? "/admin"}`,
    };
  const more = lines.length - LISTED;
  const listed = lines.slice(0, LISTED).map(({ text }) => text);
  return {
    title: `${shopName}: ${lines.length} notifications`,
    text: [...listed, ...(more > 0 ? [`and ${more} more`] : [])].join("\n"),
    link: `${appUrl}/admin`,
  };
}

function lineOf({ type, orderId, detail }: QueuedNotification): { text: string; path: string } {
  const order = `/admin/orders/${orderId ?? ""}`;
  switch (type) {
    case "order.waiting":
      return {
        text: `Order ${orderId} is paid and waiting: ${formatCount(detail.coins ?? 0)} coins`,
        path: "/admin/deliver",
      };
    case "order.arrived":
      return {
        text: t("notices.coinsArrived", { coins: detail.coins ?? 0, order: orderId ?? "" }),
        path: pathIn(currentCatalog().language, `/track-order?orderId=${orderId ?? ""}`),
      };
    case "payment.review":
      if (orderId === null)
        return { text: "A payment without an order needs a decision", path: "/admin/review" };
      return {
        text: detail.reversed
          ? `The payment of order ${orderId} was reversed`
          : `The payment of order ${orderId} needs a decision`,
        path: order,
      };
    case "question.unanswered":
      return {
        text: `A message on order ${orderId} has waited for an answer since ${since(detail)}`,
        path: order,
      };
    case "service.down":
    case "backup.overdue":
      return {
        text: `${alerts[detail.about ?? "backup"]} (since ${since(detail)})`,
        path: "/admin",
      };
    case "test":
      return { text: "This is a test. Notifications arrive here.", path: "/admin" };
  }
}

const alerts: Record<AlertSubject, string> = {
  price: "No current exchange rate",
  chain: "The Bitcoin network does not answer",
  hosts: "Only one Bitcoin host answers",
  lightning: "The Lightning node does not answer",
  delivery: "The delivery adapter does not answer",
  housekeeping: "Background jobs keep failing",
  backup: "No complete backup",
  disk: "The disk is almost full",
};

function since({ since: moment }: NotificationDetail): string {
  return moment === undefined ? "now" : `${timeText(new Date(moment), "datetime")} UTC`;
}
