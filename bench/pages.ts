import { request } from "@playwright/test";
import type { BenchedShop } from "./shop.ts";
import { askWith, signInAsAdministrator, type Visit, visits } from "./visits.ts";

/** A page that somebody signed in can open: what it is called, and who asks for it. */
export interface OpenPage {
  name: string;
  path: string;
  cookie: string;
}

const paths = [
  "/",
  "/packages/1",
  "/terms",
  "/privacy",
  "/refunds",
  "/api",
  "/track-order",
  "/orders",
  "/account",
  "/account/security",
  "/account/sessions",
  "/account/data",
  "/admin",
  "/admin/orders",
  "/admin/review",
  "/admin/bank",
  "/admin/packages",
  "/admin/reports?period=week",
  "/admin/reports?period=year",
  "/admin/customers",
  "/admin/newsletter",
  "/admin/newsletter/subscribers",
  "/admin/settings",
  "/admin/mails",
  "/admin/webhooks",
  "/admin/audit",
  "/admin/api-keys",
];

/** Pages of one thing, found as the first link of this form on its list. */
const linked: [name: string, list: string, link: RegExp][] = [
  ["/admin/orders/…", "/admin/orders", /\/admin\/orders\/[0-9A-Z]{7}/],
  ["/admin/customers/…", "/admin/customers", /\/admin\/customers\/c\d[^"?]+/],
];

/** Pages that somebody has to do something for first. */
const begun: Visit[] = [
  {
    name: "/admin/newsletter/…",
    prepare: async (ask) => {
      const saved = await ask("/admin/newsletter/new", {
        intent: "save",
        subject: "What is new",
        markdown: "# More coins\n\nEvery package has **more** of them.",
      });
      return new URL(saved.url).pathname;
    },
  },
  ...visits.filter(({ name }) => ["Checkout", "Payment", "Track"].includes(name)),
];

/** Everything that an administrator of this shop can open, who also buys in it, each step in another browser. */
export async function openPages(shop: BenchedShop): Promise<OpenPage[]> {
  const { cookie } = shop;
  const found = linked.map(async ([name, list, link]) => {
    const [path] = link.exec(await shop.get(list)) ?? [];
    if (!path) throw new Error(`${list} has no link like ${String(link)}`);
    return { name, path, cookie };
  });
  return [
    ...paths.map((path) => ({ name: path, path, cookie })),
    ...(await Promise.all([...found, ...begun.map((visit) => begin(visit, shop))])),
  ];
}

async function begin({ name, prepare }: Visit, { url }: BenchedShop): Promise<OpenPage> {
  const browser = await request.newContext();
  try {
    const ask = askWith(browser, url);
    await signInAsAdministrator(ask);
    const path = await prepare(ask);
    const { cookies } = await browser.storageState();
    return { name, path, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") };
  } finally {
    await browser.dispose();
  }
}
