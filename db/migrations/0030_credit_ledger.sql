CREATE TABLE "credit_balances" (
	"user_id" text PRIMARY KEY NOT NULL,
	"cents" bigint DEFAULT 0 NOT NULL,
	"owed_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "credit_balances_positive" CHECK ("credit_balances"."cents" >= 0),
	CONSTRAINT "credit_balances_owed" CHECK ("credit_balances"."owed_cents" >= 0 and ("credit_balances"."owed_cents" = 0 or "credit_balances"."cents" = 0))
);
--> statement-breakpoint
CREATE TABLE "credit_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"cents" bigint DEFAULT 0 NOT NULL,
	"owed_cents" bigint DEFAULT 0 NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"order_id" text,
	"checkout_id" uuid,
	"once_key" text NOT NULL,
	"note" text,
	"actor" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gift_batches" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"value_cents" integer NOT NULL,
	"count" integer NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"ends_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"form_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gift_codes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"batch_id" bigint NOT NULL,
	"digest" text NOT NULL,
	"redeemed_by" text,
	"redeemed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "credit_balances" ADD CONSTRAINT "credit_balances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_codes" ADD CONSTRAINT "gift_codes_batch_id_gift_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."gift_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_codes" ADD CONSTRAINT "gift_codes_redeemed_by_users_id_fk" FOREIGN KEY ("redeemed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_entries_user" ON "credit_entries" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "credit_entries_checkout" ON "credit_entries" USING btree ("checkout_id") WHERE "credit_entries"."checkout_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_once" ON "credit_entries" USING btree ("once_key");--> statement-breakpoint
CREATE UNIQUE INDEX "gift_batches_form" ON "gift_batches" USING btree ("form_key");--> statement-breakpoint
CREATE UNIQUE INDEX "gift_codes_digest" ON "gift_codes" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "gift_codes_batch" ON "gift_codes" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "gift_codes_redeemed_by" ON "gift_codes" USING btree ("redeemed_by") WHERE "gift_codes"."redeemed_by" is not null;--> statement-breakpoint
CREATE INDEX "checkouts_credit" ON "checkouts" USING btree ("updated_at") WHERE "checkouts"."credit_cents" > 0 and "checkouts"."state" in ('open', 'left');--> statement-breakpoint

-- Referral earnings are credit from now on.
INSERT INTO credit_entries (user_id, kind, cents, order_id, once_key, at)
SELECT user_id, 'referral', cents, order_id, 'loyalty:' || id, at FROM ledger WHERE cents <> 0 ORDER BY id;--> statement-breakpoint
INSERT INTO credit_balances (user_id, cents) SELECT user_id, sum(cents) FROM credit_entries GROUP BY user_id;
