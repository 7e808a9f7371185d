import { z } from "zod";
import { StripeProblem } from "./errors.ts";
import { readForm } from "./form.ts";

const whole = z
  .string()
  .regex(/^\d{1,10}$/, "Invalid integer")
  .transform(Number);
const address = z.url("Not a valid URL").regex(/^https?:/, "Not a valid URL");
const metadata = z.record(z.string(), z.string());

/** The supported part of https://docs.stripe.com/api/checkout/sessions/create. */
export const sessionParams = z.strictObject({
  mode: z.literal("payment"),
  line_items: z.strictObject({
    0: z.strictObject({
      quantity: z.literal("1"),
      price_data: z.strictObject({
        currency: z.literal("usd"),
        unit_amount: whole,
        product_data: z.strictObject({ name: z.string().min(1) }),
      }),
    }),
  }),
  client_reference_id: z.string().max(200).optional(),
  metadata: metadata.optional(),
  payment_intent_data: z.strictObject({ metadata }).optional(),
  customer_email: z.email("Invalid email address").optional(),
  adaptive_pricing: z.strictObject({ enabled: z.enum(["true", "false"]) }).optional(),
  success_url: address,
  cancel_url: address,
  expires_at: whole.optional(),
});

export const refundParams = z.strictObject({
  payment_intent: z.string(),
  amount: whole.optional(),
});

/** Parses the parameters of a request; throws a StripeProblem for the first invalid one. */
export function readParams<T>(text: string, schema: z.core.$ZodType<T>): T {
  const parsed = z.safeParse(schema, readForm(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const keys = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const [first = "", ...rest] = [...(issue?.path ?? []), ...keys].map(String);
  const param = first + rest.map((key) => `[${key}]`).join("");
  if (keys.length > 0)
    throw new StripeProblem(400, `Received unknown parameter: ${param}`, {
      code: "parameter_unknown",
      param,
    });
  throw new StripeProblem(400, `${issue?.message ?? "Invalid"}: ${param}`, { param });
}
