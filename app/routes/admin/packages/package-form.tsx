import { useState } from "react";
import { href } from "react-router";
import type { Answer } from "#app/answer.ts";
import { EditForm } from "#app/office/edit-form.tsx";
import { GoodsArt } from "#app/routes/shop/shared/goods-art.tsx";
import { Price } from "#app/routes/shop/shared/package-card.tsx";
import { notify } from "#app/ui/toaster.tsx";
import { type FieldTexts, fieldTexts } from "#lib/fields.ts";
import { formOf } from "#lib/form.ts";
import { formatUsd, originalPriceCents } from "#lib/money.ts";
import { goodsText } from "#shop/catalog/goods.ts";
import type { AdminPackage, PackageValues } from "#shop/catalog/package.ts";
import {
  packageFields,
  packageFieldsOf,
  packageTexts,
  parsePackageForm,
  readKind,
} from "#shop/catalog/package-form.ts";

/** Validates the form before it is sent, and shows the first error as a toast. */
function parse(form: FormData) {
  const parsed = parsePackageForm(form);
  if (!parsed.ok) notify.error(Object.values(parsed.error)[0] ?? "");
  return parsed;
}

interface PackageFormProps {
  /** Null for a new package. */
  pkg: AdminPackage | null;
  answer: Answer<unknown> | null;
}

/** The form for a new or changed package, with a live preview. */
export function PackageForm({ pkg, answer }: PackageFormProps) {
  const stored = pkg ? { ...packageTexts(pkg), version: pkg.version } : undefined;
  const [typed, setTyped] = useState(() =>
    formOf(textsIn(fieldTexts(packageFields, answer?.typed ?? stored))),
  );
  const kind = readKind(typed);
  const shown = parsePackageForm(typed);
  const values = shown.ok ? shown.value : null;
  const fields = packageFieldsOf(kind, pkg === null, values ? originalHint(values) : undefined);
  const form = {
    ...{ fields, read: parse, answer, stored, onInput: setTyped },
    art: <Preview values={values} />,
    focusOn: "[name=coins], [name=value]",
    cancelTo: href("/admin/packages"),
  };
  if (!pkg)
    return (
      <EditForm
        {...form}
        title="New package"
        intent="create"
        submit="Create Package"
        action={`${href("/admin/packages")}?new`}
        openerId={ADD_LINK_ID}
      />
    );
  return (
    <EditForm
      {...form}
      title="Edit package"
      intent="update"
      values={{ id: pkg.id, kind }}
      submit="Update Package"
      action={`${href("/admin/packages")}?edit=${pkg.id}`}
      openerId={editLinkId(pkg.id)}
    />
  );
}

function textsIn(texts: FieldTexts): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, String(text)]));
}

/** Returns the hint about the crossed-out price. */
function originalHint({ priceCents, discount }: PackageValues): string | undefined {
  if (discount === 0) return undefined;
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
