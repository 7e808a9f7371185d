import { randomUUID } from "node:crypto";
import { data, href } from "react-router";
import { servicesContext } from "#app/context.ts";
import { act, leadTo, officeAction } from "#app/office/acts.server.ts";
import { useAnswer } from "#app/office/answer.ts";
import { AnswerNotice } from "#app/office/answer-notice.tsx";
import { EditForm } from "#app/office/edit-form.tsx";
import { adminTitle } from "#app/root-data.ts";
import { requireTeam } from "#app/session.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { textOf } from "#lib/form.ts";
import { ok } from "#lib/result.ts";
import { isUuid } from "#lib/text.ts";
import { giftBatchFields } from "#shop/gift-codes/gift-code.ts";
import {
  issueGiftCodes,
  listGiftBatches,
  withdrawGiftCodes,
} from "#shop/gift-codes/gift-codes.server.ts";
import type { Route } from "./+types/route";
import { BatchTable } from "./batch-table.tsx";
import { IssuedCodes, type IssuedCodesProps } from "./issued-codes.tsx";
import "./gift-codes.css";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Gift codes", matches);

const giftCodesPath = href("/admin/promotions/gift-codes");

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  // The address names the form, so that one that is sent again, after an answer was lost or the page was loaded again,
  // issues its codes once.
  const named = args.url.searchParams.get("new");
  const formKey = named === null || isUuid(named) ? named : randomUUID();
  const now = new Date();
  const batches = await listGiftBatches(db);
  return {
    batches: batches.map((batch) => ({
      ...batch,
      open:
        batch.redeemed < batch.count &&
        !batch.withdrawnAt &&
        !(batch.endsAt && batch.endsAt <= now),
    })),
    formKey,
    nextKey: randomUUID(),
  };
}

export const action = officeAction<IssuedCodesProps>({
  issue: act({
    fields: giftBatchFields,
    run: async ({ services: { db }, who, form }, values) => {
      const formKey = textOf(form, "formKey");
      if (!isUuid(formKey)) throw data(null, { status: 400 });
      const issued = await issueGiftCodes(db, { ...who, values, formKey });
      return issued.ok ? ok({ ...issued.value, lastDay: values.lastDay }) : issued;
    },
    done: ({ codes, valueCents, lastDay }) => ({ shown: { codes, valueCents, lastDay } }),
    refused: {
      repeated:
        "These codes were issued already, and cannot be shown again. If they were not saved, withdraw them below and issue others.",
    },
  }),
  withdraw: act({
    run: ({ services: { db }, who, form }) => {
      const id = textOf(form, "id");
      if (!/^\d{1,9}$/.test(id)) throw data(null, { status: 400 });
      return withdrawGiftCodes(db, { ...who, batchId: Number(id) });
    },
    done: () => leadTo(giftCodesPath, "gift-codes-withdrawn"),
    refused: {},
  }),
});

/** Lists the gift codes by batch, with the form for new ones. */
export default function GiftCodesPage({ loaderData }: Route.ComponentProps) {
  const { batches, formKey, nextKey } = loaderData;
  const answer = useAnswer<typeof action>();
  const issued = answer?.shown;
  const openKey = issued || answer?.message ? null : formKey;
  return (
    <>
      <PageHead
        title="Gift codes"
        actions={
          <>
            <ButtonLink to={href("/admin/promotions")}>Coupons</ButtonLink>
            <ButtonLink to={`${giftCodesPath}?new=${nextKey}`} variant="primary" preventScrollReset>
              <Icon name="plus" />
              New codes
            </ButtonLink>
          </>
        }
      >
        A customer who redeems a code on My Orders gets its value as credit.
      </PageHead>
      <AnswerNotice answer={answer} />
      {issued && <IssuedCodes key={issued.codes[0]} {...issued} />}
      {openKey !== null && (
        <EditForm
          key={openKey}
          title="New gift codes"
          intent="issue"
          fields={giftBatchFields}
          // Names this form, so that one that is sent twice issues its codes once.
          values={{ formKey: openKey }}
          answer={answer}
          submit="Issue codes"
          action={`${giftCodesPath}?new=${openKey}`}
          cancelTo={giftCodesPath}
        />
      )}
      <Card className="gift-codes">
        {batches.length === 0 ? (
          <EmptyState title="No codes yet">
            Issue one for a friend of the shop, or up to 1,000 for a promotion.
          </EmptyState>
        ) : (
          <BatchTable batches={batches} />
        )}
      </Card>
    </>
  );
}
