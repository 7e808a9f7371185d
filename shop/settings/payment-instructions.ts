import { formatIban } from "#lib/iban.ts";
import { t } from "#messages/translate.ts";
import type { Settings } from "./settings.ts";

/** A line of the instructions for a manual payment. */
export interface Instruction {
  label: string;
  value: string;
  /** The text to copy, if it differs from `value`. */
  copy?: string;
}

type BankSettings = Pick<
  Settings,
  "bankTransferEnabled" | "bankName" | "accountName" | "accountNumber" | "iban"
>;

/** True when the settings are sufficient for a transfer: an account name, and an IBAN or account number. */
export function takesBankTransfers(settings: BankSettings): boolean {
  const { bankTransferEnabled, accountName, accountNumber, iban } = settings;
  return bankTransferEnabled && accountName !== "" && (iban !== "" || accountNumber !== "");
}

/**
 * Returns the instructions for a manual payment; none for other methods. Before the order is placed (`orderId` is null)
 * they have no reference.
 */
export function instructionsFor(
  method: string,
  settings: Settings,
  orderId: string | null,
): Instruction[] {
  if (method === "bank_transfer") return transferInstructions(settings, orderId);
  if (method !== "paypal" || !settings.paypalEmail) return [];
  return [
    { label: t("method.paypalAccount"), value: settings.paypalEmail },
    ...(orderId ? [{ label: t("method.note"), value: orderId }] : []),
  ];
}

/** Returns the bank details for a transfer, and the reference by which it is matched to a placed order. */
function transferInstructions(settings: BankSettings, orderId: string | null): Instruction[] {
  const { bankName, accountName, accountNumber, iban } = settings;
  return [
    { label: t("method.accountName"), value: accountName },
    ...(iban ? [{ label: t("method.iban"), value: formatIban(iban), copy: iban }] : []),
    ...(accountNumber ? [{ label: t("method.accountNumber"), value: accountNumber }] : []),
    ...(bankName ? [{ label: t("method.bank"), value: bankName }] : []),
    ...(orderId ? [{ label: t("method.reference"), value: orderId }] : []),
  ];
}
