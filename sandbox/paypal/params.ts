import { z } from "zod";
import { PaypalProblem } from "./errors.ts";

const amount = z.strictObject({
  currency_code: z.string().regex(/^[A-Z]{3}$/),
  value: z.string().regex(/^\d{1,10}\.\d\d$/),
});

/** The supported part of https://developer.paypal.com/docs/api/orders/v2/#orders_create. */
export const orderParams = z.strictObject({
  intent: z.literal("CAPTURE"),
  purchase_units: z
    .array(
      z.strictObject({
        amount,
        custom_id: z.string().max(127).optional(),
        description: z.string().max(127).optional(),
      }),
    )
    .length(1),
  payment_source: z.strictObject({
    paypal: z.strictObject({
      email_address: z.email().max(254).optional(),
      experience_context: z.strictObject({
        user_action: z.enum(["PAY_NOW", "CONTINUE"]).optional(),
        shipping_preference: z.enum(["NO_SHIPPING", "GET_FROM_FILE"]).optional(),
        brand_name: z.string().max(127).optional(),
        return_url: z.url(),
        cancel_url: z.url(),
      }),
    }),
  }),
});

export const refundParams = z.strictObject({ amount: amount.optional() });

export const verificationParams = z.strictObject({
  auth_algo: z.string().regex(/^[a-zA-Z0-9]{1,100}$/),
  cert_url: z.url().max(500),
  transmission_id: z.string().min(1).max(50),
  transmission_sig: z.string().min(1).max(500),
  transmission_time: z.iso.datetime(),
  webhook_id: z.string().regex(/^[a-zA-Z0-9]{1,50}$/),
  webhook_event: z.record(z.string(), z.unknown()),
});

/** Parses a request body; throws PaypalProblem. */
export function readBody<T>(text: string, schema: z.core.$ZodType<T>): T {
  const parsed = z.safeParse(schema, parse(text));
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map(({ path, message }) => ({
    field: `/${path.join("/")}`,
    issue: "INVALID_PARAMETER_SYNTAX",
    description: message,
  }));
  throw new PaypalProblem(400, details);
}

/** `14.99` → `1499`. */
export function centsOf({ value }: { value: string }): number {
  return Number(value.replace(".", ""));
}

function parse(text: string): unknown {
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}
