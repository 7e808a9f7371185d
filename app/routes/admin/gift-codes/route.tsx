import { randomUUID } from "node:crypto";
import { data, href, useActionData } from "react-router";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { withNotice } from "#app/notices.ts";
import { redirect } from "#app/redirects.ts";
import { adminTitle } from "#app/root-data.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { type FieldErrors, parseForm, textOf, textsOf } from "#lib/form.ts";
import { isUuid } from "#lib/text.ts";
import { giftBatchSchema } from "#shop/gift-codes/gift-code.ts";
import {
  issueGiftCodes,
  listGiftBatches,
  withdrawGiftCodes,
} from "#shop/gift-codes/gift-codes.server.ts";
import type { Route } from "./+types/route";
import { BatchTable } from "./batch-table.tsx";
import { IssuedCodes, type IssuedCodesProps } from "./issued-codes.tsx";
import { type GiftField, IssueForm } from "./issue-form.tsx";
import "./gift-codes.css";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Gift codes", matches);

/** What the action returns when it does not redirect. */
interface GiftActionData {
  /** New codes. Their texts are shown once: only the digests are stored. */
  issued?: IssuedCodesProps;
  typed?: Partial<Record<GiftField, string>>;
  errors?: FieldErrors<GiftField>;
  message?: string;
}

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

export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  const who = { actor: actorOf(args.context), now: new Date() };
  switch (textOf(form, "intent")) {
    case "issue": {
      const values = parseForm(giftBatchSchema, form);
      const formKey = textOf(form, "formKey");
      if (!isUuid(formKey)) throw data(null, { status: 400 });
      if (!values.ok) {
        const typed = textsOf(form, ["valueCents", "count", "lastDay", "note"]);
        return data<GiftActionData>({ typed, errors: values.error }, { status: 400 });
      }
      const issued = await issueGiftCodes(db, { ...who, values: values.value, formKey });
      if (!issued.ok && issued.error === "forbidden") throw redirect(href("/"));
      if (!issued.ok) return data<GiftActionData>({ message: REPEATED }, { status: 409 });
      const { codes, valueCents } = issued.value;
      const { lastDay } = values.value;
      // The codes are shown once: neither proxies nor the browser may cache them.
      const headers = { "cache-control": "no-store" };
      return data<GiftActionData>({ issued: { codes, valueCents, lastDay } }, { headers });
    }
    case "withdraw": {
      const id = textOf(form, "id");
      if (!/^\d{1,9}$/.test(id)) throw data(null, { status: 400 });
      const withdrawn = await withdrawGiftCodes(db, { ...who, batchId: Number(id) });
      if (!withdrawn.ok && withdrawn.error === "forbidden") throw redirect(href("/"));
      return redirect(withNotice(href("/admin/promotions/gift-codes"), "gift-codes-withdrawn"));
    }
    default:
      throw data(null, { status: 400 });
  }
}

const REPEATED =
  "These codes were issued already, and cannot be shown again. If they were not saved, withdraw them below and issue others.";

export function headers({ actionHeaders, parentHeaders }: Route.HeadersArgs): Headers {
  const headers = new Headers(parentHeaders);
  const cache = actionHeaders.get("cache-control");
  if (cache !== null) headers.set("cache-control", cache);
  return headers;
}

/** Lists the gift codes by batch, with the form for new ones. */
export default function GiftCodesPage({ loaderData }: Route.ComponentProps) {
  const { batches, formKey, nextKey } = loaderData;
  const actionData = useActionData<GiftActionData>();
  const issued = actionData?.issued;
  const openKey = issued || actionData?.message ? null : formKey;
  return (
    <>
      <PageHead
        title="Gift codes"
        actions={
          <>
            <ButtonLink to={href("/admin/promotions")}>Coupons</ButtonLink>
            <ButtonLink
              to={`${href("/admin/promotions/gift-codes")}?new=${nextKey}`}
              variant="primary"
              preventScrollReset
            >
              <Icon name="plus" />
              New codes
            </ButtonLink>
          </>
        }
      >
        A customer who redeems a code on My Orders gets its value as credit.
      </PageHead>
      {actionData?.message && (
        <Notice tone="pending" role="alert" className="gift-codes__notice">
          {actionData.message}
        </Notice>
      )}
      {issued && <IssuedCodes key={issued.codes[0]} {...issued} />}
      {openKey !== null && (
        <IssueForm
          key={openKey}
          formKey={openKey}
          typed={actionData?.typed}
          errors={actionData?.errors}
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
