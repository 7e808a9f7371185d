import { href, Link } from "react-router";
import { StatusBadge } from "#app/ui/badge.tsx";
import { Drawer, DrawerSection } from "#app/ui/drawer.tsx";
import { type KeyValue, KeyValueList } from "#app/ui/kv.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount, formatUsd } from "#lib/money.ts";
import type { CustomerAccount, CustomerDetail, CustomerOrder } from "#shop/customers/customer.ts";
import { CustomerAccess } from "./customer-access.tsx";
import { StandingText, tierNames } from "../customers/standing-text.tsx";

export interface CustomerDrawerProps {
  customer: CustomerDetail;
  /** Whoever looks at it looks at themself. */
  isYou: boolean;
  listPath: string;
  onClose: () => void;
  /** Why the last change was refused. */
  message: string | null;
}

/** One customer: figures, account, latest orders, and what an administrator can do. */
export function CustomerDrawer(props: CustomerDrawerProps) {
  const { customer, isYou, listPath, onClose, message } = props;
  const { email, account, latest } = customer;
  return (
    <Drawer
      title={account?.name ?? email}
      under={
        <>
          {account && <span className="muted">{email}</span>}
          {isYou && <span className="tag">You</span>}
        </>
      }
      closeTo={listPath}
      onClose={onClose}
    >
      {message && (
        <Notice tone="rejected" role="alert" className="customer__message">
          {message}
        </Notice>
      )}
      <DrawerSection title="Figures">
        <KeyValueList rows={figuresOf(customer)} />
      </DrawerSection>
      <DrawerSection title="Account">
        {account ? (
          <KeyValueList rows={rowsOf(account)} />
        ) : (
          <p className="muted">None with this address: the orders were placed as a guest.</p>
        )}
      </DrawerSection>
      {latest.length > 0 && (
        <DrawerSection title="Latest orders">
          <LatestOrders orders={latest} />
          {customer.orders > latest.length && (
            <p className="customer__more">
              <Link className="link" to={`${href("/admin/orders")}?q=${encodeURIComponent(email)}`}>
                All {formatCount(customer.orders)} orders
              </Link>
            </p>
          )}
        </DrawerSection>
      )}
      {account && (
        <DrawerSection title="Access">
          <CustomerAccess account={account} isYou={isYou} />
          <p className="customer__more">
            <Link className="link" to={`${href("/admin/audit")}?q=${encodeURIComponent(email)}`}>
              What was changed here
            </Link>
          </p>
        </DrawerSection>
      )}
    </Drawer>
  );
}

function figuresOf({ orders, spentCents, since, lastOrderAt }: CustomerDetail): KeyValue[] {
  return [
    { label: "Orders", value: formatCount(orders) },
    { label: "Spent", value: formatUsd(spentCents) },
    { label: "Customer since", value: <Time value={since} format="date" /> },
    ...(lastOrderAt
      ? [{ label: "Last order", value: <Time value={lastOrderAt} format="datetime" /> }]
      : []),
  ];
}

const providers: Partial<Record<string, string>> = {
  credential: "Password",
  google: "Google",
  facebook: "Facebook",
};

function rowsOf(account: CustomerAccount): KeyValue[] {
  const { standing, points, tier, referrals, earnedCents, sessions, lastActiveAt } = account;
  const signInWith = account.signInWith.map((provider) => providers[provider] ?? provider);
  return [
    { label: "Role", value: <StandingText standing={standing} verified /> },
    ...(account.blockedAt
      ? [{ label: "Blocked since", value: <Time value={account.blockedAt} /> }]
      : []),
    { label: "Email", value: account.verified ? "Confirmed" : "Not confirmed" },
    { label: "Registered", value: <Time value={account.createdAt} format="date" /> },
    { label: "Signs in with", value: signInWith.join(", ") || "Nothing yet" },
    { label: "Two-factor", value: account.twoFactor ? "On" : "Off" },
    {
      label: "Signed in",
      value:
        sessions === 0 ? "Nowhere" : `In ${sessions} ${sessions === 1 ? "browser" : "browsers"}`,
    },
    ...(lastActiveAt ? [{ label: "Last active", value: <Time value={lastActiveAt} /> }] : []),
    { label: "Points", value: `${formatCount(points)}, ${tierNames[tier]}` },
    ...(referrals > 0
      ? [
          {
            label: "Referred",
            value: `${formatCount(referrals)}, earned ${formatUsd(earnedCents)}`,
          },
        ]
      : []),
  ];
}

function LatestOrders({ orders }: { orders: readonly CustomerOrder[] }) {
  return (
    <ul className="customer__orders">
      {orders.map(({ id, status, coins, totalCents, createdAt }) => (
        <li key={id}>
          <Link className="link mono" to={href("/admin/orders/:orderId", { orderId: id })}>
            {id}
          </Link>
          <StatusBadge status={status} />
          <span className="customer__what">
            {formatCount(coins)} coins, <Time value={createdAt} format="date" />
          </span>
          <span className="customer__amount">{formatUsd(totalCents)}</span>
        </li>
      ))}
    </ul>
  );
}
