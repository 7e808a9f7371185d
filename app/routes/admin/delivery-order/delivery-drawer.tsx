import type { Answer } from "#app/answer.ts";
import { AnswerNotice } from "#app/office/answer-notice.tsx";
import { StatusBadge } from "#app/ui/badge.tsx";
import { CoinCluster } from "#app/ui/coins.tsx";
import { Drawer, DrawerSection } from "#app/ui/drawer.tsx";
import { type KeyValue, KeyValueList } from "#app/ui/key-value-list.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount } from "#lib/money.ts";
import { type Correction, correctedText } from "#shop/delivery/correction.ts";
import type { DeliveryOrder } from "#shop/delivery/delivery-orders.server.ts";
import { ConversationSection, type PanelConversation } from "../order/conversation.tsx";
import { NoteForm } from "../order/note-form.tsx";
import { recipientRows } from "../order/recipient-rows.tsx";
import "../order/order.css";

export interface DeliveryDrawerProps {
  orderId: string;
  /** Null when the order does not exist or is deleted. */
  order: DeliveryOrder | null;
  corrections: readonly Correction[];
  conversation: PanelConversation | null;
  closeTo: string;
  action: string;
  answer: Answer<unknown> | null;
}

/** An order for those who deliver it: recipient, package, status, conversation and note. */
export function DeliveryDrawer(props: DeliveryDrawerProps) {
  const { orderId, order, corrections, conversation, action, answer } = props;
  const corrected = correctedText(corrections);
  return (
    <Drawer
      title="Order Details"
      under={
        <>
          <span className="mono" role="status">
            {orderId}
          </span>
          {order && <StatusBadge status={order.status} />}
        </>
      }
      closeTo={props.closeTo}
    >
      {order && conversation ? (
        <>
          <AnswerNotice answer={answer} />
          <DrawerSection title="Recipient">
            <KeyValueList rows={recipientRows(order)} />
            {corrected && (
              <span className="badge badge--pending panel__corrected">{corrected}</span>
            )}
          </DrawerSection>
          <ConversationSection
            key={order.id}
            order={order}
            conversation={conversation}
            action={action}
            answer={answer}
          />
          <DrawerSection title="Order Details">
            <div className="panel__package">
              <span className="panel__art">
                <CoinCluster coins={order.coins} />
              </span>
              <KeyValueList rows={details(order)} />
            </div>
          </DrawerSection>
          <DrawerSection title="Internal note">
            <NoteForm key={order.id} order={order} action={action} answer={answer} />
          </DrawerSection>
        </>
      ) : (
        <Notice className="panel__notice" role="status">
          There is no order {orderId}, or someone deleted it.
        </Notice>
      )}
    </Drawer>
  );
}

function details({
  coins,
  createdAt,
  updatedAt,
  completedAt,
  statusReason,
}: DeliveryOrder): KeyValue[] {
  return [
    { label: "Package", value: coins ? `${formatCount(coins)} coins` : "N/A" },
    { label: "Placed", value: <Time value={createdAt} /> },
    { label: "Last Updated", value: <Time value={updatedAt} /> },
    ...(completedAt ? [{ label: "Completed", value: <Time value={completedAt} /> }] : []),
    ...(statusReason ? [{ label: "Reason", value: statusReason }] : []),
  ];
}
