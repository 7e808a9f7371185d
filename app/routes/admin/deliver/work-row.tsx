import { Form, href, Link } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { shortDurationText } from "#lib/duration.ts";
import { formatCount, formatUsd } from "#lib/money.ts";
import { profileUrl } from "#shop/checkouts/checkout.ts";
import { correctedText } from "#shop/delivery/correction.ts";
import { isUnderWay } from "#shop/delivery/delivery.ts";
import { isMoneyWarning, type WorkListOrder } from "#shop/delivery/work-list.ts";
import { paymentStatusLabels } from "../orders/order-labels.ts";
import { takenText } from "./deliver-result.ts";
import { DeliveryBadge } from "./delivery-badge.tsx";
import { completeId } from "./use-current-row.ts";
import type { Work } from "./use-work.tsx";
import { WarningBadges } from "./warning-badges.tsx";

export interface WorkRowProps {
  order: WorkListOrder;
  userId: string;
  /** The list of orders, which this one has a panel beside. */
  ordersPath: string;
  /** The keys act on this row. */
  current: boolean;
  work: Work;
}

/** An order to deliver. Every control works without JavaScript, except copying. */
export function WorkRow({ order, userId, ordersPath, current, work }: WorkRowProps) {
  const { id, tiktokUsername, tiktokUid, coins, totalCents, minutes, completed, note } = order;
  const { taken, delivery, message } = order;
  const corrected = correctedText(order.corrections);
  const isOthers = taken !== null && taken.userId !== userId;
  const row = `${href("/admin/deliver")}?`;
  return (
    <li
      className={current ? "work__row is-current" : "work__row"}
      data-order={id}
      aria-label={`Order ${id}, @${tiktokUsername}`}
    >
      <div className="work__who">
        <span className="work__username">
          @{tiktokUsername}
          <Button
            variant="ghost"
            size="sm"
            iconOnly
            className="needs-script"
            aria-label={`Copy username of order ${id}`}
            onClick={() => work.copy(order, "username")}
          >
            <Icon name="copy" size="sm" />
          </Button>
          <a
            className="btn btn--ghost btn--sm btn--icon"
            href={profileUrl(tiktokUsername)}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`TikTok profile of order ${id} (opens in a new tab)`}
          >
            <Icon name="external" size="sm" />
          </a>
        </span>
        {tiktokUid && (
          <span className="work__uid">
            <span>UID {tiktokUid}</span>
            <Button
              variant="ghost"
              size="sm"
              iconOnly
              className="needs-script"
              aria-label={`Copy UID of order ${id}`}
              onClick={() => work.copy(order, "UID")}
            >
              <Icon name="copy" size="sm" />
            </Button>
          </span>
        )}
      </div>
      <div className="work__what">
        <span className="work__coins">{coins ? `${formatCount(coins)} coins` : "N/A"}</span>
        <span className="work__under">
          {totalCents !== null && `${formatUsd(totalCents)} · `}
          {paymentStatusLabels[order.paymentStatus]}
        </span>
      </div>
      <div className="work__customer">
        <Link
          className="work__id"
          to={`${ordersPath}/${id}?status=processing&sort=created`}
          onClick={() => work.open(order)}
        >
          {id}
        </Link>
        <span className="work__under">
          {completed === 0 ? "First order" : `${formatCount(completed)} completed before`}
        </span>
      </div>
      <div className="work__wait">
        <Icon name="clock" size="sm" />
        <span className="sr">Waiting for </span>
        {shortDurationText(minutes)}
      </div>
      <div className="work__actions">
        <Form
          method="post"
          action={href("/admin/deliver")}
          onSubmit={(event) => {
            event.preventDefault();
            work.complete(order);
          }}
        >
          <input type="hidden" name="intent" value="complete" />
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="version" value={order.version} />
          <Button
            type="submit"
            size="sm"
            id={completeId(id)}
            variant={
              current && !isUnderWay(delivery) && !order.warnings.some(isMoneyWarning)
                ? "primary"
                : "secondary"
            }
            aria-label={`Mark order ${id} as completed`}
          >
            <Icon name="check" size="sm" />
            Completed
          </Button>
        </Form>
        <ButtonLink
          to={`${row}ask=${id}`}
          variant="ghost"
          size="sm"
          iconOnly
          preventScrollReset
          aria-label={`Ask the buyer of order ${id}`}
          onClick={(event) => {
            event.preventDefault();
            work.ask("question", order);
          }}
        >
          <Icon name="mail" size="sm" />
        </ButtonLink>
        <ButtonLink
          to={`${row}reject=${id}`}
          variant="ghost"
          size="sm"
          iconOnly
          preventScrollReset
          aria-label={`Reject order ${id}`}
          onClick={(event) => {
            event.preventDefault();
            work.ask("reject", order);
          }}
        >
          <Icon name="x" size="sm" />
        </ButtonLink>
        <ButtonLink
          to={`${row}note=${id}`}
          variant="ghost"
          size="sm"
          iconOnly
          preventScrollReset
          aria-label={`${note ? "Edit" : "Add"} note on order ${id}`}
          onClick={(event) => {
            event.preventDefault();
            work.ask("note", order);
          }}
        >
          <Icon name="edit" size="sm" />
        </ButtonLink>
      </div>
      {(order.warnings.length > 0 || taken || corrected || message || delivery || note) && (
        <div className="work__more">
          {taken && (
            <span className={isOthers ? "badge badge--rejected" : "badge badge--processing"}>
              {isOthers ? `Taken by ${takenText(taken)}` : "Taken by you"}
            </span>
          )}
          {corrected && <span className="badge badge--pending">{corrected}</span>}
          <WarningBadges order={order} />
          <DeliveryBadge order={order} work={work} />
          {message && (
            <span className="work__message">
              <span className="badge badge--pending">The buyer wrote</span>{" "}
              <bdi className="work__note">{message}</bdi>
            </span>
          )}
          {note && <span className="work__note">{note}</span>}
        </div>
      )}
    </li>
  );
}
