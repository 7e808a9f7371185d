import type { BenchedShop } from "./shop.ts";
import { type Ask, type Visit, visits } from "./visits.ts";

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

const begun = ["Checkout", "Payment", "Track"];

/** Everything that an administrator of this shop can open, who also buys in it, each step as another visitor. */
export async function openPages(shop: BenchedShop): Promise<OpenPage[]> {
  const { cookie } = shop;
  const { ask } = browserOf(shop);
  const newsletter = await ask("/admin/newsletter/new", {
    intent: "save",
    subject: "What is new",
    markdown: "# More coins\n\nEvery package has **more** of them.",
  });
  const found = await Promise.all(
    linked.map(async ([name, list, link]) => {
      const [path] = link.exec(await shop.get(list)) ?? [];
      if (!path) throw new Error(`${list} has no link like ${String(link)}`);
      return { name, path, cookie };
    }),
  );
  const visited = visits.filter(({ name }) => begun.includes(name));
  return [
    ...paths.map((path) => ({ name: path, path, cookie })),
    { name: "/admin/newsletter/…", path: new URL(newsletter.url).pathname, cookie },
    ...found,
    ...(await Promise.all(visited.map((visit) => begin(visit, shop)))),
  ];
}

async function begin({ name, prepare }: Visit, shop: BenchedShop): Promise<OpenPage> {
  const browser = browserOf(shop);
  const path = await prepare(browser.ask);
  return { name, path, cookie: browser.cookie() };
}

/** The administrator in another browser, which keeps the cookies that it is given and follows where it is led. */
function browserOf({ url, cookie }: BenchedShop): { ask: Ask; cookie: () => string } {
  const jar = new Map(cookie.split("; ").map((one) => splitCookie(one)));
  const cookies = () => Array.from(jar, ([name, value]) => `${name}=${value}`).join("; ");
  const ask: Ask = async (path, form) => {
    const response = await fetch(new URL(path, url), {
      redirect: "manual",
      headers: { origin: url, cookie: cookies() },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) jar.set(...splitCookie(line));
    const text = await response.text();
    const location = response.headers.get("location");
    if (location) return ask(location);
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return { url: response.url, text };
  };
  return { ask, cookie: cookies };
}

function splitCookie(line: string): [name: string, value: string] {
  const [pair = ""] = line.split(";");
  const at = pair.indexOf("=");
  return [pair.slice(0, at), pair.slice(at + 1)];
}
