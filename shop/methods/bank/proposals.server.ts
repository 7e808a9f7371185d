import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { users } from "#shop/accounts/tables.ts";
import { orders } from "#shop/orders/tables.ts";
import { SHOP_CURRENCY } from "#shop/payments/model/receipt.ts";
import {
  type Income,
  type OrderToPay,
  possibleIds,
  type Proposal,
  proposalFor,
  normalizeSimilar,
} from "./matching.ts";

/** If more orders are unpaid, the newest are considered. */
const ORDERS_MAX = 500;

/** Returns the proposed order of each credit, by the credit's reference. */
export async function proposalsFor(
  db: Db,
  incomes: readonly Income[],
): Promise<Map<string, Proposal>> {
  if (incomes.length === 0) return new Map();
  const idsOf = new Map(
    incomes.map(({ reference, payer, purpose }) => [reference, possibleIds(`${payer} ${purpose}`)]),
  );
  const ids = [...new Set([...idsOf.values()].flat())];
  const amounts = incomes
    .filter(({ currency, cents }) => currency === SHOP_CURRENCY && cents <= PRICE_MAX)
    .map(({ cents }) => cents);
  const ofAmount = inArray(orders.totalCents, [...new Set(amounts)]);
  const named = await ordersWhere(db, sql`${orders.id} in ${texts(ids)}`);
  const similar = sql`translate(${orders.id}, 'OI', '01') in ${texts(ids.map(normalizeSimilar))}`;
  const alike = await ordersWhere(db, and(payable, similar));
  const byTransfer = eq(orders.paymentMethod, "bank_transfer");
  const sameAmount = await ordersWhere(db, and(payable, byTransfer, ofAmount));
  const proposals = new Map<string, Proposal>();
  const proposed = new Set<string>();
  for (const income of incomes) {
    const possible = new Set(idsOf.get(income.reference));
    const possibleAlike = new Set([...possible].map(normalizeSimilar));
    const proposal = proposalFor(income, {
      named: named.filter(({ id }) => possible.has(id)),
      alike: alike.filter(({ id }) => possibleAlike.has(normalizeSimilar(id))),
      sameAmount,
    });
    if (!proposal) continue;
    // Only one of two credits for an order can be its payment: an administrator chooses.
    const certain = proposal.certain && !proposed.has(proposal.orderId);
    if (certain) proposed.add(proposal.orderId);
    proposals.set(income.reference, { ...proposal, certain });
  }
  return proposals;
}

/** The maximum of the price column (int4). */
const PRICE_MAX = 2_147_483_647;

/** The same condition as `isPayable`. */
const payable = sql`${orders.status} = 'pending' and ${orders.paymentStatus} in ('pending', 'expired')`;

async function ordersWhere(db: Db, condition: SQL | undefined): Promise<OrderToPay[]> {
  return db
    .select({
      id: orders.id,
      totalCents: orders.totalCents,
      tiktokUsername: orders.tiktokUsername,
      email: orders.email,
      name: users.name,
      createdAt: orders.createdAt,
      isPayable: sql<boolean>`${payable}`,
    })
    .from(orders)
    .leftJoin(users, eq(users.email, sql`lower(${orders.email})`))
    .where(and(isNull(orders.deletedAt), condition))
    .orderBy(desc(orders.createdAt))
    .limit(ORDERS_MAX);
}

/** Passes any number of texts as one parameter. */
function texts(values: readonly string[]): SQL {
  return sql`(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;
}
