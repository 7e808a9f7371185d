import { randomBytes } from "node:crypto";
import { paypalId } from "./ids.ts";

/** What a shop needs to be paid at the stand-ins of both services. */
export type TillAccess = {
  stripe: { secretKey: string; webhookSecret: string };
  paypal: { clientId: string; clientSecret: string; webhookId: string };
};

/** Other keys at each start: the shop is told them. */
export function openTillAccess(): TillAccess {
  const random = () => randomBytes(24).toString("hex");
  return {
    stripe: { secretKey: `sk_test_${random()}`, webhookSecret: `whsec_${random()}` },
    paypal: { clientId: `A${random()}`, clientSecret: `E${random()}`, webhookId: paypalId() },
  };
}
