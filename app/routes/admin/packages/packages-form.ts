import type { FieldErrors } from "#lib/field-errors.ts";
import type { PackageField, Placement } from "#shop/catalog/package.ts";

/** What was typed into the form of a package. */
export type Typed = Record<PackageField, string>;

/** What the page answers when it does not lead on. */
export interface PackagesAnswer {
  /** Which form was sent. */
  intent: string;
  typed?: Typed;
  errors?: FieldErrors<PackageField>;
  /** Why it was not done. */
  message?: string;
}

export const placements = ["grid", "promotion", "off"] as const satisfies readonly Placement[];

export const SAVE_FAILED = "An error occurred while saving the package";
