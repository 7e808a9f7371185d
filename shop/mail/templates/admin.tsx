import { timeText } from "#lib/time.ts";
import { formatBtc, formatCount, formatUsd } from "#lib/money.ts";
import { methodInSentence } from "#shop/settings/payment-method.ts";
import { goodsForText } from "../../catalog/goods.ts";
import type {
  AdminDailyMail,
  AdminMailMessage,
  AdminPaymentMail,
  AlertSubject,
} from "../admin-mail.ts";
import type { MailTemplate } from "../mail-template.ts";
import type { ShopDetails } from "../mail.ts";
import { Button, MailLayout, text } from "./layout.tsx";
import { orderExample, paidExample, TIME_EXAMPLE } from "./examples.ts";
import { utcText } from "./parts.tsx";

const payments: Record<AdminPaymentMail["status"], { what: string; body: string }> = {
  paid: { what: "is paid", body: "The coins can be sent." },
  overpaid: {
    what: "is overpaid",
    body: "The coins can be sent. The excess is waiting for a decision under Review.",
  },
  review: {
    what: "needs a decision",
    body: "A payment needs your decision, for example because it was too small or too late. It is waiting under Review.",
  },
  reversed: {
    what: "is no longer paid",
    body: "A confirmed payment was reversed. Hold the coins if they have not been sent.",
  },
};

/** Returns what an administrator reads instead where nothing is to be sent by hand; nothing for coins. */
function paymentBody({ kind, status }: AdminPaymentMail): { body?: string } {
  if (!kind || status === "review") return {};
  if (status === "reversed")
    return {
      body: "A confirmed payment was reversed. Rejecting the order takes back what it gave, as far as it was not used.",
    };
  const given = kind === "credit" ? "The credit is added" : "The gift code is sent";
  const excess = status === "overpaid" ? " The excess is waiting for a decision under Review." : "";
  return { body: `${given} by itself.${excess}` };
}

const alerts: Record<AlertSubject, { heading: string; body: string }> = {
  price: {
    heading: "No Bitcoin price",
    body: "No price source returns a usable price. Until one does, buyers cannot get new amounts; amounts already held stay valid.",
  },
  chain: {
    heading: "The Bitcoin network cannot be reached",
    body: "No chain source answers. Payments will be detected later and nothing is lost; no order is rejected as unpaid in the meantime.",
  },
  hosts: {
    heading: "Only one chain host answers",
    body: "Only one of the hosts that the shop reads the Bitcoin chain from answers. It cannot invent a payment, but it could hide one, and payments are detected later. Settings shows the state of each host.",
  },
  lightning: {
    heading: "The Lightning node cannot be used",
    body: "Checkout offers Bitcoin on-chain only until it can be used again. Invoices that are paid in the meantime are found then, and nothing is lost. Settings says what is wrong.",
  },
  delivery: {
    heading: "The delivery adapter does not answer",
    body: "Paid orders are not delivered by itself until it answers again. Each is tried until its deadline; then it stays under Deliver, with the reason. Checkout goes on without checking usernames.",
  },
  housekeeping: {
    heading: "Background jobs are failing",
    body: "Jobs that the shop runs in the background keep failing. The log says why.",
  },
  backup: {
    heading: "No backup for two nights",
    body: "The shop has had no complete backup for more than 48 hours. The dashboard shows the last one, and why it failed. This email is not repeated until a backup succeeds.",
  },
  disk: {
    heading: "The disk is almost full",
    body: "Less than 5 % of the disk that the shop writes to is free. Once it is full, no order can be placed and no email is sent. Delete old backups, or make the disk larger.",
  },
};

/** Returns the texts of a mail to administrators, and the path of its link. */
function adminMailTexts(message: AdminMailMessage): {
  heading: string;
  lines: string[];
  path: string;
  action: string;
} {
  switch (message.template) {
    case "admin-order":
      return {
        heading: `new order ${message.orderId}`,
        lines: [`${goodsForText(message)}, ${formatUsd(message.totalCents)}.`],
        ...orderLink(message.orderId),
      };
    case "admin-payment": {
      const { what, body } = { ...payments[message.status], ...paymentBody(message) };
      return {
        heading: `order ${message.orderId} ${what}`,
        lines: [
          message.totalCents === 0
            ? "A coupon or credit covers the price."
            : message.otherwise
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
    case "admin-delivery": {
      const { orderId, state } = message;
      return {
        heading: `order ${orderId} was delivered after it was ${state === "pending" ? "set to pending" : state}`,
        lines: [
          "The delivery adapter was already delivering it, and has sent the coins. Take that into account before you refund the payment.",
        ],
        ...(state === "deleted"
          ? { path: "/admin/audit", action: "To the audit log" }
          : orderLink(orderId)),
      };
    }
    case "admin-message":
      return {
        heading: `a message on order ${message.orderId}`,
        lines: ["The buyer has written. You can read it and answer in the order’s panel."],
        ...orderLink(message.orderId),
      };
    case "admin-withdrawal":
      return {
        heading: `a withdrawal from order ${message.orderId}`,
        lines: [
          "The buyer has withdrawn from the contract. The order is not delivered until you decide under Review.",
        ],
        path: "/admin/review",
        action: "To Review",
      };
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
  return waits.length > 0 ? waits : ["Nothing is waiting."];
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
function AdminMail({ message, shop }: { message: AdminMailMessage; shop: ShopDetails }) {
  const { heading, lines, path, action } = adminMailTexts(message);
  return (
    <MailLayout
      preview={lines[0] ?? ""}
      heading={heading.charAt(0).toUpperCase() + heading.slice(1)}
      shop={shop}
      foot={`You get this as an administrator of ${shop.shopName}. You can choose these emails under Settings, Admin Notifications.`}
    >
      {lines.map((line) => (
        <p key={line} style={text}>
          {line}
        </p>
      ))}
      <Button href={`${shop.appUrl}${path}`}>{action}</Button>
    </MailLayout>
  );
}

function adminMail(adminLabel: string, example: AdminMailMessage): MailTemplate<AdminMailMessage> {
  return {
    adminLabel,
    subject: (mail) => adminMailTexts(mail).heading,
    Body: AdminMail,
    example,
  };
}

const { orderId } = orderExample;

export const adminOrder = adminMail("New order, to an administrator", {
  template: "admin-order",
  ...orderExample,
  totalCents: 1499,
});
export const adminPayment = adminMail("Payment, to an administrator", {
  template: "admin-payment",
  orderId,
  ...paidExample,
  status: "paid",
});
export const adminAlert = adminMail("Alert, to an administrator", {
  template: "admin-alert",
  about: "backup",
  since: TIME_EXAMPLE,
});
export const adminDelivery = adminMail("Late delivery, to an administrator", {
  template: "admin-delivery",
  orderId,
  state: "rejected",
});
export const adminMessage = adminMail("Message of a buyer, to an administrator", {
  template: "admin-message",
  orderId,
});
export const adminWithdrawal = adminMail("Withdrawal of a buyer, to an administrator", {
  template: "admin-withdrawal",
  orderId,
});
export const adminDaily = adminMail("Daily summary", {
  template: "admin-daily",
  day: "2026-11-19",
  ...{ orders: 2, salesCents: 1499, visits: 3 },
  ...{ undelivered: 1, reviews: 0, failedMails: 0 },
});
