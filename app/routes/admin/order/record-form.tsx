import { answerTo } from "#app/answer.ts";
import { PanelForm } from "#app/office/panel-form.tsx";
import type { ActFormProps } from "#app/office/use-act-form.ts";
import { Icon } from "#app/ui/icon.tsx";
import { formatBtc, priceText } from "#lib/money.ts";
import { methodText } from "#shop/settings/payment-method.ts";
import { type RecordMethod, bitcoinFields, recordFields, recordMethods } from "./record-fields.ts";

/** Initial values of the form. */
export interface RecordDefaults {
  method: RecordMethod;
  /** Outstanding amount of the order; 0 when it is paid. */
  missingCents: number;
  today: string;
}

interface RecordFormProps {
  start: RecordDefaults;
  action: string;
  answer: ActFormProps["answer"];
}

/** Records money that arrived on the shop's account. */
export function RecordForm({ start, ...form }: RecordFormProps) {
  const { method, missingCents, today } = start;
  const choices = recordMethods.map((method) => [method, methodText(method)] as const);
  return (
    <RecordDetails
      {...form}
      title="Record payment"
      intent="record"
      fields={{ ...recordFields, method: { ...recordFields.method, choices } }}
      stored={{ method, day: today, amount: missingCents > 0 ? priceText(missingCents) : "" }}
      submit="Record payment"
    >
      For a payment that arrived in your account. If it is exactly the price, the order moves to
      Processing; otherwise it waits for your decision.
    </RecordDetails>
  );
}

interface RecordBitcoinFormProps extends RecordFormProps {
  /** Outstanding amount of the order; 0 when it is paid. */
  missingSats: number;
}

/** Records bitcoins that the buyer sent to another address than the order's. */
export function RecordBitcoinForm({ missingSats, start, ...form }: RecordBitcoinFormProps) {
  return (
    <RecordDetails
      {...form}
      title="Record Bitcoin received elsewhere"
      intent="record-bitcoin"
      fields={bitcoinFields}
      stored={{ day: start.today, amount: missingSats > 0 ? formatBtc(missingSats) : "" }}
      submit="Record Bitcoin"
    >
      For bitcoins sent to another address than this order&rsquo;s. The transaction is looked up,
      and each of its outputs counts only once. If it is not the amount due, or too late, it waits
      for your decision.
    </RecordDetails>
  );
}

interface RecordDetailsProps extends ActFormProps {
  title: string;
  action: string;
  /** What the form is for. */
  children: string;
}

/** A form that is collapsed at first. */
function RecordDetails({ title, children, ...form }: RecordDetailsProps) {
  const { answer, intent } = form;
  return (
    <details className="panel__record" open={answerTo(answer, intent) !== null}>
      <summary className="btn btn--secondary btn--sm">
        <Icon name="plus" />
        {title}
      </summary>
      <PanelForm {...form} look={{ variant: "primary" }}>
        <p className="panel__text">{children}</p>
      </PanelForm>
    </details>
  );
}
