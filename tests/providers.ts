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
import { eventually, startTestSandbox, startServer } from "./make.ts";

/** A webhook as the provider posted it. */
interface PostedWebhook {
  body: string;
  headers: Headers;
}

/** A payment provider that a test controls, the shop's client of it, and the webhooks it posted. */
export interface TestService {
  provider: PaymentProvider;
  /** Clients with an invalid API key (`wrong`), and with another webhook secret (`others`). */
  otherClients: { wrong: PaymentProvider; others: PaymentProvider };
  do: (reference: string, act: PaymentAction) => Promise<unknown>;
  /** The received webhooks, newest last. */
  webhooks: () => readonly PostedWebhook[];
  /** Waits until more than `count` webhooks were received, and returns the next one. */
  nextAfter: (count: number) => Promise<PostedWebhook>;
  setFault: (fault: string | null) => Promise<unknown>;
  close: () => Promise<void>;
}

/** The providers that must pass the same tests. */
export const testServices: HostedMethod[] = ["stripe", "paypal"];

/** Opens a provider for all tests of a suite. */
export function useService(method: HostedMethod): () => TestService {
  let service: TestService;
  beforeAll(async () => {
    service = await openService(method);
  });
  afterAll(() => service.close());
  return () => service;
}

/** Builds a page request, by default of a new checkout. */
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

/** Returns the value of a successful result; throws otherwise. */
export function valueOf<T>(result: Result<T, unknown>): T {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.error));
}

/** Returns the only receipt of a page. */
export function receiptOf(news: PageStatus | null): ProviderReceipt {
  const [receipt, ...others] = news?.receipts ?? [];
  expect(others).toEqual([]);
  if (!receipt) throw new Error("nothing was received");
  return receipt;
}

/** Common operations of a shop. */
export function shopAt(service: () => TestService) {
  const open = async (changes: Partial<PageRequest> = {}) => {
    const request = pageRequest(changes);
    const page: HostedPage = valueOf(await service().provider.openPage(request));
    return { ...page, checkoutId: request.checkoutId, request };
  };
  const fetchStatus = async (reference: string, options?: { collect: boolean }) =>
    valueOf(await service().provider.fetchStatus(reference, options));
  return {
    open,
    fetchStatus,
    /** Opens a page and pays it; returns its receipt. */
    paid: async (act: { cents?: number; currency?: string } = {}) => {
      const page = await open();
      await service().do(page.reference, { act: "pay", ...act });
      return { ...page, receipt: receiptOf(await fetchStatus(page.reference)) };
    },
    refund: (receipt: string, cents: number, key: string = crypto.randomUUID()) =>
      service().provider.refund({ receipt, cents, currency: "USD", idempotencyKey: key }),
  };
}

/** The credentials of a shop at a provider. */
interface Keys {
  id: string;
  secret: string;
  webhook: string;
}

const noKeys: Keys = { id: "unknown", secret: "sk_test_unknown", webhook: "whsec_unknown" };

/** Creates the shop's client of a provider API. */
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
  const world = await startTestSandbox();
  const posted: PostedWebhook[] = [];
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
    otherClients: { wrong: open({ secret: "sk_test_wrong" }), others: open({ webhook: "OTHERS" }) },
    do: (reference, act) =>
      world.send("POST", `/sandbox/hosted-payments/payments/${reference}`, act),
    webhooks: () => posted,
    nextAfter: async (count) => {
      await eventually(() => posted.length).toBeGreaterThan(count);
      const [message] = posted.slice(count);
      if (!message) throw new Error("no webhook was received");
      return message;
    },
    setFault: (fault) => world.setFaults({ [method]: fault }),
    close: async () => {
      await world.close();
      await shop.close();
    },
  };
}
