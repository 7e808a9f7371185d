import type { IncomingHttpHeaders } from "node:http";

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer<ArrayBuffer>;
}

/** Sends one request to the shop. */
export type Send = (path: string, options: RequestOptions) => Promise<HttpResponse>;

/** A client with cookies that can send anything. */
export class Visitor {
  readonly origin: string;
  readonly #send: Send;
  cookies = new Map<string, string>();

  constructor(origin: string, send: Send) {
    this.origin = origin;
    this.#send = send;
  }

  /** Sends a request, and stores the cookies of the response. Redirects are not followed. */
  async request(path: string, options: RequestOptions = {}): Promise<HttpResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...(cookie && { cookie }), ...options.headers };
    const response = await this.#send(path, { ...options, headers });
    for (const set of response.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.cookies.set(name, value);
    }
    return response;
  }

  /** Posts a form as a page of the shop does. */
  async post(
    path: string,
    fields: Record<string, string> | URLSearchParams,
    headers: Record<string, string> = {},
  ): Promise<HttpResponse> {
    return this.request(path, {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        origin: this.origin,
        ...headers,
      },
    });
  }

  /** Returns a new client with the same cookies. */
  twin(): Visitor {
    const twin = new Visitor(this.origin, this.#send);
    twin.cookies = new Map(this.cookies);
    return twin;
  }
}
