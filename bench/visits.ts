import type { APIRequestContext } from "@playwright/test";

/** A page as somebody comes to it who has never been in this shop with this browser. */
export interface Visit {
  name: string;
  /** Does what comes before, by plain form posts of the same browser; the path of the page. */
  prepare: (ask: Ask) => Promise<string>;
}

/** Asks for a page, or posts a form; where that leads to. */
type Ask = (path: string, form?: Record<string, string>) => Promise<{ url: string; text: string }>;

const buyer = {
  tiktokUsername: "mira.holt",
  tiktokUid: "6812044711902236417",
  email: "mira@example.com",
};

const administrator = {
  name: "Robin Aker",
  email: "robin@satchel.example",
  password: "correct horse battery",
};

/** The pages that are measured, in the order in which their figures are shown. */
export const visits: Visit[] = [
  { name: "Home", prepare: async () => "/" },
  { name: "Checkout", prepare: selectPackage },
  { name: "Payment", prepare: beginPayment },
  { name: "Track", prepare: placeOrder },
  { name: "Sign in", prepare: async () => "/login" },
  {
    name: "Admin orders",
    prepare: async (ask) => {
      await placeOrder(ask);
      await signInAsAdministrator(ask);
      return "/admin/orders";
    },
  },
];

/** Makes the browser one that has got as far as to this page; the page's address. */
export async function prepareVisit(
  { prepare }: Visit,
  { request }: { request: APIRequestContext },
  origin: string,
): Promise<string> {
  return `${origin}${await prepare(askWith(request, origin))}`;
}

/** Has this browser ask a shop, without showing anything. */
export function askWith(request: APIRequestContext, origin: string): Ask {
  return async (path, form) => {
    const response = await request.fetch(`${origin}${path}`, {
      headers: { origin },
      ...(form && { method: "POST", form }),
    });
    return { url: response.url(), text: await response.text() };
  };
}

async function selectPackage(ask: Ask): Promise<string> {
  await ask("/checkout", { intent: "select", packageId: "2" });
  return "/checkout?step=account";
}

async function beginPayment(ask: Ask): Promise<string> {
  await selectPackage(ask);
  await ask("/checkout", { intent: "account", ...buyer });
  return "/checkout?step=payment";
}

async function placeOrder(ask: Ask): Promise<string> {
  await ask(await beginPayment(ask));
  const { text } = await ask("/checkout?step=confirm");
  const checkoutId = /name="checkoutId" value="([^"]+)"/.exec(text)?.[1] ?? "";
  const { url } = await ask("/checkout", { intent: "confirm", checkoutId });
  const { pathname, search } = new URL(url);
  if (!/orderId=[A-Z0-9]{7}/.test(search)) throw new Error(`no order was placed: ${url}`);
  return pathname + search;
}

/** The first account of a shop is its administrator: registers it, or signs it in where it is there already. */
export async function signInAsAdministrator(ask: Ask): Promise<void> {
  const { email, password } = administrator;
  const registered = await ask("/register", {
    ...administrator,
    confirmPassword: password,
    referralCode: "",
    terms: "on",
  });
  if (registered.url.endsWith("/register")) await ask("/login", { email, password });
}
