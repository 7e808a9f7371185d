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
  /** What its form is about. */
  about?: string;
}[] = [
  {
    id: "email-title",
    title: "Email Notifications",
    group: "email",
    about: "What customers receive.",
  },
  {
    id: "notification-title",
    title: "Admin Notifications",
    group: "notification",
    about: "What you and the other administrators are notified about.",
  },
  {
    id: "message-title",
    title: "Messages to buyers",
    group: "message",
    about:
      "Texts for the conversation on an order. {order} and {username} are replaced by the order ID and the TikTok username.",
  },
  {
    id: "payment-title",
    title: "Payment Settings",
    group: "payment",
    about: "Methods offered at checkout and where the money goes.",
  },
  {
    id: "delivery-title",
    title: "Delivery",
    group: "delivery",
    about:
      "A delivery adapter, a program of yours, can send the coins. What it cannot deliver waits for you under Deliver.",
  },
  { id: "delivery-adapter-title", title: "Delivery adapter" },
  {
    id: "security-title",
    title: "Security Settings",
    group: "security",
    about: "Two-factor authentication applies to administrators, the times to every account.",
  },
  {
    id: "shop-title",
    title: "Shop",
    group: "shop",
    about: "How customers recognize and reach you.",
  },
  {
    id: "bitcoin-title",
    title: "Bitcoin",
    group: "bitcoin",
    about:
      "When a payment counts. Changes apply to new amounts; amounts already shown to a buyer keep their terms.",
  },
  { id: "addresses-title", title: "Receiving addresses" },
  { id: "chain-hosts-title", title: "Bitcoin network" },
  { id: "lightning-title", title: "Lightning node" },
  { id: "price-sources-title", title: "Bitcoin price" },
  {
    id: "invoice-title",
    title: "Invoices",
    group: "invoice",
    about:
      "What invoices show besides the shop and its support email. Empty fields are not printed. An invoice keeps what was saved when its order was paid.",
  },
  {
    id: "legal-title",
    title: "Legal pages",
    group: "legal",
    about:
      "The legal pages linked in the shop's footer. The default texts describe what the shop does and are updated with it until you change them. Have them reviewed by someone who knows the law where you sell.",
  },
];

/** Returns the name of the section with this form, and what it is about. */
export function sectionOf(group: FormGroup): { title: string; about: string } {
  const { title = "", about = "" } =
    settingSections.find((section) => section.group === group) ?? {};
  return { title, about };
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
