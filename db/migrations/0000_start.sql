-- Substring search over orders and customers by an index. A trusted extension: the owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "admin_count" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"count" integer NOT NULL,
	"last_updated" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"account_id" text NOT NULL,
	"password" text,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT true,
	"failed_verification_count" integer DEFAULT 0,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"two_factor_enabled" boolean DEFAULT false,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"role" text DEFAULT 'customer' NOT NULL,
	"referral_code" text NOT NULL,
	"referred_by" text,
	"birthday" date,
	"blocked_at" timestamp with time zone,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_referral_code_unique" UNIQUE("referral_code")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" text,
	"actor_email" text NOT NULL,
	"ip" text,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "packages" (
	"id" text PRIMARY KEY NOT NULL,
	"coins" integer NOT NULL,
	"price_cents" integer NOT NULL,
	"discount" integer DEFAULT 0 NOT NULL,
	"popular" boolean DEFAULT false NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"placement" text DEFAULT 'grid' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
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
CREATE TABLE "ledger" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"cents" integer DEFAULT 0 NOT NULL,
	"order_id" text,
	"once_key" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_cursor" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"last_event_id" bigint NOT NULL
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
	"note" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
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
	"rate_cents" bigint,
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
CREATE TABLE "payment_decisions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"checkout_id" uuid,
	"txid" text,
	"vout" integer,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"received_sats" bigint DEFAULT 0 NOT NULL,
	"refund" jsonb,
	"undoes" bigint,
	"by_email" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_rechecks" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_reviews" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"checkout_id" uuid,
	"txid" text,
	"vout" integer,
	"reason" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"due_sats" bigint,
	"received_sats" bigint NOT NULL,
	"missing_sats" bigint NOT NULL,
	"excess_sats" bigint NOT NULL
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
	"policy" jsonb,
	"locked_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decision_id" bigint,
	"rest_sats" bigint
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"email" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"name" text,
	"orders" integer DEFAULT 0 NOT NULL,
	"spent_cents" bigint DEFAULT 0 NOT NULL,
	"last_order_at" timestamp with time zone,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figure_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"key" text NOT NULL,
	"count" bigint NOT NULL,
	"cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figures" (
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"key" text NOT NULL,
	"count" bigint NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "figures_kind_day_key_pk" PRIMARY KEY("kind","day","key")
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
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_access" ADD CONSTRAINT "order_access_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_outputs" ADD CONSTRAINT "chain_outputs_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_addresses" ADD CONSTRAINT "payment_addresses_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_decisions" ADD CONSTRAINT "payment_decisions_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_decisions" ADD CONSTRAINT "payment_decisions_undoes_payment_decisions_id_fk" FOREIGN KEY ("undoes") REFERENCES "public"."payment_decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reviews" ADD CONSTRAINT "payment_reviews_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_address_payment_addresses_address_fk" FOREIGN KEY ("address") REFERENCES "public"."payment_addresses"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_decision_id_payment_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."payment_decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identities_user" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "identities_provider_account" ON "identities" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "two_factors_user" ON "two_factors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_referred_by" ON "users" USING btree ("referred_by");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","at");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_email","id");--> statement-breakpoint
CREATE INDEX "packages_placement" ON "packages" USING btree ("placement","position");--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_one_open" ON "checkouts" USING btree ("visitor_hash") WHERE "checkouts"."state" = 'open';--> statement-breakpoint
CREATE INDEX "checkouts_visitor" ON "checkouts" USING btree ("visitor_hash");--> statement-breakpoint
CREATE INDEX "ledger_user" ON "ledger" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "ledger_order" ON "ledger" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_once" ON "ledger" USING btree ("user_id","once_key");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_try_at");--> statement-breakpoint
CREATE INDEX "mails_failed" ON "mails" USING btree ("failed_at") WHERE "mails"."failed_at" is not null;--> statement-breakpoint
CREATE INDEX "order_events_order" ON "order_events" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_per_checkout" ON "orders" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "orders_created" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_total" ON "orders" USING btree ("total_cents","id");--> statement-breakpoint
CREATE INDEX "orders_status_created" ON "orders" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_status_total" ON "orders" USING btree ("status","total_cents","id");--> statement-breakpoint
CREATE INDEX "orders_deleted" ON "orders" USING btree ("deleted_at") WHERE "orders"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_reversed" ON "orders" USING btree ("created_at") WHERE "orders"."payment_status" = 'reversed' and "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin (lower("id" || chr(10) || "tiktok_username" || chr(10) || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_email" ON "orders" USING btree (lower("email"),"created_at");--> statement-breakpoint
CREATE INDEX "chain_outputs_address" ON "chain_outputs" USING btree ("address");--> statement-breakpoint
CREATE INDEX "chain_outputs_checkout" ON "chain_outputs" USING btree ("checkout_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_addresses_checkout" ON "payment_addresses" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "payment_addresses_due" ON "payment_addresses" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "payment_decisions_checkout" ON "payment_decisions" USING btree ("checkout_id","id");--> statement-breakpoint
CREATE INDEX "payment_decisions_output" ON "payment_decisions" USING btree ("txid","vout");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_decisions_undoes" ON "payment_decisions" USING btree ("undoes");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reviews_checkout" ON "payment_reviews" USING btree ("checkout_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reviews_output" ON "payment_reviews" USING btree ("txid","vout");--> statement-breakpoint
CREATE INDEX "payment_reviews_since" ON "payment_reviews" USING btree ("since","id");--> statement-breakpoint
CREATE INDEX "quotes_checkout" ON "quotes" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "quotes_address_sats" ON "quotes" USING btree ("address","sats");--> statement-breakpoint
CREATE INDEX "quotes_address_rest" ON "quotes" USING btree ("address","rest_sats") WHERE "quotes"."rest_sats" is not null;--> statement-breakpoint
CREATE INDEX "customers_since" ON "customers" USING btree ("since","email");--> statement-breakpoint
CREATE INDEX "customers_spent" ON "customers" USING btree ("spent_cents","email");--> statement-breakpoint
CREATE INDEX "customers_orders" ON "customers" USING btree ("orders","email");--> statement-breakpoint
CREATE INDEX "customers_user" ON "customers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "figures_people" ON "figures" USING btree ("kind","key","day","count") WHERE "figures"."kind" in ('month1', 'month2', 'gap1', 'gap2');--> statement-breakpoint
CREATE INDEX "figures_empty" ON "figures" USING btree ("kind") WHERE "figures"."count" = 0 and "figures"."cents" = 0;