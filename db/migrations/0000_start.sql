CREATE TABLE "packages" (
	"id" text PRIMARY KEY NOT NULL,
	"coins" integer NOT NULL,
	"price_cents" integer NOT NULL,
	"discount" integer DEFAULT 0 NOT NULL,
	"popular" boolean DEFAULT false NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"placement" text DEFAULT 'grid' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"visitor_hash" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"package" jsonb NOT NULL,
	"tiktok_username" text,
	"tiktok_uid" text,
	"email" text,
	"payment_method" text DEFAULT 'bitcoin' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"key" text NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "attempts_key_window_start_pk" PRIMARY KEY("key","window_start")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"key" text PRIMARY KEY NOT NULL,
	"to" text NOT NULL,
	"message" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "order_access" (
	"order_id" text NOT NULL,
	"visitor_hash" text NOT NULL,
	"granted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_access_order_id_visitor_hash_pk" PRIMARY KEY("order_id","visitor_hash")
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"type" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"package" jsonb NOT NULL,
	"tiktok_username" text NOT NULL,
	"tiktok_uid" text,
	"email" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"status_reason" text,
	"payment_method" text NOT NULL,
	"payment_status" text DEFAULT 'pending' NOT NULL,
	"bitcoin_wallet" text NOT NULL,
	"total_cents" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "address_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"next_index" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chain_outputs" (
	"txid" text NOT NULL,
	"vout" integer NOT NULL,
	"address" text NOT NULL,
	"sats" bigint NOT NULL,
	"checkout_id" uuid,
	"first_seen_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"block_hash" text,
	"block_height" integer,
	CONSTRAINT "chain_outputs_txid_vout_pk" PRIMARY KEY("txid","vout")
);
--> statement-breakpoint
CREATE TABLE "chain_tip" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"height" integer NOT NULL,
	"hash" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_addresses" (
	"address" text PRIMARY KEY NOT NULL,
	"checkout_id" uuid,
	"key" text,
	"key_index" integer,
	"issued_at" timestamp with time zone NOT NULL,
	"next_check_at" timestamp with time zone NOT NULL,
	"last_checked_at" timestamp with time zone,
	"watched_until" timestamp with time zone,
	"retired_at" timestamp with time zone,
	CONSTRAINT "payment_addresses_key_index" UNIQUE("key","key_index")
);
--> statement-breakpoint
CREATE TABLE "price_samples" (
	"source" text PRIMARY KEY NOT NULL,
	"rate_cents" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"address" text NOT NULL,
	"sats" bigint NOT NULL,
	"price_cents" integer NOT NULL,
	"rate_cents" bigint NOT NULL,
	"sources" jsonb NOT NULL,
	"locked_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_access" ADD CONSTRAINT "order_access_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_outputs" ADD CONSTRAINT "chain_outputs_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_addresses" ADD CONSTRAINT "payment_addresses_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_address_payment_addresses_address_fk" FOREIGN KEY ("address") REFERENCES "public"."payment_addresses"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "packages_placement" ON "packages" USING btree ("placement","position");--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_one_open" ON "checkouts" USING btree ("visitor_hash") WHERE "checkouts"."state" = 'open';--> statement-breakpoint
CREATE INDEX "checkouts_visitor" ON "checkouts" USING btree ("visitor_hash");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_try_at");--> statement-breakpoint
CREATE INDEX "order_events_order" ON "order_events" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_per_checkout" ON "orders" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "orders_created" ON "orders" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "chain_outputs_address" ON "chain_outputs" USING btree ("address");--> statement-breakpoint
CREATE INDEX "chain_outputs_checkout" ON "chain_outputs" USING btree ("checkout_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_addresses_checkout" ON "payment_addresses" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "payment_addresses_due" ON "payment_addresses" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "quotes_checkout" ON "quotes" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "quotes_address_sats" ON "quotes" USING btree ("address","sats");