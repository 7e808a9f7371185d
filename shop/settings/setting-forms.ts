import { z } from "zod";
import { emailField } from "#lib/email.ts";
import { type FieldErrors, parseForm } from "#lib/form.ts";
import { isIban, normalizeIban } from "#lib/iban.ts";
import { formatUsd, parsePrice } from "#lib/money.ts";
import type { Result } from "#lib/result.ts";
import { targetUrl } from "#lib/target-url.ts";
import { LINES, ONE_LINE, invalidCharacters } from "#lib/text.ts";
import { paymentMethods } from "./payment-method.ts";
import { defaultLegalTexts, LEGAL_TEXT_MAX, type LegalSetting } from "./legal/legal.ts";
import {
  GAP_LIMIT,
  passwordExpirations,
  type SettingGroup,
  type settingGroups,
  type Settings,
  sessionTimeouts,
} from "./settings.ts";

/** Outputs are polled up to this many confirmations, so that requiring more would never settle. */
export const MAX_CONFIRMATIONS = 6;
const MAX_THRESHOLD_CENTS = 100_000_000;
export const MAX_GAP_LIMIT = 10_000;

/** Browsers do not send unticked checkboxes. */
const ticked = z
  .string()
  .optional()
  .transform((text) => text === "on");

function line(label: string, max: number) {
  return z
    .string()
    .trim()
    .max(max, `${label} is too long (at most ${max} characters)`)
    .regex(ONE_LINE, invalidCharacters(label));
}

/** Validates multi-line text. Browsers send line breaks as CR LF, but count them as one character. */
function lines(label: string, maxLines: number, max: number) {
  return z
    .string()
    .transform((text) => text.replaceAll(/[^\S\r\n]*\r?\n/g, "\n").trim())
    .pipe(
      z
        .string()
        .max(max, `${label} is too long (at most ${max} characters)`)
        .refine((text) => text.split("\n").length <= maxLines, {
          message: `${label} can have at most ${maxLines} lines`,
        })
        .regex(LINES, invalidCharacters(label)),
    );
}

/** Validates the text of a legal page. The default text is stored as empty, so that later versions can change it. */
function legalText(label: string, name: LegalSetting) {
  return z
    .string()
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .pipe(
      z
        .string()
        .max(LEGAL_TEXT_MAX, `${label} is too long (at most ${LEGAL_TEXT_MAX} characters)`)
        .regex(LINES, invalidCharacters(label)),
    )
    .transform((text) => (text === defaultLegalTexts[name] ? "" : text));
}

/** Validates a field that may be left empty. */
function emptyOr(field: z.core.$ZodType<string, string>) {
  return z
    .string()
    .trim()
    .transform((text, context) => {
      if (text === "") return text;
      const parsed = z.safeParse(field, text);
      if (parsed.success) return parsed.data;
      for (const { message } of parsed.error.issues) context.addIssue(message);
      return z.NEVER;
    });
}

