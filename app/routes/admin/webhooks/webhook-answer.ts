import { textOf } from "#lib/form.ts";
import type { FieldErrors } from "#lib/field-errors.ts";
import type { EndpointField } from "#shop/webhooks/webhook.ts";

/** What was typed into the form of an endpoint. */
export interface TypedEndpoint {
  url: string;
  events: string[];
  enabled: boolean;
}

/** What the page answers when it does not lead on. */
export interface WebhookAnswer {
  typed?: TypedEndpoint;
  errors?: FieldErrors<EndpointField>;
  /** Why it was not done, when no field is wrong. */
  message?: string;
  /** The new secret of this endpoint: told here, and never again. */
  secret?: { id: number; secret: string };
}

export function typedIn(form: FormData): TypedEndpoint {
  return {
    url: textOf(form, "url"),
    events: form.getAll("events").filter((event) => typeof event === "string"),
    enabled: form.has("enabled"),
  };
}

/** Why a URL is refused, in words that stand beside it. */
export const targetRefusals = {
  "https-only": "URL must begin with https://",
  private: "This address lies inside the shop's own network",
  "unknown-host": "This host cannot be found",
} as const;
