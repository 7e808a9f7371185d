import { goodsText } from "#shop/catalog/goods.ts";
import { randomUUID } from "node:crypto";
import { data, href, Link } from "react-router";
import { servicesContext } from "#app/context.ts";
import { requireTeam } from "#app/session.server.ts";
import { useAnswer } from "#app/office/answer.ts";
import { AnswerNotice } from "#app/office/answer-notice.tsx";
import { StatusBadge } from "#app/ui/badge.tsx";
import { Drawer, DrawerSection } from "#app/ui/drawer.tsx";
import { type KeyValue, KeyValueList } from "#app/ui/key-value-list.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount, formatUsd } from "#lib/money.ts";
import type { CustomerAccount, CustomerDetail, CustomerOrder } from "#shop/customers/customer.ts";
import { mailsTo } from "#shop/mail/mail-list.server.ts";
import { hasPassword } from "#shop/accounts/accounts.server.ts";
import { readCustomer } from "#shop/customers/customers.server.ts";
import type { Route } from "./+types/route";
import { customerList } from "../customers/customer-list.ts";
import { MailSection } from "../mails/mail-section.tsx";
import { AccountStatus, tierNames } from "../customers/account-status.tsx";
import { adminTitle } from "#app/root-data.ts";
import { action } from "./action.server.ts";
import { CustomerAccess } from "./customer-access.tsx";
import { CustomerCredit } from "./customer-credit.tsx";
import { CustomerTwoFactor } from "./customer-two-factor.tsx";

const LATEST_MAILS = 5;

export const meta: Route.MetaFunction = ({ params, matches }) => adminTitle(params.email, matches);

export async function loader(args: Route.LoaderArgs) {
  const { account } = requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const customer = await readCustomer(db, args.params.email);
  if (!customer) throw data(null, { status: 404 });
  return {
    customer,
    mails: await mailsTo(db, customer.email, LATEST_MAILS),
    isYou: customer.account?.userId === account.id,
    hasPassword: await hasPassword(db, account.id),
    formKey: randomUUID(),
    listPath: customerList.to(customerList.parse(args.url.searchParams)),
  };
}

export { action };

/** One customer in a panel beside the list: metrics, account, latest orders and actions. */
export default function CustomerPanel({ loaderData }: Route.ComponentProps) {
  const { customer, mails, isYou, listPath, formKey } = loaderData;
  const answer = useAnswer<typeof action>();
  const answerTo = (intent: string) => (answer?.intent === intent ? answer : null);
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
    >
      <AnswerNotice answer={answer} />
      <DrawerSection title="Figures">
        <KeyValueList rows={figuresOf(customer)} />
      </DrawerSection>
      <DrawerSection title="Account">
        {account ? (
          <KeyValueList rows={rowsOf(account)} />
        ) : (
          <p className="muted">No account uses this address: the orders were placed as a guest.</p>
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
        <DrawerSection title="Credit">
          <CustomerCredit account={account} formKey={formKey} answer={answerTo("credit")} />
        </DrawerSection>
      )}
      <MailSection mails={mails} email={email} search={email} />
      {account?.twoFactor && !isYou && (
        <DrawerSection title="Two-factor">
          <CustomerTwoFactor
            account={account}
            hasPassword={loaderData.hasPassword}
            refused={answerTo("two-factor-ask")?.errors.password}
          />
        </DrawerSection>
      )}
      {account && (
        <DrawerSection title="Access">
          <CustomerAccess account={account} isYou={isYou} />
          <p className="customer__more">
            <Link className="link" to={`${href("/admin/audit")}?q=${encodeURIComponent(email)}`}>
              Changes
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
  const { accountState, points, tier, referrals, earnedCents, sessions, lastActiveAt } = account;
  const signInWith = account.signInWith.map((provider) => providers[provider] ?? provider);
  return [
    { label: "Role", value: <AccountStatus accountState={accountState} verified /> },
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
      {orders.map(({ id, status, totalCents, createdAt, ...goods }) => (
        <li key={id}>
          <Link className="link mono" to={href("/admin/orders/:orderId", { orderId: id })}>
            {id}
          </Link>
          <StatusBadge status={status} />
          <span className="customer__what">
            {goodsText(goods)}, <Time value={createdAt} format="date" />
          </span>
          <span className="customer__amount">{formatUsd(totalCents)}</span>
        </li>
      ))}
    </ul>
  );
}
