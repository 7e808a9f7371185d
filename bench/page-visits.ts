import type { APIRequestContext } from "@playwright/test";
import { OperatorError } from "#db/errors.ts";

/** A page as a new visitor reaches it. */
export interface Visit {
  name: string;
  /** Posts the forms of the preceding steps with the same cookies, and returns the path of the page. */
  prepare: (send: Send) => Promise<string>;
}

/** Gets a page, or posts a form, and follows the redirects. */
type Send = (path: string, form?: Record<string, string>) => Promise<{ url: string; text: string }>;

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

/** The measured pages, in the order of the table. */
export const visits: Visit[] = [
  { name: "Home", prepare: async () => "/" },
  { name: "Checkout", prepare: selectPackage },
  { name: "Payment", prepare: beginPayment },
  { name: "Track", prepare: placeOrder },
  { name: "Sign in", prepare: async () => "/login" },
  {
    name: "Admin orders",
    prepare: async (send) => {
      await placeOrder(send);
      await signInAsAdministrator(send);
      return "/admin/orders";
    },
  },
];

/** Returns the visits with these names, which are separated by commas. */
export function visitsOf(names: string): Visit[] {
  return names.split(",").map((name) => {
    const visit = visits.find((one) => one.name === name);
    if (visit) return visit;
    const known = visits.map((one) => one.name).join(", ");
    throw new OperatorError(`There is no page ${name}. There are: ${known}.`);
  });
}

/** Takes the browser context through the preceding steps, and returns the URL of the page. */
export async function prepareVisit(
  { prepare }: Visit,
  { request }: { request: APIRequestContext },
  origin: string,
): Promise<string> {
  return `${origin}${await prepare(sendWith(request, origin))}`;
}

/** Sends requests with the context's cookies, without rendering. */
function sendWith(request: APIRequestContext, origin: string): Send {
  return async (path, form) => {
    const response = await request.fetch(`${origin}${path}`, {
      headers: { origin },
      ...(form && { method: "POST", form }),
    });
    return { url: response.url(), text: await response.text() };
  };
}

async function selectPackage(send: Send): Promise<string> {
  await send("/checkout", { intent: "select", packageId: "2" });
  return "/checkout?step=account";
}

async function beginPayment(send: Send): Promise<string> {
  await selectPackage(send);
  await send("/checkout", { intent: "account", ...buyer });
  return "/checkout?step=payment";
}

async function placeOrder(send: Send): Promise<string> {
  await send(await beginPayment(send));
  const { text } = await send("/checkout?step=confirm");
  const checkoutId = /name="checkoutId" value="([^"]+)"/.exec(text)?.[1] ?? "";
  const { url } = await send("/checkout", { intent: "confirm", checkoutId });
  const { pathname, search } = new URL(url);
  if (!/orderId=[A-Z0-9]{7}/.test(search)) throw new Error(`no order was placed: ${url}`);
  return pathname + search;
}

/** Registers the first account, which becomes the administrator, or signs in if it exists. */
async function signInAsAdministrator(send: Send): Promise<void> {
  const { email, password } = administrator;
  const registered = await send("/register", {
    ...administrator,
    confirmPassword: password,
    referralCode: "",
    terms: "on",
  });
  if (registered.url.endsWith("/register")) await send("/login", { email, password });
}
