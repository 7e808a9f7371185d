import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { Checkout } from "#shop/checkouts/checkout.ts";
import { CODE_MAX } from "#shop/promotions/coupon.ts";
import { money } from "#messages/format.ts";
import { rich, t } from "#messages/translate.ts";
import "./code-form.css";

/** A code that was refused, and why. */
export interface RefusedCode {
  typed: string;
  error: string;
}

/** Returns a code that is remembered but does not apply, with the reason; undefined for none. */
export function rememberedCode(
  { couponCode }: Checkout,
  reason: string | null,
): RefusedCode | undefined {
  return reason === null ? undefined : { typed: couponCode ?? "", error: reason };
}

export interface CodeFormProps {
  checkout: Checkout;
  refused: RefusedCode | undefined;
  /** The address of step 2. */
  action: string;
  /** The price stays as it is, since money has arrived. */
  isFixed: boolean;
}

/**
 * "Have a code?" on step 2, or the code that is applied with what it takes off the price. A remembered code that does not
 * apply stands in the field with the reason, and can be removed.
 */
export function CodeForm({ checkout, refused, action, isFixed }: CodeFormProps) {
  const { couponCode, couponCents } = checkout;
  const entering = useFocusAfterRemoval(couponCode);
  if (couponCode !== null && couponCents > 0)
    return (
      <div className="code">
        <p className="code__applied">
          <Icon name="check" size="sm" />
          <span>
            {rich("checkout.codeTakesOff", {
              ...{ code: couponCode, amount: money(couponCents) },
              b: <b translate="no" />,
            })}
          </span>
        </p>
        {!isFixed && (
          <RemoveCode action={action} name={t("checkout.removeCodeNamed", { code: couponCode })}>
            {t("checkout.remove")}
          </RemoveCode>
        )}
      </div>
    );
  if (isFixed) return null;
  return (
    <div ref={entering}>
      <Disclosure
        // Another answer opens it again.
        key={refused?.error}
        className="code code--enter"
        title={t("checkout.haveCode")}
        open={refused !== undefined}
      >
        <Form method="post" action={action} preventScrollReset className="code__form">
          <input type="hidden" name="intent" value="code" />
          <Field
            label={t("checkout.code")}
            name="code"
            required
            maxLength={CODE_MAX}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            defaultValue={refused?.typed}
            error={refused?.error}
          />
          <Button type="submit">{t("checkout.apply")}</Button>
        </Form>
        {couponCode !== null && <RemoveCode action={action}>{t("checkout.removeCode")}</RemoveCode>}
      </Disclosure>
    </div>
  );
}

interface RemoveCodeProps extends Pick<CodeFormProps, "action"> {
  /** For screen readers, where the label says less. */
  name?: string;
  children: string;
}

/** Has the checkout forget its code. */
function RemoveCode({ action, name, children }: RemoveCodeProps) {
  return (
    <Form method="post" action={action} preventScrollReset>
      <input type="hidden" name="intent" value="remove-code" />
      <SubmitButton intent="remove-code" variant="ghost" size="sm" aria-label={name}>
        {children}
      </SubmitButton>
    </Form>
  );
}

/** Moves the focus to "Have a code?" once the code is removed, since the button that was pressed is gone. */
function useFocusAfterRemoval(code: string | null) {
  const entering = useRef<HTMLDivElement>(null);
  const before = useRef(code);
  useEffect(() => {
    const isRemoved = before.current !== null && code === null;
    before.current = code;
    if (isRemoved && document.activeElement === document.body)
      entering.current?.querySelector("summary")?.focus();
  }, [code]);
  return entering;
}
