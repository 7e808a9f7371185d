import { useEffect, useEffectEvent } from "react";
import { href, useNavigate } from "react-router";
import { listenTo } from "#app/live.ts";
import { formatCount, formatUsd } from "#lib/money.ts";
import { type News, type NewsPlace, type NewsSince, textOfPlace } from "#shop/office/news.ts";

/** More than these at once are told as a number. */
const SINGLY = 3;

const titles: Record<News["what"], (orderId: string) => string> = {
  placed: (orderId) => `New order ${orderId}`,
  paid: (orderId) => `Order ${orderId} is paid`,
  overpaid: (orderId) => `Order ${orderId} is overpaid`,
  review: (orderId) => `The payment of ${orderId} needs a decision`,
  reversed: (orderId) => `The payment of ${orderId} was taken back`,
};

/**
 * Shows what happens to orders after `place` as notifications of the browser; null for none. Nobody is asked for
 * leave here: where it was not given, nothing is shown.
 */
export function useDesktopNotifications(place: NewsPlace | null): void {
  const navigate = useNavigate();
  const wanted = place !== null;
  const beginning = useEffectEvent(() => place ?? { last: 0, missing: [] });
  const open = useEffectEvent((path: string) => void navigate(path));
  useEffect(() => {
    if (!wanted) return;
    let since = beginning();
    const tell = async () => {
      if (notificationState() !== "granted") return;
      const answer = await fetch(`${href("/admin/news")}?after=${textOfPlace(since)}`);
      if (!answer.ok || answer.redirected) return;
      const told = (await answer.json()) as NewsSince;
      since = told.place;
      for (const notice of noticesOf(told)) show(notice, () => open(notice.path));
    };
    // One after the other, so that two changes at once do not tell the same thing twice.
    let telling = Promise.resolve();
    const next = () => {
      telling = telling.then(tell).catch(() => undefined);
    };
    const listener = { onChange: next, onOpen: next };
    return listenTo("admin", listener);
  }, [wanted]);
}

interface Notice {
  title: string;
  body: string;
  /** Several tabs of one browser tell the same thing once, by its tag. */
  tag: string;
  path: string;
}

function noticesOf({ news, count }: NewsSince): Notice[] {
  if (count > SINGLY) {
    const title = `${formatCount(count)} things happened to orders`;
    return [{ title, body: "", tag: `news-${news.at(-1)?.id}`, path: href("/admin/orders") }];
  }
  return news.map(({ id, orderId, what, coins, totalCents }) => ({
    title: titles[what](orderId),
    body: `${formatCount(coins)} coins, ${formatUsd(totalCents)}`,
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

/** Whether this browser shows notifications: `unavailable` where it knows none, or the page came by plain HTTP. */
export function notificationState(): NotificationPermission | "unavailable" {
  return "Notification" in window && window.isSecureContext
    ? Notification.permission
    : "unavailable";
}
