import { href } from "react-router";
import type { FieldRecord } from "#shop/settings/setting.ts";
import { fieldsIn, type SettingName } from "#shop/settings/settings.ts";

/** The groups that are forms with fields. The addresses and the set-up list have forms of their own. */
export type FormGroup = FieldRecord["group"];

/** The sections of the settings as they stand on the page, by the id of their heading. */
export const settingSections: readonly {
  id: string;
  title: string;
  group?: FormGroup;
}[] = [
  { id: "email-title", title: "Email Notifications", group: "email" },
  { id: "notification-title", title: "Admin Notifications", group: "notification" },
  { id: "payment-title", title: "Payment Settings", group: "payment" },
  { id: "delivery-title", title: "Delivery", group: "delivery" },
  { id: "delivery-adapter-title", title: "Delivery adapter" },
  { id: "security-title", title: "Security Settings", group: "security" },
  { id: "shop-title", title: "Shop", group: "shop" },
  { id: "bitcoin-title", title: "Bitcoin", group: "bitcoin" },
  { id: "addresses-title", title: "Receiving addresses" },
  { id: "chain-hosts-title", title: "Bitcoin network" },
  { id: "lightning-title", title: "Lightning node" },
  { id: "price-sources-title", title: "Bitcoin price" },
  { id: "invoice-title", title: "Invoices", group: "invoice" },
  { id: "legal-title", title: "Legal pages", group: "legal" },
];

/** The name of the section with this form. */
export function sectionTitle(group: FormGroup): string {
  return settingSections.find((section) => section.group === group)?.title ?? "";
}

/** A section or a field of the settings; its URL scrolls there, and focuses the field. */
export interface FoundSetting {
  to: string;
  label: string;
  /** The section of a field. */
  section?: string;
}

/** A field that is hidden without a Lightning node; the section of the node is found by the same word. */
const HIDDEN_FIELD: SettingName = "lightningBelowCents";

/** All sections, then all fields. */
const searchable: readonly FoundSetting[] = [
  ...settingSections.map(({ id, title }) => ({
    to: `${href("/admin/settings")}#${id}`,
    label: title,
  })),
  ...settingSections.flatMap(({ title, group }) =>
    (group ? fieldsIn(group) : [])
      .filter(([name]) => name !== HIDDEN_FIELD)
      .map(([name, { label }]) => ({
        to: `${href("/admin/settings")}#${name}`,
        label,
        section: title,
      })),
  ),
];

/** Returns the sections and fields whose label has every word of the text; none for an empty text. */
export function findSettings(text: string): FoundSetting[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return searchable.filter(({ label }) => {
    const lower = label.toLowerCase();
    return words.every((word) => lower.includes(word));
  });
}
