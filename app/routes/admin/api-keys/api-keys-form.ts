import type { FieldErrors } from "#lib/field-errors.ts";
import type { ApiKeyField } from "#shop/api-keys/api-key.ts";

/** What the screen of the keys answers to a form that did not lead elsewhere. */
export interface ApiKeysAnswer {
  /** A key that was just made: its text is shown now, and never again. */
  created?: { name: string; text: string };
  /** What was typed and refused, and why. */
  typed?: { name: string; scopes: string[]; lifetime: string };
  errors?: FieldErrors<ApiKeyField>;
  message?: string;
}
