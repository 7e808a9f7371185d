CREATE TABLE "hosted_pages" (
	"method" text NOT NULL,
	"reference" text NOT NULL,
	"checkout_id" uuid NOT NULL,
	"url" text NOT NULL,
	"cents" integer NOT NULL,
	"outcome" text DEFAULT 'open' NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"next_ask_at" timestamp with time zone,
	"last_asked_at" timestamp with time zone,
	CONSTRAINT "hosted_pages_method_reference_pk" PRIMARY KEY("method","reference")
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"method" text NOT NULL,
	"reference" text NOT NULL,
	"checkout_id" uuid,
	"cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"dispute" text,
	"page_reference" text,
	"details" text DEFAULT '' NOT NULL,
	"recorded_by" text,
	"received_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statement_entries" (
	"reference" text PRIMARY KEY NOT NULL,
	"cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"booked_on" date NOT NULL,
	"payer" text NOT NULL,
	"purpose" text NOT NULL,
	"imported_at" timestamp with time zone NOT NULL,
	"imported_by" text NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"receipt_id" bigint
);
--> statement-breakpoint
ALTER TABLE "checkouts" ALTER COLUMN "payment_method" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "checkouts" ALTER COLUMN "payment_method" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "bitcoin_wallet" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_decisions" ADD COLUMN "receipt_id" bigint;--> statement-breakpoint
ALTER TABLE "payment_decisions" ADD COLUMN "received_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_decisions" ADD COLUMN "dispute" text;--> statement-breakpoint
ALTER TABLE "payment_decisions" ADD COLUMN "refund_cents" bigint;--> statement-breakpoint
ALTER TABLE "payment_decisions" ADD COLUMN "refund_reference" text;--> statement-breakpoint
ALTER TABLE "payment_reviews" ADD COLUMN "receipt_id" bigint;--> statement-breakpoint
ALTER TABLE "hosted_pages" ADD CONSTRAINT "hosted_pages_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_entries" ADD CONSTRAINT "statement_entries_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hosted_pages_checkout" ON "hosted_pages" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "hosted_pages_due" ON "hosted_pages" USING btree ("next_ask_at") WHERE "hosted_pages"."next_ask_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_reference" ON "receipts" USING btree ("method","reference");--> statement-breakpoint
CREATE INDEX "receipts_checkout" ON "receipts" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "statement_entries_state" ON "statement_entries" USING btree ("state","booked_on","reference");--> statement-breakpoint
ALTER TABLE "payment_decisions" ADD CONSTRAINT "payment_decisions_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reviews" ADD CONSTRAINT "payment_reviews_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_decisions_receipt" ON "payment_decisions" USING btree ("receipt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reviews_receipt" ON "payment_reviews" USING btree ("receipt_id");