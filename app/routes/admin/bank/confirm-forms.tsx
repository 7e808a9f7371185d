import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { formatCount } from "#lib/money.ts";

interface Pair {
  reference: string;
  orderId: string;
}

/** Records all certain proposals of this page at once. */
export function ConfirmAll({ pairs }: { pairs: readonly Pair[] }) {
  if (pairs.length < 2) return null;
  return (
    <ConfirmForm pairs={pairs} variant="primary">
      Record all {formatCount(pairs.length)} certain ones
    </ConfirmForm>
  );
}

/** Records one or several lines for the proposed orders. */
export function ConfirmForm(props: {
  pairs: readonly Pair[];
  variant: "primary" | "secondary";
  label?: string;
  children: ReactNode;
}) {
  const { pairs, variant, label, children } = props;
  const { formData } = useNavigation();
  const busy =
    formData?.get("intent") === "confirm" &&
    formData.getAll("reference").length === pairs.length &&
    formData.get("reference") === pairs[0]?.reference;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="confirm" />
      {pairs.map(({ reference, orderId }) => (
        <span key={reference} hidden>
          <input type="hidden" name="reference" value={reference} />
          <input type="hidden" name="orderId" value={orderId} />
        </span>
      ))}
      <Button
        type="submit"
        variant={variant}
        size={pairs.length === 1 ? "sm" : "md"}
        busy={busy}
        aria-label={label}
      >
        {children}
      </Button>
    </Form>
  );
}