function wholeNumber(label: string, min: number, max: number) {
  const message = `${label} must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message));
}

const TOLERANCE = "Tolerance must be between 0 and 10 percent, with at most one decimal";
export const MAX_MARGIN_PERCENT = 20;
const MARGIN = `Rate margin must be between 0 and ${MAX_MARGIN_PERCENT} percent, with at most two decimals`;
const EXPLORER = "The address must begin with https:// and contain {txid}";

/** The schema of each form, used in the browser and on the server. */
const forms = {
  shop: z.object({
    shopName: line("Shop name", 40).min(1, "Shop name is required"),
    supportEmail: emailField("Support email is required"),
    timeZone: z.string().refine(isTimeZone, "Please choose a time zone"),
  }),
  invoice: z.object({
    sellerName: line("Seller", 100),
    sellerAddress: lines("Address", 5, 300),
    sellerTaxId: line("Tax ID", 60),
    invoiceNote: lines("Note", 3, 300),
  }),
  email: z.object({
    orderConfirmation: ticked,
    orderCompleted: ticked,
    orderFailed: ticked,
    marketingEmails: ticked,
    newslettersPerMinute: wholeNumber("Emails per minute", 1, 6000),
  }),
  notification: z.object({
    newOrders: ticked,
    paymentConfirmations: ticked,
    systemAlerts: ticked,
    dailySummary: ticked,
    desktopNotifications: ticked,
  }),
  delivery: z
    .object({
      deliveryEnabled: ticked,
      deliveryUrl: emptyOr(targetUrl),
      deliveryMinutes: wholeNumber("Minutes", 1, 10_080),
    })
    .refine(({ deliveryEnabled, deliveryUrl }) => !deliveryEnabled || deliveryUrl !== "", {
      path: ["deliveryUrl"],
      message: "URL is required",
    }),
  payment: z.object({
    firstMethod: z.enum(["", ...paymentMethods], "Please choose one of the methods").default(""),
    paypalEnabled: ticked,
    paypalEmail: emptyOr(emailField("")),
    stripeEnabled: ticked,
    bankTransferEnabled: ticked,
    bankName: line("Bank name", 100),
    accountName: line("Account name", 100),
    accountNumber: line("Account number", 40),
    iban: z
      .string()
      .transform(normalizeIban)
      .refine(
        (iban) => iban === "" || isIban(iban),
        "This IBAN is mistyped: its check digits do not match",
      ),
  }),
  bitcoin: z.object({
    lightningBelowCents: threshold(0),
    confirmationsThresholdCents: threshold(1),
    confirmationsBelow: wholeNumber("Confirmations", 0, MAX_CONFIRMATIONS),
    confirmationsFrom: wholeNumber("Confirmations", 0, MAX_CONFIRMATIONS),
    tolerancePercent: z
      .string()
      .trim()
      .regex(/^\d{1,2}(\.\d)?$/, TOLERANCE)
      .transform(Number)
      .pipe(z.number().max(10, TOLERANCE)),
    rateMarginPercent: z
      .string()
      .trim()
      .regex(/^\d{1,2}(\.\d{1,2})?$/, MARGIN)
      .transform(Number)
      .pipe(z.number().max(MAX_MARGIN_PERCENT, MARGIN)),
    lateGraceMinutes: wholeNumber("Minutes", 0, 1440),
    gapLimit: wholeNumber("Gap limit", GAP_LIMIT, MAX_GAP_LIMIT),
    rejectUnpaid: ticked,
    rejectUnpaidAfterHours: wholeNumber("Hours", 1, 720),
    blockExplorer: z
      .string()
      .trim()
      .max(300, "The address is too long (at most 300 characters)")
      .refine((text) => text === "" || isExplorer(text), EXPLORER),
  }),
  // Without fields: the addresses to confirm are derived on the server.
  wallet: z.object({}),
  legal: z.object({
    termsText: legalText("Terms", "termsText"),
    privacyText: legalText("Privacy", "privacyText"),
    refundsText: legalText("Refunds", "refundsText"),
  }),
  // Without fields: the dashboard changes them.
  setup: z.object({}),
  security: z.object({
    twoFactorAuth: ticked,
    sessionTimeout: z.enum(sessionTimeouts, "Please choose one of the times"),
    passwordExpiration: z.enum(passwordExpirations, "Please choose one of the times"),
  }),
} satisfies { [Group in SettingGroup]: z.core.$ZodType<Pick<Settings, FieldOf<Group>>> };

/** The settings that the form of a group has fields for. */
type FieldOf<Group extends SettingGroup> = Group extends "wallet" | "setup"
  ? never
  : (typeof settingGroups)[Group][number];

export type SettingErrors = FieldErrors<keyof Settings>;

/** Validates one form of the settings. */
export function parseSettingsForm(
  group: SettingGroup,
  form: FormData | Readonly<Record<string, unknown>>,
): Result<Partial<Settings>, SettingErrors> {
  const schema: z.core.$ZodType<
    Partial<Settings>,
    Partial<Record<keyof Settings, unknown>>
  > = forms[group];
  return parseForm(schema, form);
}

/** True for an IANA name. Rejects offsets such as `+01:00`, whose sign PostgreSQL inverts. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

function isExplorer(text: string): boolean {
  const sample = text.replaceAll("{txid}", "0");
  return text.includes("{txid}") && text.startsWith("https://") && URL.canParse(sample);
}

/** A price that something changes at, in cents, of at least `min`. */
function threshold(min: number) {
  return z.string().transform((text, context) => {
    const cents = parsePrice(text);
    // `parsePrice` reads what is no number as 0.
    const isNumber = /^\d+(\.\d*)?$/.test(text.trim());
    if (isNumber && cents.ok && cents.value >= min && cents.value <= MAX_THRESHOLD_CENTS)
      return cents.value;
    context.addIssue(
      `Please enter an amount from ${formatUsd(min)} to ${formatUsd(MAX_THRESHOLD_CENTS)}, such as 100.00`,
    );
    return z.NEVER;
  });
}
