import { href } from "react-router";
import type { SettingGroup, settingGroups } from "#shop/settings/settings.ts";

/** The groups that are forms with fields. The addresses and the set-up list have forms of their own. */
export type FormGroup = Exclude<SettingGroup, "wallet" | "setup">;

/** The labels of all fields, by group and name, for the search. A test compares them with the page. */
export const fieldLabels: {
  [Group in FormGroup]: Record<(typeof settingGroups)[Group][number], string>;
} = {
  email: {
    orderConfirmation: "Order confirmation",
    orderCompleted: "Order completed",
    orderFailed: "Order failed",
    marketingEmails: "Marketing emails",
    newslettersPerMinute: "Newsletter emails per minute",
  },
  notification: {
    newOrders: "New orders",
    paymentConfirmations: "Payment confirmations",
    systemAlerts: "System alerts",
    dailySummary: "Daily summary",
    desktopNotifications: "Desktop notifications",
  },
  delivery: {
    deliveryEnabled: "Deliver automatically",
    deliveryUrl: "Adapter URL",
    deliveryMinutes: "Give up after (minutes)",
  },
  payment: {
    firstMethod: "Order of payment methods",
    paypalEnabled: "PayPal",
    paypalEmail: "PayPal email",
    stripeEnabled: "Stripe",
    bankTransferEnabled: "Bank transfer",
    bankName: "Bank name",
    accountName: "Account name",
    accountNumber: "Account number",
    iban: "IBAN",
  },
  security: {
    twoFactorAuth: "Two-factor authentication",
    sessionTimeout: "Session timeout",
    passwordExpiration: "Password expiration",
  },
  shop: { shopName: "Shop name", supportEmail: "Support email", timeZone: "Time zone" },
  bitcoin: {
    lightningBelowCents: "Lightning first below ($)",
    confirmationsThresholdCents: "Small orders are below ($)",
    confirmationsBelow: "Confirmations, small orders",
    confirmationsFrom: "Confirmations, other orders",
    tolerancePercent: "Tolerance (%)",
    rateMarginPercent: "Rate margin (%)",
    lateGraceMinutes: "Grace (minutes)",
    gapLimit: "Gap limit of my wallet",
    rejectUnpaid: "Reject unpaid orders",
    rejectUnpaidAfterHours: "Hours after the last price lock ended",
    blockExplorer: "Block explorer",
  },
  invoice: {
    sellerName: "Seller",
    sellerTaxId: "Tax ID",
    sellerAddress: "Address",
    invoiceNote: "Note",
  },
  legal: { termsText: "Terms", privacyText: "Privacy", refundsText: "Refunds" },
};

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
interface FoundSetting {
  to: string;
  label: string;
  /** The section of a field. */
  section?: string;
}

/** A field that is hidden without a Lightning node; the section of the node is found by the same word. */
const HIDDEN_FIELD: keyof (typeof fieldLabels)["bitcoin"] = "lightningBelowCents";

/** All sections, then all fields. */
const searchable: readonly FoundSetting[] = [
  ...settingSections.map(({ id, title }) => ({
    to: `${href("/admin/settings")}#${id}`,
    label: title,
  })),
  ...settingSections.flatMap(({ title, group }) =>
    Object.entries(group ? fieldLabels[group] : {})
      .filter(([name]) => name !== HIDDEN_FIELD)
      .map(([name, label]) => ({
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
