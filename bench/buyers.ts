// Buyers over HTTP, with the requests of browsers. A process of its own, so that their CPU time is not the shop's.
import { gunzipSync } from "node:zlib";
import { Agent, type OutgoingHttpHeaders, request } from "node:http";

export const purchaseSteps = [
  "select",
  "account",
  "payment page",
  "confirm page",
  "confirm",
] as const;
export type PurchaseStep = (typeof purchaseSteps)[number];

/** What browsers request: whole pages without JavaScript, and only their data with it. */
export const requestKinds = ["pages", "data"] as const;
export type RequestKind = (typeof requestKinds)[number];

/** Purchases to make. The reply is a `PurchaseTimes`, or an error message. */
export interface PurchaseOrder {
  url: string;
  requests: RequestKind;
  /** How many buyers buy at a time. */
  inFlight: number;
  count: number;
  /** The number of the first buyer; each has a network and an email address of its own. */
  first: number;
}

export interface PurchaseTimes {
  /** From the first request to the last response. */
  seconds: number;
  /** Milliseconds of each request, to the last byte of its response. */
  steps: Record<PurchaseStep, number[]>;
  /** Milliseconds of each whole purchase. */
  whole: number[];
}

process.on("message", (order: PurchaseOrder) => {
  buyAll(order).then(
    (times) => process.send?.(times),
    (error: unknown) => process.send?.(String(error)),
  );
});
process.on("disconnect", () => process.exit(0));

async function buyAll(order: PurchaseOrder): Promise<PurchaseTimes> {
  const { inFlight, count, first } = order;
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const times: PurchaseTimes = {
    seconds: 0,
    steps: { select: [], account: [], "payment page": [], "confirm page": [], confirm: [] },
    whole: [],
  };
  let next = first;
  const began = performance.now();
  const work = async () => {
    while (next < first + count) await buy(agent, order, next++, times);
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  times.seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return times;
}

/** Makes one purchase; throws unless every response is the expected one. */
async function buy(
  agent: Agent,
  { url, requests }: PurchaseOrder,
  buyer: number,
  times: PurchaseTimes,
): Promise<void> {
  // React Router has the data of a page at its path with `.data`; a redirect is then in the body of a 202.
  const asData = requests === "data";
  const headers: OutgoingHttpHeaders = {
    origin: url,
    "accept-encoding": "gzip",
    "x-forwarded-for": `10.${[16, 8, 0].map((bits) => (buyer >> bits) & 255).join(".")}`,
  };
  const started = performance.now();
  const timed = async (step: PurchaseStep, path: string, form?: Record<string, string>) => {
    const began = performance.now();
    const target = asData ? path.replace(/(?=\?|$)/, ".data") : path;
    const response = await send(agent, `${url}${target}`, headers, form);
    times.steps[step].push(performance.now() - began);
    if (response.cookie) headers.cookie = response.cookie;
    return response;
  };
  const selected = await timed("select", "/checkout", { intent: "select", packageId: "2" });
  const account = await timed("account", selected.location, {
    intent: "account",
    tiktokUsername: `mira.${buyer}`,
    tiktokUid: "",
    email: `buyer.${buyer}@example.com`,
  });
  const payment = await timed("payment page", account.location);
  if (!payment.text.includes("bitcoin:")) throw new Error("the payment page shows no payment");
  const confirm = await timed("confirm page", account.location.replace("payment", "confirm"));
  const { location } = await timed("confirm", "/checkout", {
    intent: "confirm",
    checkoutId: asData ? uuidIn(confirm.text) : fieldOf(confirm.text, "checkoutId"),
    details: asData ? "" : fieldOf(confirm.text, "details"),
  });
  if (!location.startsWith("/track-order?orderId="))
    throw new Error(`not placed, but redirected to ${location}`);
  times.whole.push(performance.now() - started);
}

/** Returns the value of a hidden field of a page. */
function fieldOf(html: string, name: string): string {
  const value = new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1];
  if (value === undefined) throw new Error(`the page has no field ${name}`);
  return value.replaceAll("&quot;", '"');
}

/** Returns the first UUID in the data of a page: the checkout's id. */
function uuidIn(data: string): string {
  const [id] = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(data) ?? [];
  if (!id) throw new Error("the data have no id of a checkout");
  return id;
}

interface Response {
  text: string;
  /** The path that a post redirects to. */
  location: string;
  cookie: string | undefined;
}

function send(
  agent: Agent,
  url: string,
  headers: OutgoingHttpHeaders,
  form?: Record<string, string>,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const posted = form ? new URLSearchParams(form).toString() : "";
    const sent = request(
      url,
      {
        method: form ? "POST" : "GET",
        agent,
        headers: {
          ...headers,
          ...(form && {
            "content-type": "application/x-www-form-urlencoded",
            "content-length": Buffer.byteLength(posted),
          }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const { statusCode, headers: received } = response;
          const isExpected = form ? statusCode === 302 || statusCode === 202 : statusCode === 200;
          if (!isExpected) return reject(new Error(`${url}: ${statusCode}`));
          const body = Buffer.concat(chunks);
          const zipped = received["content-encoding"] === "gzip";
          const text = (zipped ? gunzipSync(body) : body).toString();
          resolve({
            text,
            location: received.location ?? /"(\/[^"]*\?[^"]*)"/.exec(text)?.[1] ?? "",
            cookie: received["set-cookie"]?.[0]?.split(";")[0],
          });
        });
      },
    );
    sent.on("error", reject);
    sent.end(posted);
  });
}
