import { Button, Text } from "react-email";
import { timeText } from "#lib/time-text.ts";
import { formatBtc, formatCount, formatUsd } from "#lib/money.ts";
import { methodInSentence } from "#shop/settings/payment-method.ts";
import type {
  AdminAlertMail,
  AdminDailyMail,
  AdminOrderMail,
  AdminPaymentMail,
  AlertSubject,
  ShopDetails,
} from "../mail.ts";
import { button, MailLayout, text } from "./layout.tsx";
import { utcText } from "./parts.tsx";

type Message = AdminOrderMail | AdminPaymentMail | AdminAlertMail | AdminDailyMail;

const payments: Record<AdminPaymentMail["status"], { what: string; body: string }> = {
  paid: { what: "is paid", body: "The coins can be sent." },
  overpaid: {
    what: "is overpaid",
    body: "The coins can be sent. What is too much waits for a decision under Review.",
  },
  review: {
    what: "needs a decision",
    body: "Money came that fits no rule by itself, such as too little or too late. It waits under Review.",
  },
  reversed: {
    what: "is not paid any more",
    body: "A payment that had counted was taken back. Hold the coins if they are not sent yet.",
  },
};

const alerts: Record<AlertSubject, { heading: string; body: string }> = {
  price: {
    heading: "No Bitcoin price",
    body: "No price source answers with a usable price. Until one does, no new amount can be asked for; amounts that are held stay valid.",
  },
  chain: {
    heading: "No news of the Bitcoin network",
    body: "No chain source answers. Payments are seen later, and nothing is lost; no order is rejected as unpaid meanwhile.",
  },
  hosts: {
    heading: "Only one chain host answers",
    body: "Of the hosts that the shop reads the Bitcoin chain from, only one answers. It cannot invent a payment, but it could hide one, and payments are seen later. Settings shows the state of each host.",
  },
  housekeeping: {
    heading: "The shop's own work fails",
    body: "Work that the shop does from time to time fails again and again. Its log says why.",
  },
};

/** Returns the texts of a mail to administrators, and the path of its link. */
export function adminMailTexts(message: Message): {
  heading: string;
  lines: string[];
  path: string;
  action: string;
} {
  switch (message.template) {
    case "admin-order":
      return {
        heading: `new order ${message.orderId}`,
        lines: [
          `${formatCount(message.coins)} coins for @${message.tiktokUsername}, ${formatUsd(message.totalCents)}.`,
        ],
        ...orderLink(message.orderId),
      };
    case "admin-payment": {
      const { what, body } = payments[message.status];
      return {
        heading: `order ${message.orderId} ${what}`,
        lines: [
          message.otherwise
            ? `${formatUsd(message.totalCents)}. Received by ${methodInSentence(message.otherwise.method)}: ${formatUsd(message.otherwise.cents)}.`
            : `${formatUsd(message.totalCents)}. Asked for: ${formatBtc(message.dueSats)} BTC. Received: ${formatBtc(message.receivedSats)} BTC.`,
          body,
        ],
        ...orderLink(message.orderId),
      };
    }
    case "admin-alert": {
      const { heading, body } = alerts[message.about];
      return {
        heading,
        lines: [body, `Since ${utcText(message.since)}.`],
        path: "/admin",
        action: "To the dashboard",
      };
    }
    case "admin-daily":
      return {
        heading: `${dayText(message.day)} in figures`,
        lines: [
          `${counted(message.orders, "order", "orders")} placed, ${formatUsd(message.salesCents)} in sales, ${counted(message.visits, "visit", "visits")}.`,
          ...waiting(message),
        ],
        path: "/admin",
        action: "To the dashboard",
      };
  }
}

/** Lists the open tasks. */
function waiting({ undelivered, reviews, failedMails }: AdminDailyMail): string[] {
  const waits = [
    undelivered > 0 && `${counted(undelivered, "paid order waits", "paid orders wait")} for coins.`,
    reviews > 0 && `${counted(reviews, "payment waits", "payments wait")} for a decision.`,
    failedMails > 0 && `${counted(failedMails, "mail", "mails")} could not be sent.`,
  ].filter((line) => line !== false);
  return waits.length > 0 ? waits : ["Nothing waits for you."];
}

function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Formats a day: `2026-11-19` → `19 Nov 2026`. */
function dayText(day: string): string {
  return timeText(new Date(`${day}T00:00:00Z`), "date");
}

function orderLink(orderId: string) {
  return { path: `/admin/orders/${orderId}`, action: "Show this order" };
}

/** Renders a mail to an administrator, with a link to the screen where the event can be handled. */
export function AdminMail({ message, shop }: { message: Message; shop: ShopDetails }) {
  const { heading, lines, path, action } = adminMailTexts(message);
  return (
    <MailLayout
      preview={lines[0] ?? ""}
      heading={heading.charAt(0).toUpperCase() + heading.slice(1)}
      shop={shop}
      foot={`You get this as an administrator of ${shop.shopName}. Settings, Admin Notifications, says which of these mails are sent.`}
    >
      {lines.map((line) => (
        <Text key={line} style={text}>
          {line}
        </Text>
      ))}
      <Button href={`${shop.appUrl}${path}`} style={button}>
        {action}
      </Button>
    </MailLayout>
  );
}
