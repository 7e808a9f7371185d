import { href } from "react-router";
import { servicesContext } from "#app/context.ts";
import { act, type Given, leadTo, officeAction } from "#app/office/acts.server.ts";
import type { Answer } from "#app/answer.ts";
import { useAnswer } from "#app/office/answer.ts";
import { AnswerNotice } from "#app/office/answer-notice.tsx";
import { EditForm } from "#app/office/edit-form.tsx";
import { adminTitle } from "#app/root-data.ts";
import { requireTeam } from "#app/session.server.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { localDate } from "#lib/days.ts";
import { textOf } from "#lib/form.ts";
import { listAllPackages } from "#shop/catalog/packages.server.ts";
import { couponSums } from "#shop/payments/coupon-uses.server.ts";
import type { Coupon } from "#shop/promotions/coupon.ts";
import {
  couponFields,
  type CouponPackage,
  couponTexts,
  parseCouponForm,
} from "#shop/promotions/coupon-form.ts";
import {
  createCoupon,
  listCoupons,
  setCouponActive,
  updateCoupon,
} from "#shop/promotions/coupons.server.ts";
import type { Route } from "./+types/route";
import { CouponTable } from "./coupon-table.tsx";
import "./promotions.css";

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

const promotionsPath = href("/admin/promotions");

export const action = officeAction(
  {
    create: act({
      fields: couponFields([]),
      read: parseCouponForm,
      run: ({ services: { db }, who }, values) => createCoupon(db, { ...who, values }),
      done: () => leadTo(promotionsPath, "coupon-created"),
      refused: { taken: { code: "There is a coupon with this code already" } },
    }),
    update: act({
      fields: couponFields([]),
      read: parseCouponForm,
      run: ({ services: { db }, who, version }, values) =>
        updateCoupon(db, { ...who, values, version }),
      done: () => leadTo(promotionsPath, "coupon-saved"),
      refused: {},
    }),
    end: act({
      run: (given) => setCouponActive(given.services.db, { ...couponIn(given), active: false }),
      done: () => leadTo(promotionsPath, "coupon-ended"),
      refused: {},
    }),
    resume: act({
      run: (given) => setCouponActive(given.services.db, { ...couponIn(given), active: true }),
      done: () => leadTo(promotionsPath, "coupon-resumed"),
      refused: {},
    }),
  },
  "this coupon",
);

function couponIn({ form, version, who }: Given) {
  return { code: textOf(form, "code"), version, ...who };
}

/** Lists the coupons with their uses and what they brought. */
export default function PromotionsPage({ loaderData }: Route.ComponentProps) {
  const { coupons, packages, today, shopUrl, adding, editingCode } = loaderData;
  const answer = useAnswer<typeof action>();
  const editing = coupons.find(({ code }) => code === editingCode) ?? null;
  return (
    <>
      <PageHead
        title="Promotions"
        actions={
          <>
            <ButtonLink to={href("/admin/promotions/gift-codes")}>Gift codes</ButtonLink>
            <ButtonLink to={`${promotionsPath}?new=1`} variant="primary" preventScrollReset>
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
      <AnswerNotice answer={answer} />
      {(adding || editing) && (
        <CouponForm
          key={editing?.code ?? "new"}
          coupon={editing}
          packages={packages}
          answer={answer}
        />
      )}
      <Card className="promotions">
        {coupons.length === 0 ? (
          <EmptyState
            title="No coupons yet"
            action={
              !adding && (
                <ButtonLink to={`${promotionsPath}?new=1`} preventScrollReset>
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

interface CouponFormProps {
  /** Null for a new coupon. */
  coupon: Coupon | null;
  packages: readonly CouponPackage[];
  answer: Answer<unknown> | null;
}

function CouponForm({ coupon, packages, answer }: CouponFormProps) {
  const { code: _, ...others } = couponFields(packages);
  const form = { answer, read: parseCouponForm, cancelTo: promotionsPath };
  if (!coupon)
    return (
      <EditForm
        {...form}
        title="New coupon"
        intent="create"
        fields={couponFields(packages)}
        submit="Create coupon"
        action={`${promotionsPath}?new=1`}
      />
    );
  const { code, version } = coupon;
  return (
    <EditForm
      {...form}
      title={`Edit ${code}`}
      intent="update"
      fields={others}
      values={{ code }}
      stored={{ ...couponTexts(coupon), version }}
      submit="Save coupon"
      action={`${promotionsPath}?edit=${encodeURIComponent(code)}`}
    />
  );
}
