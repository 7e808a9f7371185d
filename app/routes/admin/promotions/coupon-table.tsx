import { href } from "react-router";
import { ActButton } from "#app/office/act-button.tsx";
import { Dot } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { type Column, RowActions, RowLink, Table, TwoLines } from "#app/ui/table.tsx";
import { dayText } from "#lib/days.ts";
import { formatCount, formatUsd } from "#lib/money.ts";
import type { CouponSums } from "#shop/payments/coupon-uses.server.ts";
import { type Coupon, couponText } from "#shop/promotions/coupon.ts";

/** A coupon with the sums of its orders; null without any. */
export interface ListedCoupon extends Coupon {
  sums: CouponSums | null;
}

export interface CouponTableProps {
  coupons: readonly ListedCoupon[];
  /** Today in the shop's time zone. */
  today: string;
  shopUrl: string;
}

/** The table of coupons: what each gives, when it applies, its uses and what it brought. */
export function CouponTable({ coupons, today, shopUrl }: CouponTableProps) {
  return (
    <Table
      label="Coupons"
      rows={coupons}
      keyOf={({ code }) => code}
      columns={columnsOf(today, shopUrl)}
    />
  );
}

function columnsOf(today: string, shopUrl: string): Column<ListedCoupon>[] {
  return [
    {
      head: "Code",
      phone: "top",
      cell: (coupon) => (
        <TwoLines under={couponText(coupon)}>
          <RowLink to={editPath(coupon.code)}>{coupon.code}</RowLink>
        </TwoLines>
      ),
    },
    {
      head: "State",
      phone: "top-end",
      cell: (coupon) => {
        const { label, isOn } = stateOf(coupon, today);
        return (
          <span className="promotions__state">
            <Dot {...(isOn && { tone: "completed" })} />
            {label}
          </span>
        );
      },
    },
    {
      head: "Applies",
      muted: true,
      wideOnly: true,
      phone: "hidden",
      cell: (coupon) => conditionsOf(coupon) || "To every order",
    },
    {
      head: "Uses",
      end: true,
      phone: "middle",
      cell: ({ sums, totalLimit }) => (
        <TwoLines under={usesText(sums, totalLimit)}>
          {formatCount(sums?.uses ?? 0)}
          <span className="promotions__unit"> uses</span>
        </TwoLines>
      ),
    },
    {
      head: "Revenue",
      end: true,
      phone: "middle-end",
      cell: ({ sums }) => (
        <TwoLines under={`${formatUsd(sums?.discountCents ?? 0)} off`}>
          {formatUsd(sums?.revenueCents ?? 0)}
        </TwoLines>
      ),
    },
    {
      head: "Actions",
      headHidden: true,
      end: true,
      phone: "bottom",
      cell: (coupon) => <Actions coupon={coupon} shopUrl={shopUrl} />,
    },
  ];
}

/** Says how many uses there may be, what is held of them, and what is beyond. */
function usesText(sums: CouponSums | null, totalLimit: number | null): string {
  const { uses = 0, held = 0 } = sums ?? {};
  const beyond = totalLimit === null ? 0 : Math.max(0, uses - totalLimit);
  return [
    totalLimit === null ? "no limit" : `of ${formatCount(totalLimit)}`,
    held > 0 && `${formatCount(held)} held by checkouts`,
    beyond > 0 && `${formatCount(beyond)} beyond the limit`,
  ]
    .filter(Boolean)
    .join(", ");
}

function editPath(code: string): string {
  return `${href("/admin/promotions")}?edit=${encodeURIComponent(code)}`;
}

interface ActionsProps {
  coupon: Coupon;
  shopUrl: string;
}

function Actions({ coupon: { code, active, version }, shopUrl }: ActionsProps) {
  return (
    <RowActions>
      <CopyButton
        text={`${shopUrl}/?code=${code}`}
        toastMessage="Link copied"
        variant="ghost"
        size="sm"
        aria-label={`Copy the link with ${code}`}
      >
        Link
      </CopyButton>
      <ButtonLink
        to={editPath(code)}
        variant="ghost"
        size="sm"
        preventScrollReset
        aria-label={`Edit ${code}`}
      >
        Edit
      </ButtonLink>
      <ActButton
        variant="ghost"
        size="sm"
        name={active ? `End ${code}` : `Resume ${code}`}
        action={href("/admin/promotions")}
        intent={active ? "end" : "resume"}
        values={{ code, version: String(version) }}
      >
        {active ? "End" : "Resume"}
      </ActButton>
    </RowActions>
  );
}

function stateOf({ active, startsOn, endsOn, totalLimit, sums }: ListedCoupon, today: string) {
  if (!active) return { label: "Ended", isOn: false };
  if (endsOn && endsOn < today) return { label: "Expired", isOn: false };
  if (startsOn && today < startsOn) return { label: "Scheduled", isOn: false };
  if (totalLimit !== null && (sums?.uses ?? 0) + (sums?.held ?? 0) >= totalLimit)
    return { label: "Used up", isOn: false };
  return { label: "Active", isOn: true };
}

/** Says in a line when the coupon applies; empty for always. */
function conditionsOf(coupon: Coupon): string {
  const { startsOn, endsOn, minimumCents, packageIds, customerLimit, firstOrderOnly } = coupon;
  const parts = [
    startsOn && `from ${dayText(startsOn)}`,
    endsOn && `until ${dayText(endsOn)}`,
    minimumCents > 0 && `price from ${formatUsd(minimumCents)}`,
    packageIds && (packageIds.length === 1 ? "1 package" : `${packageIds.length} packages`),
    customerLimit !== null &&
      (customerLimit === 1 ? "once per customer" : `${customerLimit} times per customer`),
    firstOrderOnly && "first order only",
  ].filter((part) => typeof part === "string");
  const text = parts.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
