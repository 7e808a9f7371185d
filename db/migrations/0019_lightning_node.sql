DROP INDEX "lightning_invoices_quote";--> statement-breakpoint
ALTER TABLE "lightning_invoices" ADD COLUMN "node_id" text;--> statement-breakpoint
ALTER TABLE "lightning_invoices" ADD COLUMN "canceled_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "lightning_invoices_quote" ON "lightning_invoices" USING btree ("quote_id") WHERE "lightning_invoices"."canceled_at" is null;