export interface Reply {
  status: number;
  location: string;
  type: string;
  text: string;
}

/** A browser without JavaScript that keeps its cookies. */
export class Visitor {
  readonly url: string;
  readonly #cookies = new Map<string, string>();
  readonly #headers: Record<string, string>;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.url = url;
    this.#headers = headers;
  }

  async get(path: string): Promise<Reply> {
    return this.#send(path, {});
  }

  async post(path: string, fields: Record<string, string> | FormData): Promise<Reply> {
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
    return this.#send(path, { method: "POST", body });
  }

  /** Posts a form that has to be accepted. */
  async submit(path: string, fields: Record<string, string> | FormData): Promise<Reply> {
    const response = await this.post(path, fields);
    if (response.status < 400) return response;
    throw new Error(`POST ${path}: ${response.status} ${response.text.slice(0, 3000)}`);
  }

  async #send(path: string, init: RequestInit): Promise<Reply> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(`${this.url}${path}`, {
      redirect: "manual",
      headers: { cookie, origin: this.url, ...this.#headers },
      ...init,
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    const { status, headers } = response;
    return {
      status,
      location: headers.get("location") ?? "",
      type: headers.get("content-type") ?? "",
      text: await response.text(),
    };
  }
}
