import { formatIban } from "#lib/iban.ts";
import type { Settings } from "#shop/settings/settings.ts";
import type { Instruction } from "../offer.ts";

type BankSettings = Pick<
  Settings,
  "bankTransferEnabled" | "bankName" | "accountName" | "accountNumber" | "iban"
>;

/** True once one can transfer money with what the owner has entered: a name, and an account by IBAN or number. */
export function takesBankTransfers(settings: BankSettings): boolean {
  const { bankTransferEnabled, accountName, accountNumber, iban } = settings;
  return bankTransferEnabled && accountName !== "" && (iban !== "" || accountNumber !== "");
}

/** Where a transfer goes, and what it has to name to be found. */
export function transferInstructions(settings: BankSettings, orderId: string): Instruction[] {
  const { bankName, accountName, accountNumber, iban } = settings;
  return [
    { label: "Account name", value: accountName },
    ...(iban ? [{ label: "IBAN", value: formatIban(iban), copy: iban }] : []),
    ...(accountNumber ? [{ label: "Account number", value: accountNumber }] : []),
    ...(bankName ? [{ label: "Bank", value: bankName }] : []),
    { label: "Reference", value: orderId },
  ];
}
