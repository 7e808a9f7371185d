import { bigint, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { PriceSourceName } from "./rate.ts";

/** The last usable price of each source, so that a restart has a rate at once. */
export const priceSamples = pgTable("price_samples", {
  source: text().$type<PriceSourceName>().primaryKey(),
  rateCents: bigint("rate_cents", { mode: "number" }).notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
});
