import { Field, Textarea } from "#app/ui/field.tsx";
import type { SettingFields } from "./setting-section.tsx";

/** The seller's details on invoices. */
export function InvoiceFields({ texts, errors }: SettingFields) {
  return (
    <div className="setting-form__fields">
      <Field
        label="Seller"
        name="sellerName"
        hint="A person's or a company's full name"
        autoComplete="off"
        defaultValue={texts.sellerName}
        error={errors.sellerName}
        optional
      />
      <Field
        label="Tax ID"
        name="sellerTaxId"
        hint="As printed, for example VAT ID DE123456789"
        autoComplete="off"
        defaultValue={texts.sellerTaxId}
        error={errors.sellerTaxId}
        optional
      />
      <Textarea
        className="setting-form__wide"
        label="Address"
        name="sellerAddress"
        hint="Up to 5 lines"
        rows={3}
        defaultValue={texts.sellerAddress}
        error={errors.sellerAddress}
        optional
      />
      <Textarea
        className="setting-form__wide"
        label="Note"
        name="invoiceNote"
        hint="At the bottom of every invoice, for example why no tax is shown. Up to 3 lines."
        rows={2}
        defaultValue={texts.invoiceNote}
        error={errors.invoiceNote}
        optional
      />
    </div>
  );
}
