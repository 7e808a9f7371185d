import { goodsText, kindOf, type PackageKind, packageKinds } from "#shop/catalog/goods.ts";
import { useEffect, useState } from "react";
import { href, useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field, Select } from "#app/ui/field.tsx";
import { InlineForm } from "#app/ui/inline-form.tsx";
import { notify } from "#app/ui/toaster.tsx";
import { useFormErrors, useBaseVersion } from "#app/ui/use-form-errors.ts";
import { GoodsArt } from "#app/routes/shop/shared/goods-art.tsx";
import { Price } from "#app/routes/shop/shared/package-card.tsx";
import type { FieldErrors } from "#lib/form.ts";
import { formatUsd, originalPriceCents, priceText } from "#lib/money.ts";
import {
  DESCRIPTION_MAX,
  type AdminPackage,
  type PackageField,
  type PackageValues,
  parsePackageForm,
  readKind,
} from "#shop/catalog/package.ts";

/** The text of each field of the form. */
export type Typed = Record<PackageField, string>;

/** What the action returns when it does not redirect. */
export interface PackagesActionData {
  /** The submitted form. */
  intent: string;
  typed?: Typed;
  errors?: FieldErrors<PackageField>;
  /** Error of the form as a whole. */
  message?: string;
}

const empty: Typed = {
  kind: "coins",
  coins: "",
  value: "",
  price: "",
  discount: "0",
  description: "",
  popular: "",
};

const kindLabels: Record<PackageKind, string> = {
  coins: "Coins",
  credit: "Credit for the buyer’s account",
  gift_code: "Gift code sent by email",
};

function typedOf(pkg: AdminPackage): Typed {
  return {
    kind: kindOf(pkg),
    coins: String(pkg.coins),
    value: pkg.kind ? priceText(pkg.valueCents ?? 0) : "",
    price: priceText(pkg.priceCents),
    discount: String(pkg.discount),
    description: pkg.description,
    popular: pkg.popular ? "on" : "",
  };
}

/** Validates the form before it is sent, and shows the first error as a toast. */
function parse(form: FormData) {
  const parsed = parsePackageForm(form);
  if (!parsed.ok) notify.error(Object.values(parsed.error)[0] ?? "");
  return parsed;
}

export interface PackageFormProps {
  /** Null for a new package. */
  pkg: AdminPackage | null;
  /** The submitted values, to fill in the form again after an error. */
  typed: Typed | undefined;
  errors: FieldErrors<PackageField> | undefined;
  /** The page shows that saving failed, such as after a conflict. */
  rejected: boolean;
}

/** The form for a new or changed package, with a live preview. */
export function PackageForm({ pkg, typed, errors: serverErrors, rejected }: PackageFormProps) {
  const version = useBaseVersion(pkg?.version, rejected);
  const start = typed ?? (pkg ? typedOf(pkg) : empty);
  const { errors, form } = useFormErrors<PackageField>(serverErrors, parse);
  const [shown, setShown] = useState(() => parsePackageForm(start));
  const [kind, setKind] = useState(() => readKind(start));
  const intent = pkg ? "update" : "create";
  const { state, formData } = useNavigation();
  const busy = state !== "idle" && formData?.get("intent") === intent;
  const opener = pkg ? editLinkId(pkg.id) : ADD_LINK_ID;

  useEffect(() => {
    const first = form.ref.current?.querySelector<HTMLElement>("[name=coins], [name=value]");
    // The field may have the focus already: the page can be used before its scripts have loaded.
    if (!form.ref.current?.contains(document.activeElement)) first?.focus();
    // Returns the focus to the opener on close.
    return () => document.getElementById(opener)?.focus();
  }, [form.ref, opener]);

  const values = shown.ok ? shown.value : null;
  return (
    <InlineForm
      title={pkg ? "Edit package" : "New package"}
      action={pkg ? `${href("/admin/packages")}?edit=${pkg.id}` : `${href("/admin/packages")}?new`}
      {...form}
      onInput={(event) => {
        const typed = new FormData(event.currentTarget);
        setShown(parsePackageForm(typed));
        setKind(readKind(typed));
      }}
      art={<Preview values={values} />}
      footStart={
        <Checkbox
          name="popular"
          label="Mark as Most Popular"
          defaultChecked={start.popular === "on"}
        />
      }
      buttons={
        <>
          <ButtonLink to={href("/admin/packages")} variant="ghost" preventScrollReset>
            Cancel
          </ButtonLink>
          <Button type="submit" variant="primary" busy={busy}>
            {pkg ? "Update Package" : "Create Package"}
          </Button>
        </>
      }
    >
      <input type="hidden" name="intent" value={intent} />
      {pkg && <input type="hidden" name="id" value={pkg.id} />}
      {pkg && <input type="hidden" name="version" value={version} />}
      {pkg ? (
        <input type="hidden" name="kind" value={kind} />
      ) : (
        <Select label="Kind" name="kind" defaultValue={start.kind}>
          {packageKinds.map((name) => (
            <option key={name} value={name}>
              {kindLabels[name]}
            </option>
          ))}
        </Select>
      )}
      {kind === "coins" ? (
        <Field
          label="Coins"
          name="coins"
          inputMode="numeric"
          required
          defaultValue={start.coins}
          error={errors.coins}
        />
      ) : (
        <Field
          label="Value ($)"
          name="value"
          inputMode="decimal"
          required
          defaultValue={start.value}
          error={errors.value}
          hint={kind === "credit" ? "Added to the buyer’s credit" : "What the code is worth"}
        />
      )}
      <Field
        label="Price ($)"
        name="price"
        inputMode="decimal"
        required
        defaultValue={start.price}
        error={errors.price}
      />
      <Field
        label="Discount (%)"
        name="discount"
        inputMode="decimal"
        defaultValue={start.discount}
        error={errors.discount}
        hint={values && originalHint(values)}
      />
      <div className="inline-form__wide">
        <Field
          label="Description"
          name="description"
          maxLength={DESCRIPTION_MAX}
          defaultValue={start.description}
          error={errors.description}
        />
      </div>
    </InlineForm>
  );
}

/** Returns the hint about the crossed-out price. */
function originalHint({ priceCents, discount }: PackageValues): string | null {
  if (discount === 0) return null;
  const original = originalPriceCents(priceCents, discount);
  return original === null
    ? "Shown without an original price"
    : `Shown as ${formatUsd(original)} crossed out`;
}

/** A small preview of the card. */
function Preview({ values }: { values: PackageValues | null }) {
  if (!values) return <p className="pkg-preview__none">The card appears here</p>;
  return (
    <div className="pkg-preview">
      {values.popular && <p className="pkg__banner">MOST POPULAR</p>}
      <div className="pkg-preview__art">
        <GoodsArt goods={values} />
      </div>
      <p>{goodsText(values)}</p>
      <Price pkg={values} />
      {values.description && <p className="pkg-preview__text">{values.description}</p>}
    </div>
  );
}

/** Ids of the links that open the form; they get the focus back when it closes. */
export const ADD_LINK_ID = "add-package";
export function editLinkId(packageId: string): string {
  return `edit-${packageId}`;
}
