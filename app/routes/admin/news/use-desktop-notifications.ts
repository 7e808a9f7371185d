import { useEffect, useEffectEvent } from "react";
import { href, useNavigate } from "react-router";
import { listenTo } from "#app/live.ts";
import { formatCount, formatUsd } from "#lib/money.ts";
import type { News } from "#shop/office/news.ts";
import { notificationState } from "./notification-state.ts";

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
 * Shows what happens to orders after `newest` as notifications of the browser; null for none. Nobody is asked for
 * leave here: where it was not given, nothing is shown.
 */
export function useDesktopNotifications(newest: number | null): void {
  const navigate = useNavigate();
  const wanted = newest !== null;
  const beginning = useEffectEvent(() => newest ?? 0);
  const open = useEffectEvent((path: string) => void navigate(path));
  useEffect(() => {
    if (!wanted) return;
    let last = beginning();
    const tell = async () => {
      if (notificationState() !== "granted") return;
      const answer = await fetch(`${href("/admin/news")}?after=${last}`).catch(() => null);
      if (!answer?.ok || answer.redirected) return;
      // Two changes at once ask twice.
      const news = ((await answer.json()) as News[]).filter(({ id }) => id > last);
      last = news.at(-1)?.id ?? last;
      for (const notice of noticesOf(news)) show(notice, () => open(notice.path));
    };
    const listener = { onChange: () => void tell(), onOpen: () => void tell() };
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

function noticesOf(news: readonly News[]): Notice[] {
  if (news.length > SINGLY) {
    const title = `${formatCount(news.length)} things happened to orders`;
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
