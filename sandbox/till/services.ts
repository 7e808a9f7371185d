import type { TillAccess } from "./access.ts";

/** What a shop needs to be paid on the pages of both services. */
export type Services = {
  stripe: { apiUrl: string } & TillAccess["stripe"];
  paypal: { apiUrl: string } & TillAccess["paypal"];
};

/** The services of a sandbox at `url`. */
export function servicesAt(url: string, { stripe, paypal }: TillAccess): Services {
  return {
    stripe: { apiUrl: `${url}/stripe`, ...stripe },
    paypal: { apiUrl: `${url}/paypal`, ...paypal },
  };
}
