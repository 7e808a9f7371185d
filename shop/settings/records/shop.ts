import { z } from "zod";
import { type Language, languageCodes, languages } from "#messages/languages.ts";
import { emailField } from "../../rules/email-field.ts";
import { defaultNames } from "../default-names.ts";
import { legalText, line, lines, ticked, timeZone, wholeNumber } from "../rules.ts";
import type { FieldRecord, HiddenRecord } from "../setting.ts";

export const SHOP_NAME_MAX = 40;

/** The shop, its invoices, credit and legal pages, who may sign in for how long, and what other screens have settled. */
export const shopRecords = {
  shopName: {
    group: "shop",
    kind: "line",
    default: defaultNames.shopName,
    rule: line("Shop name", SHOP_NAME_MAX).min(1, "Shop name is required"),
    label: "Shop name",
    hint: "In the header, the footer, titles and emails",
    input: { required: true },
  },
  supportEmail: {
    group: "shop",
    kind: "line",
    default: defaultNames.supportEmail,
    rule: emailField("Support email is required"),
    label: "Support email",
    hint: "In the footer and in emails",
    input: { type: "email", required: true },
  },
  /** Shown until the shop has figures of its own; empty for nothing. */
  deliveryTime: {
    group: "shop",
    kind: "line",
    default: "",
    rule: line("Delivery time", 120),
    label: "Delivery time",
    hint: "A sentence for buyers, such as “Coins usually arrive within an hour.” Once 10 orders were delivered in 30 days, they see your shop’s own figures instead.",
    wide: true,
    optional: true,
  },
  /** IANA name; what "today" means in the back office and in mails. */
  timeZone: {
    group: "shop",
    kind: "own",
    default: "UTC",
    rule: timeZone,
    label: "Time zone",
    hint: "When a day begins in reports and lists. Changing it recounts all orders.",
    wide: true,
  },

  /** The seller on invoices. The address and the note may have several lines. */
  sellerName: {
    group: "invoice",
    kind: "line",
    default: "",
    rule: line("Seller", 100),
    label: "Seller",
    hint: "A person's or a company's full name",
    input: { autoComplete: "off" },
    optional: true,
  },
  sellerTaxId: {
    group: "invoice",
    kind: "line",
    default: "",
    rule: line("Tax ID", 60),
    label: "Tax ID",
    hint: "As printed, for example VAT ID DE123456789",
    input: { autoComplete: "off" },
    optional: true,
  },
  sellerAddress: {
    group: "invoice",
    kind: "lines",
    rows: 3,
    default: "",
    rule: lines("Address", 5, 300),
    label: "Address",
    hint: "Up to 5 lines",
    wide: true,
    optional: true,
  },
  invoiceNote: {
    group: "invoice",
    kind: "lines",
    rows: 2,
    default: "",
    rule: lines("Note", 3, 300),
    label: "Note",
    hint: "At the bottom of every invoice, for example why no tax is shown. Up to 3 lines.",
    wide: true,
    optional: true,
  },

  /** How many loyalty points buyers turn into one dollar of credit; 0 for not at all. */
  pointsPerDollar: {
    group: "credit",
    kind: "line",
    default: 0,
    rule: wholeNumber("Points for $1", 0, 1_000_000),
    label: "Loyalty points for $1 of credit",
    hint: "Customers turn points into credit on My Orders, in whole dollars. Their tier stays. With 0, points only count for the tier.",
    input: { inputMode: "numeric", required: true },
    wide: true,
  },

  /** Markdown with placeholders (`legal/legal.ts`); empty for the default text of this version. */
  termsText: {
    group: "legal",
    kind: "own",
    default: "",
    rule: legalText("Terms", "termsText"),
    label: "Terms",
  },
  privacyText: {
    group: "legal",
    kind: "own",
    default: "",
    rule: legalText("Privacy", "privacyText"),
    label: "Privacy",
  },
  refundsText: {
    group: "legal",
    kind: "own",
    default: "",
    rule: legalText("Refunds", "refundsText"),
    label: "Refunds",
  },

  /** The language of pages for buyers who have chosen none, and whose browser prefers none that the shop has. */
  defaultLanguage: {
    group: "language",
    kind: "choice",
    choices: languageCodes.map((code) => [code, languages[code].name] as const),
    default: "en" as Language,
    rule: z.enum(languageCodes, "Please choose one of the languages"),
    label: "Language",
    hint: "For buyers who have not chosen one, and whose browser asks for none that the shop has. The back office is in English.",
    wide: true,
  },

  /** Administrators must set up two-factor authentication before the back office opens. */
  twoFactorAuth: {
    group: "security",
    kind: "switch",
    default: false,
    rule: ticked,
    label: "Two-factor authentication",
    hint: "Administrators must set it up before the back office opens to them",
  },
  /** Everyone who works here must have an authenticator app or a passkey before the back office opens. */
  teamSecondFactor: {
    group: "security",
    kind: "switch",
    default: false,
    rule: ticked,
    label: "Second factor or passkey for the whole team",
    hint: "Everyone who works here must set one up before the back office opens to them",
  },
  /** Minutes without activity after which a session ends. */
  sessionTimeout: {
    group: "security",
    kind: "choice",
    choices: [
      ["15", "15 minutes"],
      ["30", "30 minutes"],
      ["60", "1 hour"],
      ["120", "2 hours"],
      ["240", "4 hours"],
    ],
    default: "30",
    rule: z.enum(["15", "30", "60", "120", "240"], "Please choose one of the times"),
    label: "Session timeout",
    hint: "Sign out after this much inactivity",
    lineAbove: true,
  },
  /** Days after which a password must be changed. */
  passwordExpiration: {
    group: "security",
    kind: "choice",
    choices: [
      ["never", "Never"],
      ["30", "30 days"],
      ["60", "60 days"],
      ["90", "90 days"],
      ["180", "180 days"],
    ],
    default: "never",
    rule: z.enum(["never", "30", "60", "90", "180"], "Please choose one of the times"),
    label: "Password expiration",
    hint: "Users choose a new password at sign-in",
  },

  /** Which addresses were compared with the owner's wallet, by whom and when (ISO 8601); empty for none. */
  confirmedWallet: { group: "wallet", default: "" },
  confirmedWalletBy: { group: "wallet", default: "" },
  confirmedWalletAt: { group: "wallet", default: "" },

  /** The set-up list on the dashboard of a new live shop; empty where it was never shown. */
  setupList: { group: "setup", default: "" as "" | "open" | "hidden" },
  /** Key of the last test mail; empty before the first. */
  testMail: { group: "setup", default: "" },
  /** Whether an administrator has read the legal pages. */
  legalRead: { group: "setup", default: false },
} satisfies Record<string, FieldRecord | HiddenRecord>;
