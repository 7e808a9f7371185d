import { randomBytes } from "node:crypto";
import { keptByVersion } from "#lib/kept-by-version.ts";
import { fillPage, gzipPage, type PageForm, pageForm } from "#lib/page-form.server.ts";
import { sharedRead } from "#lib/shared-read.server.ts";
import { takesGzip } from "./encodings.ts";
import type { Fetch } from "./listen.ts";
import type { ObserveRequest } from "./request-metrics.ts";
import { isVisit, type VisitCounter } from "./visits.ts";

type Bindings = Parameters<Fetch>[1];

export type Answer = (request: Request, bindings: Bindings) => Response | Promise<Response>;

/** One answer, to be given to many: all but the nonce is the same. */
interface Kept {
  headers: Record<string, string>;
  /** The nonce that it was made with. */
  nonce: string;
  form: PageForm;
  /** Copies of the HTML that no answer needs any more. */
  copies: Buffer<ArrayBuffer>[];
}

/** As many as are written at once on a busy day; the HTML of a page is some 30 kB. */
const MOST_COPIES = 256;

/**
 * Answers as `answer` does, but has it make the front page only once for each version, for all who come without a
 * cookie. Everybody has the version asked for anew (those who come at once, together), so a change shows in the
 * very next answer of any instance. See decision 020.
 */
export function keepFrontPage(
  answer: Answer,
  options: {
    appUrl: string;
    readVersion: () => Promise<string>;
    visits: VisitCounter;
    observe: ObserveRequest;
  },
): Answer {
  const { appUrl, readVersion, visits, observe } = options;
  // The footer has the year.
  const readKey = sharedRead(async () => `${await readVersion()} ${new Date().getUTCFullYear()}`);
  // By a request of nobody's: it neither ends when a browser leaves nor says anything that one has said.
  const pageAt = keptByVersion(async (bindings: Bindings) =>
    keep(await answer(new Request(new URL("/", appUrl)), bindings)),
  );

  return async (request, bindings) => {
    const began = performance.now();
    const page = isForAnybody(request)
      ? await readKey()
          .then((key) => pageAt(key, bindings))
          .catch(() => null)
      : null;
    // What went wrong goes wrong again there, and is told as ever.
    if (!page) return answer(request, bindings);
    if (isVisit(request)) visits.count();
    const seconds = (performance.now() - began) / 1000;
    observe({ method: "GET", route: "/", status: 200, seconds });
    return present(page, takesGzip(request.headers), bindings);
  };
}

/**
 * True for the bare front page, asked for without any cookie: nothing else of a request makes a difference to it.
 * The shop gives no cookie to those who only look around.
 */
function isForAnybody({ method, url, headers }: Request): boolean {
  return method === "GET" && /^https?:\/\/[^/]+\/$/.test(url) && !headers.has("cookie");
}

/** An answer as it can be given again; rejects if it is not one for everybody. */
async function keep(response: Response): Promise<Kept> {
  const nonce = /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "")?.[1];
  if (response.status !== 200 || response.headers.has("set-cookie") || !nonce)
    throw new Error("the front page is not one for everybody");
  const form = pageForm(Buffer.from(await response.arrayBuffer()), nonce);
  // The id is that of the one request it was made for.
  const { "x-request-id": _id, ...headers } = Object.fromEntries(response.headers);
  headers.vary = "Accept-Encoding";
  return { headers, nonce, form, copies: [] };
}

function present(page: Kept, asGzip: boolean, { outgoing }: Bindings): Response {
  const { headers, nonce, form, copies } = page;
  const fresh = randomBytes(nonce.length).toString("base64").slice(0, nonce.length);
  const policy = headers["content-security-policy"]?.replace(nonce, fresh) ?? "";
  // A new copy for each answer would be hundreds of megabytes a second to collect, while others wait.
  const copy = copies.pop() ?? Buffer.from(form.html);
  const giveBack = () => {
    if (copies.length < MOST_COPIES) copies.push(copy);
  };
  fillPage(form, fresh, copy);
  const given = { ...headers, "content-security-policy": policy };
  if (asGzip) {
    const file = gzipPage(form, fresh, copy);
    giveBack();
    return new Response(file, { headers: { ...given, "content-encoding": "gzip" } });
  }
  // By then the system has all of it. If the connection breaks off, it never comes.
  outgoing.once("finish", giveBack);
  return new Response(copy, { headers: given });
}
