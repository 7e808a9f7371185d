import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Unfold } from "#app/ui/unfold.tsx";
import type { EntryRow } from "#shop/methods/bank/entry.ts";
import type { EntryLineProps } from "./entry-line.tsx";

/** What else can be done with a line: give it to an order, record it as nobody's, set it aside. */
export function EntryChoices({ row, refused }: Pick<EntryLineProps, "row" | "refused">) {
  const { reference, proposal } = row;
  const { formData } = useNavigation();
  const busy = formData?.get("intent") === "record" && formData.get("reference") === reference;
  // What is likely, but not certain, needs one press and a look.
  const first = proposal && !proposal.certain ? proposal.orderId : "";
  return (
    <Unfold
      className="bank__else"
      title={proposal?.certain ? "Something else" : "What to do"}
      open={refused !== null}
    >
      <Form method="post" preventScrollReset className="bank__order">
        <input type="hidden" name="intent" value="record" />
        <input type="hidden" name="reference" value={reference} />
        <Field
          label="Record for order"
          name="orderId"
          mono
          defaultValue={refused?.orderId || first}
          error={refused?.problem}
          maxLength={20}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          required
        />
        <Button type="submit" size="sm" busy={busy}>
          Record
        </Button>
      </Form>
      <div className="row">
        <LineButton intent="nobody" row={row}>
          Record as nobody&rsquo;s
        </LineButton>
        <LineButton intent="aside" row={row}>
          Set aside
        </LineButton>
      </div>
      <p className="bank__why">
        As nobody&rsquo;s it waits in the review, where it can be sent back. Set aside is what is no
        business of the shop.
      </p>
    </Unfold>
  );
}

/** Does one thing with one line. */
export function LineButton(props: {
  intent: "nobody" | "aside" | "back";
  row: EntryRow;
  children: ReactNode;
}) {
  const { intent, row, children } = props;
  const { formData } = useNavigation();
  const busy = formData?.get("intent") === intent && formData.get("reference") === row.reference;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="reference" value={row.reference} />
      <Button type="submit" size="sm" variant="ghost" busy={busy}>
        {children}
        <span className="sr"> of {row.payer || "no payer named"}</span>
      </Button>
    </Form>
  );
}
