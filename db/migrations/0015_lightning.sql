CREATE TABLE "lightning_invoices" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"quote_id" bigint NOT NULL,
	"node" text NOT NULL,
	"payment_hash" text NOT NULL,
	"bolt11" text NOT NULL,
	"sats" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"next_check_at" timestamp with time zone,
	"last_checked_at" timestamp with time zone,
	"watched_until" timestamp with time zone,
	"unknown_since" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"paid_msat" bigint,
	"settle_index" bigint
);
--> statement-breakpoint
ALTER TABLE "quotes" ALTER COLUMN "address" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "by_lightning" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "lightning_invoices" ADD CONSTRAINT "lightning_invoices_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lightning_invoices" ADD CONSTRAINT "lightning_invoices_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "lightning_invoices_quote" ON "lightning_invoices" USING btree ("quote_id");--> statement-breakpoint
CREATE UNIQUE INDEX "lightning_invoices_hash" ON "lightning_invoices" USING btree ("payment_hash");--> statement-breakpoint
CREATE INDEX "lightning_invoices_checkout" ON "lightning_invoices" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "lightning_invoices_due" ON "lightning_invoices" USING btree ("next_check_at") WHERE "lightning_invoices"."next_check_at" is not null;