import { z } from "zod";
import { type CsvCell, csvCents } from "#lib/csv.ts";
import { kindOf, packageKinds } from "../catalog/goods.ts";
import { paymentStatuses } from "../orders/payment-status.ts";
import { paymentWayOf, paymentWays } from "../settings/payment-method.ts";
import { orderStatuses } from "../orders/order.ts";
import type { StoredOrder } from "../orders/orders.server.ts";

type HiddenColumn =
  | "awaitedFrom"
  | "awaitedSince"
  | "byLightning"
  | "checkoutId"
  | "completedAt"
  | "consentText"
  | "consentedAt"
  | "withdrawal"
  | "deletedAt"
  | "giftMessage"
  | "isSale"
  | "language"
  | "mailsHeld"
  | "refundAddress"
  | "shownIn";

/** The columns of orders: the stored ones except hidden ones, and two derived ones. */
export type OrderColumnKey = Exclude<keyof StoredOrder, HiddenColumn> | "paymentWay" | "currency";

/** The heads of the export in its sequence; null for columns that it does not have. New ones go to the end. */
const exportHeads = {
  id: "Order ID",
  createdAt: "Placed",
  updatedAt: "Last updated",
  status: "Status",
  statusReason: "Reason",
  tiktokUsername: "TikTok username",
  tiktokUid: "TikTok UID",
  email: "Email",
  package: "Coins",
  totalCents: "Amount (USD)",
  paymentMethod: "Payment method",
  paymentWay: "Bitcoin paid by",
  paymentStatus: "Payment status",
  bitcoinWallet: "Bitcoin address",
  note: "Note",
  couponCode: "Coupon",
  couponCents: "Coupon (USD)",
  creditCents: "Credit (USD)",
  country: "Country",
  vatBasisPoints: "VAT (%)",
  vatCents: "VAT (USD)",
  packageKind: "Kind",
  giftEmail: "Gift code sent to",
  sentBackCents: "Sent back (USD)",
  creditedCents: "Became credit (USD)",
  keptCents: "Kept (USD)",
  settledAt: null,
  version: null,
  currency: null,
} satisfies Record<OrderColumnKey, string | null>;

/** A field of the API and of webhooks. The export has the same value, unless it gets a `cell` of its own. */
function field<Schema extends z.core.$ZodType>(
  schema: Schema,
  value: (order: StoredOrder) => z.output<Schema>,
) {
  return { schema, value, cell: value };
}

/** An amount that an order may have none of. A webhook from before there was one has none. */
function optionalCents(description: string, read: (order: StoredOrder) => number | null) {
  return {
    ...field(z.int().describe(description), (order) => read(order) ?? 0),
    cell: (order: StoredOrder) => (read(order) ? csvCents(read(order) ?? 0) : null),
  };
}

const moment = z.iso.datetime();
const packageSchema = z.object({
  id: z.string(),
  kind: z.enum(packageKinds),
  coins: z.int().describe("0 for other kinds than coins"),
  valueCents: z.int().nullable().describe("What credit or a gift code is worth; null for coins"),
  priceCents: z.int(),
  discountPercent: z.number().min(0).max(100),
});

