export const interfaces = ["phoenixd", "lnd", "clnrest"] as const;
export type Interface = (typeof interfaces)[number];

/** A request to one of the interfaces, and the credential that it carried: its name, or null without a valid one. */
export type LoggedRequest = {
  interface: Interface;
  method: string;
  path: string;
  credential: string | null;
  /** Whether this credential permits payments. */
  canPay: boolean;
};

/** The requests to the interfaces of the merchant's node since the start, in memory. */
export class RequestLog {
  #requests: LoggedRequest[] = [];

  add(request: LoggedRequest): void {
    this.#requests.push(request);
  }

  /** All requests, oldest first. */
  list(): LoggedRequest[] {
    return this.#requests;
  }

  clear(): void {
    this.#requests = [];
  }
}
