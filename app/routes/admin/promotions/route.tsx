import { data, href, type ShouldRevalidateFunctionArgs, useActionData } from "react-router";
import { redirect } from "#app/redirects.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { useStickyActionData } from "#app/live.ts";
import { withNotice } from "#app/notices.ts";
import { adminTitle } from "#app/root-data.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { localDate } from "#lib/days.ts";
import { textOf, versionOf } from "#lib/form.ts";
import { listAllPackages } from "#shop/catalog/packages.server.ts";
import { couponSums } from "#shop/orders/coupon-uses.server.ts";
import {
  createCoupon,
  listCoupons,
  setCouponActive,
  updateCoupon,
} from "#shop/promotions/coupons.server.ts";
import type { Route } from "./+types/route";
import { CouponForm, type CouponActionData, readCouponForm } from "./coupon-form.tsx";
import { CouponTable } from "./coupon-table.tsx";
import "#app/office/office.css";
import "./promotions.css";

const STALE = "Someone changed this coupon in the meantime. Here is the current state.";
const STALE_FORM =
  "Someone changed this coupon in the meantime: the list shows the current state. Save coupon replaces it with what you typed.";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Promotions", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db, appUrl } = args.context.get(servicesContext);
  const { searchParams } = args.url;
  const [coupons, sums, packages, { timeZone }] = await Promise.all([
    listCoupons(db),
    couponSums(db, new Date()),
    listAllPackages(db),
    settingsOf(args.context),
  ]);
  return {
    coupons: coupons.map((coupon) => ({ ...coupon, sums: sums.get(coupon.code) ?? null })),
    packages: packages.flatMap(({ id, kind, coins, priceCents }) =>
      // Codes do not apply to the others.
      kind ? [] : [{ id, coins, priceCents }],
    ),
    today: localDate(new Date(), timeZone),
    shopUrl: appUrl(),
    adding: searchParams.has("new"),
    editingCode: searchParams.get("edit"),
  };
}

export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  const intent = textOf(form, "intent");
  const who = { actor: actorOf(args.context), now: new Date() };
  const list = href("/admin/promotions");

  if (intent === "create" || intent === "update") {
    const { typed, packageIds, read } = readCouponForm(form);
    const refused = (refusal: Omit<CouponActionData, "typed" | "packageIds">, status: number) =>
      data<CouponActionData>({ typed, packageIds, ...refusal }, { status });
    if (!read.ok) return refused({ errors: read.error }, 400);
    const change = { ...who, values: read.value };
    const saved =
      intent === "create"
        ? await createCoupon(db, change)
        : await updateCoupon(db, { ...change, version: versionOf(form) });
    if (saved.ok)
      return redirect(withNotice(list, intent === "create" ? "coupon-created" : "coupon-saved"));
    switch (saved.error) {
      case "forbidden":
        throw redirect("/");
      case "taken":
        return refused({ errors: { code: "There is a coupon with this code already" } }, 409);
      case "stale":
        return refused({ errors: {}, message: STALE_FORM }, 409);
      case "not-found":
        throw data(null, { status: 404 });
    }
  }
  if (intent === "end" || intent === "resume") {
    const active = intent === "resume";
    const which = { code: textOf(form, "code"), version: versionOf(form) };
    const changed = await setCouponActive(db, { ...who, ...which, active });
    if (changed.ok) return redirect(withNotice(list, active ? "coupon-resumed" : "coupon-ended"));
    if (changed.error === "stale")
      return data<CouponActionData>({ message: STALE }, { status: 409 });
    if (changed.error === "forbidden") throw redirect("/");
    throw data(null, { status: 404 });
  }
  throw data(null, { status: 400 });
}

/** Revalidates after a conflict (409) as well, to show what has changed in the meantime. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  return args.defaultShouldRevalidate || args.actionStatus === 409;
}

/** Lists the coupons with their uses and what they brought. */
export default function PromotionsPage({ loaderData }: Route.ComponentProps) {
  const { coupons, packages, today, shopUrl, adding, editingCode } = loaderData;
  const actionData = useStickyActionData(useActionData<CouponActionData>());
  const list = href("/admin/promotions");
  const editing = coupons.find(({ code }) => code === editingCode) ?? null;
  const message = actionData?.message;
  return (
    <>
      <PageHead
        title="Promotions"
        actions={
          <>
            <ButtonLink to={href("/admin/promotions/gift-codes")}>Gift codes</ButtonLink>
            <ButtonLink to={`${list}?new=1`} variant="primary" preventScrollReset>
              <Icon name="plus" />
              New coupon
            </ButtonLink>
          </>
        }
      >
        Codes that take something off the price
      </PageHead>
      {editingCode !== null && !editing && (
        <Notice tone="rejected" role="alert" className="office-notice">
          There is no coupon {editingCode}.
        </Notice>
      )}
      {message && (
        <Notice tone="pending" role="alert" className="office-notice">
          {message}
        </Notice>
      )}
      {(adding || editing) && (
        <CouponForm
          key={editing?.code ?? "new"}
          coupon={editing}
          packages={packages}
          actionData={actionData}
          cancelTo={list}
        />
      )}
      <Card className="promotions">
        {coupons.length === 0 ? (
          <EmptyState
            title="No coupons yet"
            action={
              !adding && (
                <ButtonLink to={`${list}?new=1`} preventScrollReset>
                  Create one
                </ButtonLink>
              )
            }
          >
            Buyers enter a code at checkout, or follow your link with it.
          </EmptyState>
        ) : (
          <CouponTable coupons={coupons} today={today} shopUrl={shopUrl} />
        )}
      </Card>
    </>
  );
}
