import type { Answer } from "#app/answer.ts";
import { PanelForm } from "#app/office/panel-form.tsx";
import { DrawerSection } from "#app/ui/drawer.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Time } from "#app/ui/time.tsx";
import type { BoughtCode } from "#shop/fulfilment/gift-order.server.ts";
import type { ListedMail } from "#shop/mail/mail-list.ts";
import { giftCodeFields } from "../shared/order-fields.ts";
import type { PanelOrder } from "./panel-order.ts";

export interface BoughtSectionProps {
  order: PanelOrder;
  /** What became of the code that the order bought; null without one. */
  code: BoughtCode | null;
  mails: readonly ListedMail[];
  action: string;
  answer: Answer<unknown> | null;
}

/** What became of bought credit or of a bought gift code, and a form that sends a new code; nothing for coins. */
export function BoughtSection({ order, code, mails, action, answer }: BoughtSectionProps) {
  if (order.packageKind === "coins") return null;
  if (order.packageKind === "credit")
    return order.status === "processing" ? (
      <DrawerSection title="Credit">
        <Notice tone="pending">
          No account has the confirmed email address {order.email} yet. The credit is added when
          this order changes after one has: set it to Completed then.
        </Notice>
      </DrawerSection>
    ) : null;
  if (!code) return null;
  return (
    <DrawerSection title="Gift code">
      <p>
        <CodeState code={code} ended={order.status === "rejected"} />
      </p>
      {mails.some(isLost) && code.redeemedAt === null && code.withdrawnAt === null && (
        <Notice tone="rejected">The email with the code did not arrive. Emails says why.</Notice>
      )}
      {code.redeemedAt === null && code.withdrawnAt === null && (
        <PanelForm
          intent="gift-code"
          fields={giftCodeFields}
          values={{ version: String(order.version) }}
          stored={{ email: order.giftEmail ?? "" }}
          answer={answer}
          action={action}
          submit="Send a new code"
        />
      )}
    </DrawerSection>
  );
}

function CodeState({ code, ended }: { code: BoughtCode; ended: boolean }) {
  if (code.redeemedAt)
    return (
      <>
        Redeemed <Time value={code.redeemedAt} />.{" "}
        {ended && "Rejecting the order does not take that credit back."}
      </>
    );
  if (code.withdrawnAt)
    return (
      <>
        Withdrawn <Time value={code.withdrawnAt} />, before anybody redeemed it.
      </>
    );
  return "Not redeemed yet. Only the email has the code.";
}

function isLost({ template, state }: ListedMail): boolean {
  return template === "gift-code" && (state === "failed" || state === "refused");
}
