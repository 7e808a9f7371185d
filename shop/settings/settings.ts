import { defaultNames } from "./default-names.ts";
import type { PaymentMethod } from "./payment-method.ts";

/** Minutes without activity after which a session ends, and days after which a password must be changed. */
export const sessionTimeouts = ["15", "30", "60", "120", "240"] as const;
export const passwordExpirations = ["never", "30", "60", "90", "180"] as const;

/** The gap limit of BIP 44: wallets stop looking for money after this many unused addresses in a row. */
export const GAP_LIMIT = 20;

/** All settings. */
export interface Settings {
  shopName: string;
  supportEmail: string;
  /** IANA name; what "today" means in the back office and in mails. */
  timeZone: string;

  /** The seller on invoices. The address and the note may have several lines. */
  sellerName: string;
  sellerAddress: string;
  sellerTaxId: string;
  /** Printed at the bottom of invoices, such as the reason for showing no tax. */
  invoiceNote: string;

  /** Mails to the customer when an order is placed, completed, rejected. */
  orderConfirmation: boolean;
  orderCompleted: boolean;
  orderFailed: boolean;
  /** Whether newsletters may be sent at all. */
  marketingEmails: boolean;
  /** The maximum number of newsletter mails per minute. */
  newslettersPerMinute: number;

  /** Mails to every administrator. */
  newOrders: boolean;
  paymentConfirmations: boolean;
  systemAlerts: boolean;
  /** The daily summary of the day before. */
  dailySummary: boolean;
  /** Whether the open back office shows browser notifications. */
  desktopNotifications: boolean;

  /** Whether the program at this URL delivers orders, and for how long it is tried for each. */
  deliveryEnabled: boolean;
  deliveryUrl: string;
  deliveryMinutes: number;

  /** The method that checkout lists first and preselects while it is offered; empty for card, else Bitcoin. */
  firstMethod: PaymentMethod | "";
  /** Payment methods besides Bitcoin. Each is offered only while it is switched on and configured. */
  paypalEnabled: boolean;
  paypalEmail: string;
  stripeEnabled: boolean;
  bankTransferEnabled: boolean;
  bankName: string;
  accountName: string;
  accountNumber: string;
  /** Without spaces. */
  iban: string;

  /** Below this price checkout shows Lightning first, where a node is configured. */
  lightningBelowCents: number;
  /** The confirmations required below this price, and from it on. */
  confirmationsThresholdCents: number;
  confirmationsBelow: number;
  confirmationsFrom: number;
  /** The underpayment that still settles, in percent of the amount due. */
  tolerancePercent: number;
  /** How far below the market rate bitcoin is taken, in percent with at most two decimals. */
  rateMarginPercent: number;
  /** How long after a quote expired a payment that covers it still settles. */
  lateGraceMinutes: number;
  /** The gap limit of the owner's wallet: unused addresses in a row that it checks. */
  gapLimit: number;
  /** Whether an unpaid order is rejected this long after its last quote expired. */
  rejectUnpaid: boolean;
  rejectUnpaidAfterHours: number;
  /** Address of a transaction's page, with `{txid}` in it; empty for no links. */
  blockExplorer: string;

  /** Which addresses were compared with the owner's wallet, by whom and when (ISO 8601); empty for none. */
  confirmedWallet: string;
  confirmedWalletBy: string;
  confirmedWalletAt: string;

  /** Markdown with placeholders (`legal/legal.ts`); empty for the default text of this version. */
  termsText: string;
  privacyText: string;
  refundsText: string;

  /** The set-up list on the dashboard of a new live shop; empty where it was never shown. */
  setupList: "" | "open" | "hidden";
  /** Key of the last test mail; empty before the first. */
  testMail: string;
  /** Whether an administrator has read the legal pages. */
  legalRead: boolean;

  /** Administrators must set up two-factor authentication before the back office opens. */
  twoFactorAuth: boolean;
  /** One of `sessionTimeouts`. */
  sessionTimeout: string;
  /** One of `passwordExpirations`. */
  passwordExpiration: string;
}

/** The values of settings that are not stored. */
export const defaultSettings: Settings = {
  ...defaultNames,
  timeZone: "UTC",
  sellerName: "",
  sellerAddress: "",
  sellerTaxId: "",
  invoiceNote: "",
  orderConfirmation: true,
  orderCompleted: true,
  orderFailed: true,
  marketingEmails: false,
  newslettersPerMinute: 100,
  newOrders: true,
  paymentConfirmations: true,
  systemAlerts: true,
  dailySummary: false,
  desktopNotifications: false,
  deliveryEnabled: false,
  deliveryUrl: "",
  deliveryMinutes: 60,
  firstMethod: "",
  paypalEnabled: true,
  paypalEmail: "",
  stripeEnabled: true,
  bankTransferEnabled: true,
  bankName: "",
  accountName: "",
  accountNumber: "",
  iban: "",
  lightningBelowCents: 10_000,
  confirmationsThresholdCents: 10_000,
  confirmationsBelow: 1,
  confirmationsFrom: 2,
  tolerancePercent: 1,
  rateMarginPercent: 0,
  lateGraceMinutes: 60,
  gapLimit: GAP_LIMIT,
  rejectUnpaid: true,
  rejectUnpaidAfterHours: 24,
  blockExplorer: "https://mempool.space/tx/{txid}",
  confirmedWallet: "",
  confirmedWalletBy: "",
  confirmedWalletAt: "",
  termsText: "",
  privacyText: "",
  refundsText: "",
  setupList: "",
  testMail: "",
  legalRead: false,
  twoFactorAuth: false,
  sessionTimeout: "30",
  passwordExpiration: "never",
};

/** The settings in each form. */
export const settingGroups = {
  shop: ["shopName", "supportEmail", "timeZone"],
  invoice: ["sellerName", "sellerAddress", "sellerTaxId", "invoiceNote"],
  email: [
    "orderConfirmation",
    "orderCompleted",
    "orderFailed",
    "marketingEmails",
    "newslettersPerMinute",
  ],
  notification: [
    "newOrders",
    "paymentConfirmations",
    "systemAlerts",
    "dailySummary",
    "desktopNotifications",
  ],
  delivery: ["deliveryEnabled", "deliveryUrl", "deliveryMinutes"],
  payment: [
    "firstMethod",
    "paypalEnabled",
    "paypalEmail",
    "stripeEnabled",
    "bankTransferEnabled",
    "bankName",
    "accountName",
    "accountNumber",
    "iban",
  ],
  bitcoin: [
    "lightningBelowCents",
    "confirmationsThresholdCents",
    "confirmationsBelow",
    "confirmationsFrom",
    "tolerancePercent",
    "rateMarginPercent",
    "lateGraceMinutes",
    "gapLimit",
    "rejectUnpaid",
    "rejectUnpaidAfterHours",
    "blockExplorer",
  ],
  wallet: ["confirmedWallet", "confirmedWalletBy", "confirmedWalletAt"],
  legal: ["termsText", "privacyText", "refundsText"],
  setup: ["setupList", "testMail", "legalRead"],
  security: ["twoFactorAuth", "sessionTimeout", "passwordExpiration"],
} as const satisfies Record<string, readonly (keyof Settings)[]>;

export type SettingGroup = keyof typeof settingGroups;

/** Returns the URL of a transaction in the configured block explorer; null without one. */
export function transactionLink(blockExplorer: string, txid: string): string | null {
  return blockExplorer ? blockExplorer.replaceAll("{txid}", encodeURIComponent(txid)) : null;
}
