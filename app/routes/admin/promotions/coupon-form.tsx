import { useEffect } from "react";
import { href, useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field, Select } from "#app/ui/field.tsx";
import { InlineForm } from "#app/ui/inline-form.tsx";
import { useBaseVersion, useFormErrors } from "#app/ui/use-form-errors.ts";
import { type FieldErrors, textsOf } from "#lib/form.ts";
import { formatCount, formatUsd } from "#lib/money.ts";
import { CODE_MAX, type Coupon } from "#shop/promotions/coupon.ts";
import { type CouponField, couponTexts, parseCouponForm } from "#shop/promotions/coupon-form.ts";

type Typed = Record<CouponField, string>;

/** What the action returns when it does not redirect. */
export interface CouponActionData {
  /** Left out by the buttons of the list. */
  typed?: Typed;
  packageIds?: string[];
  errors?: FieldErrors<CouponField>;
  /** Why nothing was changed. */
  message?: string;
}

const fields = [
  ...(["code", "kind", "percent", "amount", "cap", "startsOn", "endsOn"] as const),
  ...(["minimum", "totalLimit", "customerLimit", "firstOrderOnly"] as const),
];

const empty: Typed = {
  ...{ code: "", kind: "percent", percent: "", amount: "", cap: "", startsOn: "", endsOn: "" },
  ...{ minimum: "", totalLimit: "", customerLimit: "1", firstOrderOnly: "" },
};

/** Reads the form: what was typed, to fill it in again, and the values. */
export function readCouponForm(form: FormData) {
  const typed = textsOf(form, fields);
  const packageIds = form.getAll("packageIds").filter((id) => typeof id === "string");
  return { typed, packageIds, read: parseCouponForm(typed, packageIds) };
}

export interface CouponFormProps {
  /** Null for a new coupon. */
  coupon: Coupon | null;
  packages: readonly { id: string; coins: number; priceCents: number }[];
  actionData: CouponActionData | undefined;
  cancelTo: string;
}

/** The form of a coupon: what it gives, and when it applies. */
export function CouponForm({ coupon, packages, actionData, cancelTo }: CouponFormProps) {
  const version = useBaseVersion(coupon?.version, actionData?.message !== undefined);
  const start = actionData?.typed ?? (coupon ? couponTexts(coupon) : empty);
  const ticked = actionData?.packageIds ?? coupon?.packageIds ?? [];
  const { errors, form } = useFormErrors<CouponField>(
    actionData?.errors,
    (typed) => readCouponForm(typed).read,
  );
  const intent = coupon ? "update" : "create";
  const { state, formData } = useNavigation();
  const busy = state !== "idle" && formData?.get("intent") === intent;
  const list = href("/admin/promotions");

  useEffect(() => {
    // The field may have the focus already: the page can be used before its scripts have loaded.
    if (!form.ref.current?.contains(document.activeElement))
      form.ref.current?.querySelector<HTMLElement>("[name=code], [name=kind]")?.focus();
  }, [form.ref]);

  return (
    <InlineForm
      title={coupon ? `Edit ${coupon.code}` : "New coupon"}
      action={coupon ? `${list}?edit=${encodeURIComponent(coupon.code)}` : `${list}?new=1`}
      {...form}
      footStart={
        <Checkbox
          name="firstOrderOnly"
          label="Only for a customer’s first order"
          defaultChecked={start.firstOrderOnly === "on"}
        />
      }
      buttons={
        <>
          <ButtonLink to={cancelTo} variant="ghost" preventScrollReset>
            Cancel
          </ButtonLink>
          <Button type="submit" variant="primary" busy={busy}>
            {coupon ? "Save coupon" : "Create coupon"}
          </Button>
        </>
      }
    >
      <input type="hidden" name="intent" value={intent} />
      {coupon ? (
        <>
          <input type="hidden" name="code" value={coupon.code} />
          <input type="hidden" name="version" value={version} />
        </>
      ) : (
        <Field
          label="Code"
          name="code"
          required
          maxLength={CODE_MAX}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="SPRING15"
          defaultValue={start.code}
          error={errors.code}
        />
      )}
      <Select label="Takes off" name="kind" defaultValue={start.kind}>
        <option value="percent">A percentage</option>
        <option value="fixed">A fixed amount</option>
      </Select>
      {/* Those of the other kind are hidden by the style sheet, also without JavaScript. */}
      <Field
        label="Percent"
        name="percent"
        inputMode="numeric"
        required
        className="promotions__percent"
        defaultValue={start.percent}
        error={errors.percent}
      />
      <Field
        label="At most ($)"
        name="cap"
        inputMode="decimal"
        optional
        className="promotions__percent"
        defaultValue={start.cap}
        error={errors.cap}
      />
      <Field
        label="Amount ($)"
        name="amount"
        inputMode="decimal"
        required
        className="promotions__fixed"
        defaultValue={start.amount}
        error={errors.amount}
        hint="Never more than the price."
      />
      <Field
        label="First day"
        name="startsOn"
        type="date"
        optional
        defaultValue={start.startsOn}
        error={errors.startsOn}
      />
      <Field
        label="Last day"
        name="endsOn"
        type="date"
        optional
        defaultValue={start.endsOn}
        error={errors.endsOn}
      />
      <Field
        label="Minimum price ($)"
        name="minimum"
        inputMode="decimal"
        optional
        defaultValue={start.minimum}
        error={errors.minimum}
      />
      <Field
        label="Total uses"
        name="totalLimit"
        inputMode="numeric"
        optional
        defaultValue={start.totalLimit}
        error={errors.totalLimit}
      />
      <Field
        label="Uses per customer"
        name="customerLimit"
        inputMode="numeric"
        optional
        defaultValue={start.customerLimit}
        error={errors.customerLimit}
      />
      <fieldset className="inline-form__wide promotions__packages">
        <legend className="field__label">Packages (all if none is ticked)</legend>
        {packages.map(({ id, coins, priceCents }) => (
          <Checkbox
            key={id}
            name="packageIds"
            value={id}
            label={`${formatCount(coins)} coins, ${formatUsd(priceCents)}`}
            defaultChecked={ticked.includes(id)}
          />
        ))}
      </fieldset>
    </InlineForm>
  );
}