/** The fields of an order in the API and in webhooks, in their sequence there. Times are ISO 8601 in UTC. */
const fields = {
  id: field(z.string(), ({ id }) => id),
  status: field(z.enum(orderStatuses), ({ status }) => status),
  statusReason: field(
    z.string().nullable().describe("Why it was rejected"),
    ({ statusReason }) => statusReason,
  ),
  paymentStatus: field(z.enum(paymentStatuses), ({ paymentStatus }) => paymentStatus),
  paymentMethod: field(z.string(), ({ paymentMethod }) => paymentMethod),
  paymentWay: field(
    z
      .enum(paymentWays)
      .nullable()
      .describe("How a paid order in Bitcoin was paid: on the chain, or by Lightning"),
    paymentWayOf,
  ),
  package: {
    ...field(
      packageSchema.describe("What was bought, as it was at the time"),
      ({ package: { id, kind, coins, valueCents, priceCents, discount: discountPercent } }) => ({
        id,
        kind: kindOf({ kind }),
        coins,
        valueCents: valueCents ?? null,
        priceCents,
        discountPercent,
      }),
    ),
    cell: ({ package: pkg }: StoredOrder) => (pkg.kind ? null : pkg.coins),
  },
  tiktokUsername: field(
    z.string().nullable().describe("Without the @; null for other kinds than coins"),
    (order) => order.tiktokUsername,
  ),
  tiktokUid: field(z.string().nullable(), ({ tiktokUid }) => tiktokUid),
  email: field(z.string(), ({ email }) => email),
  giftEmail: field(
    z.string().nullable().describe("Where a gift code was sent"),
    ({ giftEmail }) => giftEmail ?? null,
  ),
  totalCents: {
    ...field(
      z.int().describe("What is paid with money: the price less coupon and credit"),
      ({ totalCents }) => totalCents,
    ),
    cell: ({ totalCents }: StoredOrder) => csvCents(totalCents),
  },
  couponCode: field(
    z.string().nullable().describe("The coupon, if one was used"),
    ({ couponCode }) => couponCode,
  ),
  couponCents: optionalCents("What the coupon took off the price", (order) => order.couponCents),
  creditCents: optionalCents("What was paid from credit", (order) => order.creditCents),
  country: field(
    z.string().nullable().describe("Where the buyer lives (ISO 3166-1), if the shop asks for it"),
    ({ country }) => country ?? null,
  ),
  vatBasisPoints: {
    ...field(
      z.int().describe("The rate of the VAT in hundredths of a percent; 0 for none"),
      ({ vatBasisPoints }) => vatBasisPoints ?? 0,
    ),
    cell: ({ vatBasisPoints }: StoredOrder) => (vatBasisPoints ? vatBasisPoints / 100 : null),
  },
  vatCents: optionalCents(
    "The VAT in the price of the package less the coupon",
    (order) => order.vatCents,
  ),
  sentBackCents: optionalCents("What of the total was sent back", (order) => order.sentBackCents),
  creditedCents: optionalCents(
    "What of the total became credit of the buyer's account",
    (order) => order.creditedCents,
  ),
  keptCents: optionalCents(
    "What the shop has kept of the total; 0 for an order that was not paid, or was rejected",
    (order) => order.keptCents,
  ),
  currency: field(z.literal("USD"), () => "USD" as const),
  createdAt: {
    ...field(moment, ({ createdAt }) => createdAt.toISOString()),
    cell: ({ createdAt }: StoredOrder) => createdAt,
  },
  updatedAt: {
    ...field(moment, ({ updatedAt }) => updatedAt.toISOString()),
    cell: ({ updatedAt }: StoredOrder) => updatedAt,
  },
  settledAt: field(
    moment.nullable().describe("When the payment arrived"),
    ({ settledAt }) => settledAt?.toISOString() ?? null,
  ),
  version: field(
    z.int().describe("Increases with every change; also the `ETag`"),
    ({ version }) => version,
  ),
};

/** The name of each kind in the export. */
const kindNames = { coins: "Coins", credit: "Credit", gift_code: "Gift code" };

/** All columns. Only administrators see the last two. */
const columns = {
  ...fields,
  packageKind: { cell: ({ packageKind }: StoredOrder) => kindNames[packageKind] },
  bitcoinWallet: { cell: ({ bitcoinWallet }: StoredOrder) => bitcoinWallet },
  note: { cell: ({ note }: StoredOrder) => note },
} satisfies Record<OrderColumnKey, object> &
  Record<ExportedColumn, { cell: (order: StoredOrder) => CsvCell }>;

type ExportedColumn = {
  [Key in OrderColumnKey]: (typeof exportHeads)[Key] extends null ? never : Key;
}[OrderColumnKey];
const exported = Object.entries(exportHeads).flatMap(([key, head]) =>
  head === null ? [] : [{ head, cell: columns[key as ExportedColumn].cell }],
);

export const exportHead: readonly string[] = exported.map(({ head }) => head);

/** Returns the cells of an order under `exportHead`. */
export function exportRow(order: StoredOrder): CsvCell[] {
  return exported.map(({ cell }) => cell(order));
}

type Fields = typeof fields;
export const orderSchema = z.object(
  Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, schema])) as {
    [Key in keyof Fields]: Fields[Key]["schema"];
  },
);

/** An order in the API and in webhooks. */
export type PublicOrder = z.infer<typeof orderSchema>;

/** Converts an order for the API and webhooks. */
export function publicOrder(order: StoredOrder): PublicOrder {
  return Object.fromEntries(
    Object.entries(fields).map(([key, { value }]) => [key, value(order)]),
  ) as PublicOrder;
}
