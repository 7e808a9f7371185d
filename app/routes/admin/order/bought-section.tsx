import { Form } from "react-router";
import { DrawerSection } from "#app/ui/drawer.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Time } from "#app/ui/time.tsx";
import type { BoughtCode } from "#shop/fulfilment/gift-order.server.ts";
import type { ListedMail } from "#shop/mail/mail-list.ts";
import type { OrderActionData, PanelOrder } from "./panel-order.ts";

export interface BoughtSectionProps {
  order: PanelOrder;
  /** What became of the code that the order bought; null without one. */
  code: BoughtCode | null;
  mails: readonly ListedMail[];
  action: string;
  actionData: OrderActionData["giftCode"];
}

/** What became of bought credit or of a bought gift code, and a form that sends a new code; nothing for coins. */
export function BoughtSection({ order, code, mails, action, actionData }: BoughtSectionProps) {
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
        <Form method="post" action={action} replace preventScrollReset className="panel__note">
          <input type="hidden" name="intent" value="gift-code" />
          <input type="hidden" name="version" value={order.version} />
          <Field
            label="Send a new code to"
            name="email"
            type="email"
            required
            defaultValue={actionData?.typed ?? order.giftEmail ?? ""}
            error={actionData?.error}
            hint="The code sent before stops to work."
          />
          <div>
            <SubmitButton intent="gift-code" size="sm">
              Send a new code
            </SubmitButton>
          </div>
        </Form>
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
