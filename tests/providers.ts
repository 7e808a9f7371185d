import { afterAll, beforeAll, expect } from "vitest";
import type { Result } from "#lib/result.ts";
import { paypalProvider } from "#shop/methods/paypal/paypal.server.ts";
import type {
  HostedMethod,
  HostedPage,
  PageStatus,
  PageRequest,
  PaymentProvider,
  ProviderReceipt,
} from "#shop/methods/provider.ts";
import { stripeProvider } from "#shop/methods/stripe/stripe.server.ts";
import type { PaymentAction } from "../sandbox/hosted-payments/actions.ts";
import { eventually, startOutsideWorld, startServer } from "./make.ts";

/** A message as a service has posted it. */
interface PostedMessage {
  body: string;
  headers: Headers;
}

/** A service that a test can move, the shop's side of it, and a place where its messages arrive. */
export interface TestService {
  provider: PaymentProvider;
  /** The same service, reached with other keys: `wrong` are nobody's, `others` another shop's webhook. */
  strangers: { wrong: PaymentProvider; others: PaymentProvider };
  do: (reference: string, act: PaymentAction) => Promise<unknown>;
  /** What has arrived so far, the newest last. */
  messages: () => readonly PostedMessage[];
  /** Waits for the next message after those that were there. */
  nextAfter: (count: number) => Promise<PostedMessage>;
  suffer: (fault: string | null) => Promise<unknown>;
  close: () => Promise<void>;
}

/** The services that have to be alike. */
export const testServices: HostedMethod[] = ["stripe", "paypal"];

/** Opens a service for all tests of a suite. */
export function useService(method: HostedMethod): () => TestService {
  let service: TestService;
  beforeAll(async () => {
    service = await openService(method);
  });
  afterAll(() => service.close());
  return () => service;
}

/** What a shop asks for; each time another checkout, unless it is given. */
export function pageRequest(changes: Partial<PageRequest> = {}): PageRequest {
  const checkoutId = crypto.randomUUID();
  return {
    checkoutId,
    idempotencyKey: `page-${checkoutId}`,
    cents: 1499,
    title: "350 TikTok coins",
    email: "mira@example.com",
    successUrl: `http://127.0.0.1:3000/checkout/${checkoutId}/back`,
    cancelUrl: `http://127.0.0.1:3000/checkout/${checkoutId}`,
    now: new Date(),
    ...changes,
  };
}

/** What was answered, where it has to have been. */
export function valueOf<T>(result: Result<T, unknown>): T {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.error));
}

/** The one receipt of a page. */
export function receiptOf(news: PageStatus | null): ProviderReceipt {
  const [receipt, ...others] = news?.receipts ?? [];
  expect(others).toEqual([]);
  if (!receipt) throw new Error("nothing was received");
  return receipt;
}

/** What tests do again and again as a shop. */
export function shopAt(service: () => TestService) {
  const open = async (changes: Partial<PageRequest> = {}) => {
    const request = pageRequest(changes);
    const page: HostedPage = valueOf(await service().provider.openPage(request));
    return { ...page, checkoutId: request.checkoutId, request };
  };
  const ask = async (reference: string, options?: { collect: boolean }) =>
    valueOf(await service().provider.ask(reference, options));
  return {
    open,
    ask,
    /** A page that has been paid, and the one receipt of it. */
    paid: async (act: { cents?: number; currency?: string } = {}) => {
      const page = await open();
      await service().do(page.reference, { act: "pay", ...act });
      return { ...page, receipt: receiptOf(await ask(page.reference)) };
    },
    refund: (receipt: string, cents: number, key: string = crypto.randomUUID()) =>
      service().provider.refund({ receipt, cents, currency: "USD", idempotencyKey: key }),
  };
}

/** What a service gives a shop: the name and the secret it is known by, and what tells its messages. */
interface Keys {
  id: string;
  secret: string;
  webhook: string;
}

const noKeys: Keys = { id: "nobody", secret: "sk_test_nobody", webhook: "whsec_nobody" };

/** The shop's side of a service, wherever that is. */
export function openProvider(
  method: HostedMethod,
  apiUrl: string,
  { id, secret, webhook }: Keys = noKeys,
): PaymentProvider {
  const common = { apiUrl, pageOrigins: [] };
  return method === "stripe"
    ? stripeProvider({ ...common, secretKey: secret, webhookSecret: webhook })
    : paypalProvider({ ...common, clientId: id, clientSecret: secret, webhookId: webhook });
}

function keysOf(
  keys:
    | { secretKey: string; webhookSecret: string }
    | { clientId: string; clientSecret: string; webhookId: string },
): Keys {
  return "secretKey" in keys
    ? { id: "", secret: keys.secretKey, webhook: keys.webhookSecret }
    : { id: keys.clientId, secret: keys.clientSecret, webhook: keys.webhookId };
}

async function openService(method: HostedMethod): Promise<TestService> {
  const world = await startOutsideWorld();
  const posted: PostedMessage[] = [];
  const shop = await startServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => (body += part));
    request.on("end", () => {
      const headers = new Headers(request.headers as Record<string, string>);
      if (request.url === `/webhooks/${method}`) posted.push({ body, headers });
      response.end();
    });
  });
  await world.send("PUT", "/sandbox/hosted-payments/shop", { url: shop.url });
  const { apiUrl, ...keys } = world.services[method];
  const open = (changes: Partial<Keys> = {}) =>
    openProvider(method, apiUrl, { ...keysOf(keys), ...changes });
  return {
    provider: open(),
    strangers: { wrong: open({ secret: "sk_test_wrong" }), others: open({ webhook: "OTHERS" }) },
    do: (reference, act) =>
      world.send("POST", `/sandbox/hosted-payments/payments/${reference}`, act),
    messages: () => posted,
    nextAfter: async (count) => {
      await eventually(() => posted.length).toBeGreaterThan(count);
      const [message] = posted.slice(count);
      if (!message) throw new Error("no message came");
      return message;
    },
    suffer: (fault) => world.suffer({ [method]: fault }),
    close: async () => {
      await world.close();
      await shop.close();
    },
  };
}
