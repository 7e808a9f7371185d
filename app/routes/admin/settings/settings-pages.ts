import { href } from "react-router";
import type { FieldRecord } from "#shop/settings/setting.ts";
import { fieldsIn, type SettingName } from "#shop/settings/settings.ts";

/** The groups that are forms with fields. The addresses and the set-up list have forms of their own. */
export type FormGroup = FieldRecord["group"];

/** A page of the settings, about one subject. */
export interface SettingsPage {
  /** Its last part of the URL. */
  name: string;
  title: string;
  about: string;
  /** The form on it. */
  group?: FormGroup;
  /** Fragments of a page that had all settings: `#lightning`. */
  fragments?: readonly string[];
}

/** The pages by the part of the index that lists them. */
export const settingsIndex: readonly { part: string; pages: readonly SettingsPage[] }[] = [
  {
    part: "Your shop",
    pages: [
      {
        name: "shop",
        title: "Shop",
        group: "shop",
        about: "How customers recognize and reach you.",
      },
      {
        name: "invoices",
        title: "Invoices",
        group: "invoice",
        about:
          "What invoices show besides the shop and its support email. Empty fields are not printed. An invoice keeps what was saved when its order was paid.",
      },
      {
        name: "credit",
        title: "Credit",
        group: "credit",
        about:
          "Customers spend credit at checkout. They get it by referrals, gift codes, refunds to credit and, if you like, by points.",
      },
      {
        name: "eu",
        title: "Selling in the EU",
        group: "eu",
        about:
          "What consumer and tax law in the EU may ask of you. All of it is off until you switch it on. Have it reviewed by someone who knows the law where you sell.",
      },
      {
        name: "legal",
        title: "Legal pages",
        group: "legal",
        about:
          "The legal pages linked in the shop's footer. The default texts describe what the shop does and are updated with it until you change them. Have them reviewed by someone who knows the law where you sell.",
      },
      {
        name: "languages",
        title: "Languages",
        group: "language",
        about: "The language that buyers read first, and your own texts in the others.",
      },
      {
        name: "security",
        title: "Security Settings",
        group: "security",
        about:
          "Two-factor authentication applies to administrators, the second factor or passkey to the whole team, the times to every account.",
      },
    ],
  },
  {
    part: "Payments",
    pages: [
      {
        name: "payment",
        title: "Payment Settings",
        group: "payment",
        about: "Methods offered at checkout and where the money goes.",
      },
      {
        name: "bitcoin",
        title: "Bitcoin",
        group: "bitcoin",
        about:
          "When a payment counts. Changes apply to new amounts; amounts already shown to a buyer keep their terms.",
      },
      {
        name: "addresses",
        title: "Receiving addresses",
        about: "Where Bitcoin is paid to, to compare with your wallet.",
        fragments: ["addresses-title"],
      },
      {
        name: "lightning",
        title: "Lightning node",
        about: "Payments within seconds, received by a node of yours.",
        fragments: ["lightning", "lightning-title"],
      },
      {
        name: "network",
        title: "Bitcoin network",
        about: "The hosts that payments are read from, and their state.",
        fragments: ["chain-hosts", "chain-hosts-title"],
      },
      {
        name: "price",
        title: "Bitcoin price",
        about: "The sources of the exchange rate, and their state.",
        fragments: ["price-sources", "price-sources-title"],
      },
    ],
  },
  {
    part: "Messages and delivery",
    pages: [
      {
        name: "email",
        title: "Email Notifications",
        group: "email",
        about: "What customers receive.",
      },
      {
        name: "notifications",
        title: "Admin Notifications",
        group: "notification",
        about: "What you and the other administrators are notified about.",
      },
      {
        name: "messages",
        title: "Messages to buyers",
        group: "message",
        about:
          "Texts for the conversation on an order. {order} and {username} are replaced by the order ID and the TikTok username.",
      },
      {
        name: "delivery",
        title: "Delivery",
        group: "delivery",
        about:
          "A delivery adapter, a program of yours, can send the coins. What it cannot deliver waits for you under Deliver.",
        fragments: ["delivery-adapter-title"],
      },
    ],
  },
];

export const settingsPages: readonly SettingsPage[] = settingsIndex.flatMap(({ pages }) => pages);

/** Returns the page with this form. */
export function pageOf(group: FormGroup): SettingsPage {
  const page = settingsPages.find((each) => each.group === group);
  if (!page) throw new Error(`no page has the form ${group}`);
  return page;
}

/** Returns the path of a page, or of one of its fields, which gets the focus. */
export function settingsPath(page: string, field?: SettingName): string {
  const path = href("/admin/settings/:page?", { page });
  return field ? `${path}#${field}` : path;
}

/** Returns where a fragment of the page that had all settings leads to now; null for one that it did not have. */
export function pathOfFragment(fragment: string): string | null {
  const page = settingsPages.find(
    ({ group, fragments = [] }) =>
      (group && `${group}-title` === fragment) || fragments.includes(fragment),
  );
  if (page) return settingsPath(page.name);
  return fields.find(({ name }) => name === fragment)?.to ?? null;
}

/** A page or a field of the settings. */
export interface FoundSetting {
  to: string;
  label: string;
  /** The page of a field. */
  section?: string;
}

/** A field that is hidden without a Lightning node; the page of the node is found by the same word. */
const HIDDEN_FIELD: SettingName = "lightningBelowCents";

const fields: readonly (FoundSetting & { name: SettingName })[] = settingsPages.flatMap(
  ({ name: page, title, group }) =>
    (group ? fieldsIn(group) : []).map(([name, { label }]) => ({
      name,
      to: settingsPath(page, name),
      label,
      section: title,
    })),
);

/** Returns the pages and fields whose label has every word of the text; none for an empty text. */
export function findSettings(text: string): FoundSetting[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const pages = settingsPages.map(({ name, title }) => ({ to: settingsPath(name), label: title }));
  const shown = fields
    .filter(({ name }) => name !== HIDDEN_FIELD)
    .map(({ to, label, section = "" }) => ({ to, label, section }));
  return [...pages, ...shown].filter(({ label }) => {
    const lower = label.toLowerCase();
    return words.every((word) => lower.includes(word));
  });
}
