import { goodsText } from "#shop/catalog/goods.ts";
import { useEffect, useEffectEvent } from "react";
import { href, useNavigate } from "react-router";
import { listenTo } from "#app/live.ts";
import { formatCount, formatUsd } from "#lib/money.ts";
import {
  formatCursor,
  type NotificationCursor,
  type NotificationPage,
  type OrderNotification,
} from "#shop/orders/order-notifications.ts";

/** More events than these are shown as one notification with their number. */
const SINGLY = 3;

const titles: Record<OrderNotification["what"], (orderId: string) => string> = {
  placed: (orderId) => `New order ${orderId}`,
  message: (orderId) => `The buyer of ${orderId} has written`,
  paid: (orderId) => `Order ${orderId} is paid`,
  overpaid: (orderId) => `Order ${orderId} is overpaid`,
  review: (orderId) => `The payment of ${orderId} needs a decision`,
  reversed: (orderId) => `The payment of ${orderId} was reversed`,
};

/**
 * Shows the order events after `cursor` as browser notifications; none for null. It does not request permission: without
 * it nothing is shown.
 */
export function useDesktopNotifications(cursor: NotificationCursor | null): void {
  const navigate = useNavigate();
  const enabled = cursor !== null;
  const firstCursor = useEffectEvent(() => cursor ?? { last: 0, missing: [] });
  const open = useEffectEvent((path: string) => void navigate(path));
  useEffect(() => {
    if (!enabled) return;
    let next = firstCursor();
    const showNotifications = async () => {
      if (notificationState() !== "granted") return;
      const response = await fetch(`${href("/admin/notifications")}?after=${formatCursor(next)}`);
      if (!response.ok || response.redirected) return;
      const received = (await response.json()) as NotificationPage;
      next = received.cursor;
      for (const notice of noticesOf(received)) show(notice, () => open(notice.path));
    };
    // Sequential, so that two changes at once do not show the same event twice.
    let pending = Promise.resolve();
    const enqueue = () => {
      pending = pending.then(showNotifications).catch(() => undefined);
    };
    return listenTo("admin", { onChange: enqueue, onOpen: enqueue, whileHidden: true });
  }, [enabled]);
}

interface Notice {
  title: string;
  body: string;
  /** Deduplicates the notification across tabs of one browser. */
  tag: string;
  path: string;
}

function noticesOf({ notifications, count }: NotificationPage): Notice[] {
  if (count > SINGLY) {
    const title = `${formatCount(count)} orders changed`;
    return [
      { title, body: "", tag: `news-${notifications.at(-1)?.id}`, path: href("/admin/orders") },
    ];
  }
  return notifications.map(({ id, orderId, what, totalCents, ...goods }) => ({
    title: titles[what](orderId),
    body: `${goodsText(goods)}, ${formatUsd(totalCents)}`,
    tag: `news-${id}`,
    path: href("/admin/orders/:orderId", { orderId }),
  }));
}

function show({ title, body, tag }: Notice, onPress: () => void): void {
  const notification = new Notification(title, { body, tag });
  notification.addEventListener("click", () => {
    window.focus();
    onPress();
    notification.close();
  });
}

/** Returns the browser's permission; `unavailable` without the API or a secure context. */
export function notificationState(): NotificationPermission | "unavailable" {
  return "Notification" in window && window.isSecureContext
    ? Notification.permission
    : "unavailable";
}
