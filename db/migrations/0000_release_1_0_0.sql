-- The schema of release 1.0.0. The tables and indexes down to "Functions and triggers" are generated from the features'
-- tables.ts; the rest is written by hand.

-- Substring search by an index. A trusted extension: the owner of the database may create it.
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
	"greeted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "sign_in_places" (
	"user_id" text NOT NULL,
	"digest" text NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sign_in_places_user_id_digest_pk" PRIMARY KEY("user_id","digest")
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
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"digest" text NOT NULL,
	"beginning" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_keys_digest_unique" UNIQUE("digest")
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
CREATE TABLE "shop_version" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" uuid DEFAULT gen_random_uuid() NOT NULL
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
	"payment_method" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
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
CREATE TABLE "invoice_series" (
	"name" text PRIMARY KEY NOT NULL,
	"begun_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"number" integer PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"order_id" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"total_cents" integer NOT NULL,
	"seller" jsonb NOT NULL,
	"series" text DEFAULT '' NOT NULL,
	CONSTRAINT "invoices_checkout_id_unique" UNIQUE("checkout_id")
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
	"newsletter_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "hosted_pages" (
	"method" text NOT NULL,
	"reference" text NOT NULL,
	"checkout_id" uuid NOT NULL,
	"url" text NOT NULL,
	"cents" integer NOT NULL,
	"outcome" text DEFAULT 'open' NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"next_check_at" timestamp with time zone,
	"last_checked_at" timestamp with time zone,
	CONSTRAINT "hosted_pages_method_reference_pk" PRIMARY KEY("method","reference")
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
CREATE TABLE "statement_layouts" (
	"heads" text PRIMARY KEY NOT NULL,
	"layout" jsonb NOT NULL,
	"saved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "newsletters" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"markdown" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"recipients" integer DEFAULT 0 NOT NULL,
	"queued" integer DEFAULT 0 NOT NULL,
	"queued_to" uuid,
	"next_slice_at" timestamp with time zone,
	"failed" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscribers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"source" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"unsubscribed_at" timestamp with time zone
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
	"bitcoin_wallet" text,
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
	"spends" text[],
	"replaced_by" text,
	CONSTRAINT "chain_outputs_txid_vout_pk" PRIMARY KEY("txid","vout")
);
--> statement-breakpoint
CREATE TABLE "chain_tip" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"height" integer NOT NULL,
	"hash" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"news_cursor" text
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
	"receipt_id" bigint,
	"received_cents" bigint DEFAULT 0 NOT NULL,
	"bounced_cents" bigint DEFAULT 0 NOT NULL,
	"dispute" text,
	"refund_cents" bigint,
	"refund_reference" text,
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
	"excess_sats" bigint NOT NULL,
	"receipt_id" bigint
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
CREATE TABLE "receipts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"method" text NOT NULL,
	"reference" text NOT NULL,
	"checkout_id" uuid,
	"cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"bounced_cents" bigint DEFAULT 0 NOT NULL,
	"dispute" text,
	"page_reference" text,
	"details" text DEFAULT '' NOT NULL,
	"recorded_by" text,
	"received_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_metrics" (
	"snapshot" integer NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"key" text NOT NULL,
	"count" bigint NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "daily_metrics_snapshot_kind_day_key_pk" PRIMARY KEY("snapshot","kind","day","key")
);
--> statement-breakpoint
CREATE TABLE "metric_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"snapshot" integer NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"key" text NOT NULL,
	"count" bigint NOT NULL,
	"cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "metric_snapshots" (
	"snapshot" serial PRIMARY KEY NOT NULL,
	"zone" text NOT NULL,
	"state" text NOT NULL,
	"counted_at" timestamp with time zone,
	"counted_id" text
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
CREATE TABLE "webhook_attempts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"delivery_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"url" text NOT NULL,
	"signature" text NOT NULL,
	"status" integer,
	"response" text,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"place" bigserial NOT NULL,
	"endpoint_id" bigint NOT NULL,
	"order_id" text,
	"type" text NOT NULL,
	"snapshot" jsonb,
	"body" text,
	"created_at" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"give_up_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"delivered_at" timestamp with time zone,
	"failed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"secret" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp with time zone,
	"leased_by" uuid,
	"leased_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_places" ADD CONSTRAINT "sign_in_places_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hosted_pages" ADD CONSTRAINT "hosted_pages_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_entries" ADD CONSTRAINT "statement_entries_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_access" ADD CONSTRAINT "order_access_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_outputs" ADD CONSTRAINT "chain_outputs_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_addresses" ADD CONSTRAINT "payment_addresses_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_decisions" ADD CONSTRAINT "payment_decisions_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_decisions" ADD CONSTRAINT "payment_decisions_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_decisions" ADD CONSTRAINT "payment_decisions_undoes_payment_decisions_id_fk" FOREIGN KEY ("undoes") REFERENCES "public"."payment_decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reviews" ADD CONSTRAINT "payment_reviews_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reviews" ADD CONSTRAINT "payment_reviews_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_address_payment_addresses_address_fk" FOREIGN KEY ("address") REFERENCES "public"."payment_addresses"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_decision_id_payment_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."payment_decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
CREATE INDEX "customers_since" ON "customers" USING btree ("since","email");--> statement-breakpoint
CREATE INDEX "customers_spent" ON "customers" USING btree ("spent_cents","email");--> statement-breakpoint
CREATE INDEX "customers_orders" ON "customers" USING btree ("orders","email");--> statement-breakpoint
CREATE INDEX "customers_user" ON "customers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ledger_user" ON "ledger" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "ledger_order" ON "ledger" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_once" ON "ledger" USING btree ("user_id","once_key");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_try_at") WHERE "mails"."sent_at" is null and "mails"."failed_at" is null and "mails"."newsletter_id" is null;--> statement-breakpoint
CREATE INDEX "mails_newsletter_due" ON "mails" USING btree ("newsletter_id","next_try_at") WHERE "mails"."sent_at" is null and "mails"."failed_at" is null and "mails"."newsletter_id" is not null;--> statement-breakpoint
CREATE INDEX "mails_newsletter" ON "mails" USING btree ("newsletter_id","sent_at") WHERE "mails"."newsletter_id" is not null;--> statement-breakpoint
CREATE INDEX "mails_unsent" ON "mails" USING btree ("created_at") WHERE "mails"."sent_at" is null and "mails"."newsletter_id" is null;--> statement-breakpoint
CREATE INDEX "mails_failed" ON "mails" USING btree ("failed_at") WHERE "mails"."failed_at" is not null;--> statement-breakpoint
CREATE INDEX "hosted_pages_checkout" ON "hosted_pages" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "hosted_pages_due" ON "hosted_pages" USING btree ("next_check_at") WHERE "hosted_pages"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "statement_entries_state" ON "statement_entries" USING btree ("state","booked_on","reference");--> statement-breakpoint
CREATE UNIQUE INDEX "subscribers_email" ON "subscribers" USING btree ("email");--> statement-breakpoint
CREATE INDEX "subscribers_requested" ON "subscribers" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX "subscribers_confirmed" ON "subscribers" USING btree ("id") WHERE "subscribers"."confirmed_at" is not null and "subscribers"."unsubscribed_at" is null;--> statement-breakpoint
CREATE INDEX "order_events_order" ON "order_events" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_per_checkout" ON "orders" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "orders_created" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_total" ON "orders" USING btree ("total_cents","id");--> statement-breakpoint
CREATE INDEX "orders_status_created" ON "orders" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_status_total" ON "orders" USING btree ("status","total_cents","id");--> statement-breakpoint
CREATE INDEX "orders_updated" ON "orders" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "orders_deleted" ON "orders" USING btree ("deleted_at") WHERE "orders"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_reversed" ON "orders" USING btree ("created_at") WHERE "orders"."payment_status" = 'reversed' and "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin (lower("id" || chr(10) || "tiktok_username" || chr(10) || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_email" ON "orders" USING btree (lower("email"),"created_at");--> statement-breakpoint
CREATE INDEX "chain_outputs_address" ON "chain_outputs" USING btree ("address");--> statement-breakpoint
CREATE INDEX "chain_outputs_checkout" ON "chain_outputs" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "chain_outputs_height" ON "chain_outputs" USING btree ("state","block_height");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_addresses_checkout" ON "payment_addresses" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "payment_addresses_due" ON "payment_addresses" USING btree ("next_check_at") WHERE "payment_addresses"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "payment_decisions_checkout" ON "payment_decisions" USING btree ("checkout_id","id");--> statement-breakpoint
CREATE INDEX "payment_decisions_output" ON "payment_decisions" USING btree ("txid","vout");--> statement-breakpoint
CREATE INDEX "payment_decisions_receipt" ON "payment_decisions" USING btree ("receipt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_decisions_undoes" ON "payment_decisions" USING btree ("undoes");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reviews_checkout" ON "payment_reviews" USING btree ("checkout_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reviews_receipt" ON "payment_reviews" USING btree ("receipt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reviews_output" ON "payment_reviews" USING btree ("txid","vout");--> statement-breakpoint
CREATE INDEX "payment_reviews_since" ON "payment_reviews" USING btree ("since","id");--> statement-breakpoint
CREATE INDEX "quotes_checkout" ON "quotes" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "quotes_address_sats" ON "quotes" USING btree ("address","sats");--> statement-breakpoint
CREATE INDEX "quotes_address_rest" ON "quotes" USING btree ("address","rest_sats") WHERE "quotes"."rest_sats" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_reference" ON "receipts" USING btree ("method","reference");--> statement-breakpoint
CREATE INDEX "receipts_checkout" ON "receipts" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "daily_metrics_people" ON "daily_metrics" USING btree ("snapshot","kind","key","day","count") WHERE "daily_metrics"."kind" in ('month1', 'month2', 'gap1', 'gap2');--> statement-breakpoint
CREATE INDEX "daily_metrics_empty" ON "daily_metrics" USING btree ("kind") WHERE "daily_metrics"."count" = 0 and "daily_metrics"."cents" = 0;--> statement-breakpoint
CREATE UNIQUE INDEX "metric_snapshots_current" ON "metric_snapshots" USING btree ("state") WHERE "metric_snapshots"."state" = 'current';--> statement-breakpoint
CREATE INDEX "webhook_attempts_delivery" ON "webhook_attempts" USING btree ("delivery_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("endpoint_id","next_try_at","place") WHERE "webhook_deliveries"."delivered_at" is null and "webhook_deliveries"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_list" ON "webhook_deliveries" USING btree ("endpoint_id","place");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_failed" ON "webhook_deliveries" USING btree ("failed_at") WHERE "webhook_deliveries"."failed_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_order" ON "webhook_deliveries" USING btree ("order_id");--> statement-breakpoint

-- Functions and triggers

-- ==== Invoices ====

-- The seller details saved in the settings now.
CREATE FUNCTION current_seller() RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(name, value), '{}') FROM settings
  WHERE name IN ('sellerName', 'sellerAddress', 'sellerTaxId', 'invoiceNote')
$$;--> statement-breakpoint

-- The newest invoice series; empty before the first restore.
CREATE FUNCTION current_invoice_series() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT name FROM invoice_series ORDER BY begun_at DESC, name LIMIT 1), '')
$$;--> statement-breakpoint

-- Numbers all settled orders that have no invoice yet, oldest first. Used after a restore.
CREATE FUNCTION number_invoices() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE invoices IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO invoices (number, checkout_id, order_id, issued_at, total_cents, seller, series)
  SELECT (SELECT coalesce(max(number), 0) FROM invoices) + row_number() OVER (ORDER BY o.settled_at, o.id),
    o.checkout_id, o.id, o.settled_at, o.total_cents, current_seller(), current_invoice_series()
  FROM orders o
  WHERE o.settled_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM invoices i WHERE i.checkout_id = o.checkout_id);
END $$;--> statement-breakpoint

-- Gives a settled order the next invoice number.
CREATE FUNCTION number_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A second transaction waits here and then sees the first one's number: its snapshot is taken after the lock.
  LOCK TABLE invoices IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO invoices (number, checkout_id, order_id, issued_at, total_cents, seller, series)
  VALUES ((SELECT coalesce(max(number), 0) + 1 FROM invoices),
    new.checkout_id, new.id, new.settled_at, new.total_cents, current_seller(), current_invoice_series())
  ON CONFLICT (checkout_id) DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint

-- Deferred to the commit, when the transaction holds all its other locks, so waiting for a number cannot deadlock and
-- others wait for one commit at most. A transaction that rolls back returns its number.
CREATE CONSTRAINT TRIGGER orders_number_invoice AFTER INSERT OR UPDATE OF settled_at ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.settled_at IS NOT NULL)
  EXECUTE FUNCTION number_invoice();--> statement-breakpoint

-- Invoices are append-only: a number is never changed and never deleted.
CREATE FUNCTION reject_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;--> statement-breakpoint

CREATE TRIGGER invoices_append_only BEFORE UPDATE OR DELETE ON invoices FOR EACH ROW
  EXECUTE FUNCTION reject_change();--> statement-breakpoint

-- ==== Payments ====

-- An order that is rejected, deleted or restored has its payment assessed again.
CREATE FUNCTION recheck_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_rechecks (checkout_id) VALUES (new.checkout_id);
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TRIGGER orders_recheck_payment AFTER UPDATE OF status, deleted_at ON orders FOR EACH ROW
  WHEN ((old.status = 'rejected') <> (new.status = 'rejected')
    OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL))
  EXECUTE FUNCTION recheck_payment();--> statement-breakpoint

-- ==== Webhooks ====

-- Queues an order event for each subscribed endpoint, in the transaction of the event. The endpoint rows are locked as
-- the foreign key will lock them, so an endpoint deleted at this moment is skipped and the order does not fail.
CREATE FUNCTION queue_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event text := CASE new.type
    WHEN 'placed' THEN 'order.placed'
    WHEN 'payment' THEN 'order.payment_changed'
    WHEN 'decision' THEN 'order.payment_decided'
    WHEN 'status' THEN 'order.status_changed'
    WHEN 'deleted' THEN 'order.deleted'
  END;
BEGIN
  IF event IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO webhook_deliveries (endpoint_id, order_id, type, snapshot, created_at, next_try_at)
  SELECT e.id, o.id, event, jsonb_build_object('order', to_jsonb(o) - 'note', 'changed', new.data), new.at, new.at
  FROM webhook_endpoints e JOIN orders o ON o.id = new.order_id
  WHERE e.enabled AND event = ANY (e.events)
  ORDER BY e.id
  FOR KEY SHARE OF e;
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TRIGGER order_events_queue_webhooks AFTER INSERT ON order_events FOR EACH ROW EXECUTE FUNCTION queue_webhooks();--> statement-breakpoint

-- ==== Shop version ====

INSERT INTO shop_version DEFAULT VALUES;--> statement-breakpoint

-- A version is a random UUID, so it never repeats, not even after a backup was restored. It changes in the transaction
-- of the data it stands for, so a reader of the version and then the data sees that data or newer.
CREATE FUNCTION bump_shop_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE shop_version SET version = gen_random_uuid();
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TRIGGER packages_bump_shop_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON packages
  FOR EACH STATEMENT EXECUTE FUNCTION bump_shop_version();--> statement-breakpoint

CREATE TRIGGER settings_bump_shop_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON settings
  FOR EACH STATEMENT EXECUTE FUNCTION bump_shop_version();--> statement-breakpoint

-- The screens cache the current time zone of the metrics by the shop version.
CREATE TRIGGER metric_snapshots_bump_shop_version AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF state, zone ON metric_snapshots
  FOR EACH STATEMENT EXECUTE FUNCTION bump_shop_version();--> statement-breakpoint

-- ==== Customers ====

-- Whether an order counts as a sale: paid or completed, and neither rejected nor refunded.
CREATE FUNCTION is_sale(status text, payment_status text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status <> 'rejected' AND payment_status <> 'refunded'
    AND (status = 'completed' OR payment_status IN ('paid', 'overpaid'))
$$;--> statement-breakpoint

-- The orders of each customer in order of time. Not read from `orders`: a statement that writes many rows has changed
-- all of them before the first row trigger runs.
CREATE TABLE order_chain (
  email text NOT NULL,
  placed_at timestamptz NOT NULL,
  order_id text NOT NULL,
  PRIMARY KEY (email, placed_at, order_id)
);--> statement-breakpoint

-- When a customer first ordered or registered; null for an unknown one.
CREATE FUNCTION known_since(of_email text, of_user text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT least(
    (SELECT min(placed_at) FROM order_chain WHERE email = of_email),
    (SELECT created_at FROM users WHERE id = of_user))
$$;--> statement-breakpoint

-- Adds an order to its customer's totals (sign 1) or takes it away (sign -1), after link_order.
CREATE FUNCTION count_customer(o orders, sign integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  spent bigint := CASE WHEN is_sale(o.status, o.payment_status) THEN o.total_cents ELSE 0 END;
BEGIN
  IF sign > 0 THEN
    INSERT INTO customers AS c (email, orders, spent_cents, last_order_at, since)
    VALUES (lower(o.email), 1, spent, o.created_at, o.created_at)
    ON CONFLICT (email) DO UPDATE SET
      orders = c.orders + 1,
      spent_cents = c.spent_cents + excluded.spent_cents,
      last_order_at = greatest(c.last_order_at, excluded.last_order_at),
      since = least(c.since, excluded.since);
  ELSE
    UPDATE customers c SET
      orders = c.orders - 1,
      spent_cents = c.spent_cents - spent,
      last_order_at = (SELECT max(placed_at) FROM order_chain l WHERE l.email = c.email),
      since = coalesce(known_since(c.email, c.user_id), c.since)
    WHERE c.email = lower(o.email);
    DELETE FROM customers WHERE email = lower(o.email) AND orders = 0 AND user_id IS NULL;
  END IF;
END $$;--> statement-breakpoint

-- Accounts are customers before their first order, too.
CREATE FUNCTION sync_customer_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE customers SET user_id = NULL, name = NULL, since = coalesce(known_since(email, NULL), since)
    WHERE user_id = old.id;
    DELETE FROM customers WHERE email = lower(old.email) AND orders = 0 AND user_id IS NULL;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO customers AS c (email, user_id, name, since)
    VALUES (lower(new.email), new.id, new.name, new.created_at)
    ON CONFLICT (email) DO UPDATE SET
      user_id = excluded.user_id, name = excluded.name, since = least(c.since, excluded.since);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TRIGGER users_count AFTER INSERT OR DELETE OR UPDATE OF email, name ON users
  FOR EACH ROW EXECUTE FUNCTION sync_customer_of_user();--> statement-breakpoint

CREATE INDEX customers_search ON customers USING gin ((email || chr(10) || lower(coalesce(name, ''))) gin_trgm_ops);--> statement-breakpoint

-- ==== Daily metrics ====

INSERT INTO metric_snapshots (zone, state) VALUES ('UTC', 'current');--> statement-breakpoint

-- What reports read: folded and unfolded metrics of the current snapshot.
CREATE VIEW current_metrics AS
  SELECT kind, day, key, count, cents FROM daily_metrics
  WHERE snapshot = (SELECT e.snapshot FROM metric_snapshots e WHERE e.state = 'current')
  UNION ALL
  SELECT kind, day, key, count, cents FROM metric_changes
  WHERE snapshot = (SELECT e.snapshot FROM metric_snapshots e WHERE e.state = 'current');--> statement-breakpoint

-- Writers of metric changes hold this lock shared until they commit; a step that moves the line between counted and
-- uncounted orders holds it alone. So no order is counted twice or left out.
CREATE FUNCTION lock_metric_snapshots() RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock_shared(hashtextextended('satchel metric snapshots', 0))
$$;--> statement-breakpoint

-- Serializes folding, recounting and changes of the snapshots.
CREATE FUNCTION lock_metrics() RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('satchel metrics', 0))
$$;--> statement-breakpoint

CREATE FUNCTION try_lock_metrics() RETURNS boolean LANGUAGE sql AS $$
  SELECT pg_try_advisory_xact_lock(hashtextextended('satchel metrics', 0))
$$;--> statement-breakpoint

-- The snapshots in which an order with this creation time and id is counted.
CREATE FUNCTION snapshots_of(placed_at timestamptz, order_id text) RETURNS TABLE (snapshot integer, zone text)
LANGUAGE sql STABLE AS $$
  SELECT e.snapshot, e.zone FROM metric_snapshots e
  WHERE e.state = 'current' OR e.state = 'counting' AND (placed_at, order_id) <= (e.counted_at, e.counted_id)
$$;--> statement-breakpoint

-- Adds an event that is not recounted later, such as a checkout, to the day's metric of all snapshots.
CREATE FUNCTION count_moment(what text, moment timestamptz, how_many bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_metric_snapshots();
  INSERT INTO metric_changes (snapshot, kind, day, key, count, cents)
  SELECT e.snapshot, what, (moment AT TIME ZONE e.zone)::date, '', how_many, 0
  FROM metric_snapshots e WHERE e.state IN ('current', 'counting');
END $$;--> statement-breakpoint

CREATE FUNCTION count_checkout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_moment('checkout', new.created_at, 1);
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TRIGGER checkouts_count AFTER INSERT ON checkouts FOR EACH ROW EXECUTE FUNCTION count_checkout();--> statement-breakpoint

-- What one order adds to the metrics of its day; nothing once deleted.
CREATE FUNCTION metrics_of(o orders)
RETURNS TABLE (snapshot integer, kind text, day date, key text, count bigint, cents bigint) LANGUAGE sql STABLE AS $$
  SELECT e.snapshot, f.kind, (o.created_at AT TIME ZONE e.zone)::date, f.key, 1::bigint, o.total_cents::bigint
  FROM snapshots_of(o.created_at, o.id) e CROSS JOIN (VALUES
    ('status', o.status, true),
    ('package', o.package ->> 'id', true),
    ('method', o.payment_method, true),
    ('sales', '', is_sale(o.status, o.payment_status))
  ) AS f (kind, key, counts)
  WHERE f.counts AND o.deleted_at IS NULL
$$;--> statement-breakpoint

-- Adds an order to the chain of its customer's orders (sign 1) or removes it (sign -1), and updates the gaps of that order
-- and the next two. The gaps tell how many customers ordered in a range of days, and how many more than once: an order is
-- its customer's first in the range when the order before it lies before the range, and one of the first two when the
-- second before it does. Gaps are also stored by the other order's month, so a range reads whole months before its first
-- month, and single days of that month alone.
CREATE FUNCTION link_order(o orders, sign integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before_at timestamptz[];
  after_at timestamptz[];
  after_id text[];
BEGIN
  -- Serializes the orders of one customer, so that each sees the other as its neighbour.
  PERFORM pg_advisory_xact_lock(hashtextextended(lower(o.email), 0));
  before_at := ARRAY(
    SELECT placed_at FROM order_chain
    WHERE email = lower(o.email) AND (placed_at, order_id) < (o.created_at, o.id)
    ORDER BY placed_at DESC, order_id DESC LIMIT 2);
  SELECT array_agg(n.placed_at), array_agg(n.order_id) INTO after_at, after_id FROM (
    SELECT placed_at, order_id FROM order_chain
    WHERE email = lower(o.email) AND (placed_at, order_id) > (o.created_at, o.id)
    ORDER BY placed_at, order_id LIMIT 2) n;
  IF sign > 0 THEN
    INSERT INTO order_chain (email, placed_at, order_id) VALUES (lower(o.email), o.created_at, o.id);
  ELSE
    DELETE FROM order_chain WHERE email = lower(o.email) AND placed_at = o.created_at AND order_id = o.id;
  END IF;
  INSERT INTO metric_changes (snapshot, kind, day, key, count, cents)
  SELECT e.snapshot, g.kind, d.day, g.key, sum(c.n) * sign, 0
  FROM (VALUES
    (1, o.created_at, o.id, before_at[1], 1),
    (2, o.created_at, o.id, before_at[2], 1),
    (1, after_at[1], after_id[1], before_at[1], -1),
    (1, after_at[1], after_id[1], o.created_at, 1),
    (2, after_at[1], after_id[1], before_at[2], -1),
    (2, after_at[1], after_id[1], before_at[1], 1),
    (2, after_at[2], after_id[2], before_at[1], -1),
    (2, after_at[2], after_id[2], o.created_at, 1)
  ) AS c (nth, placed_at, order_id, other_at, n)
  CROSS JOIN LATERAL snapshots_of(c.placed_at, c.order_id) e
  CROSS JOIN LATERAL (
    SELECT (c.placed_at AT TIME ZONE e.zone)::date AS day, (c.other_at AT TIME ZONE e.zone)::date AS other
  ) d
  CROSS JOIN LATERAL (VALUES
    ('month' || c.nth, coalesce(to_char(d.other, 'YYYY-MM'), '')),
    ('gap' || c.nth, d.other::text)
  ) AS g (kind, key)
  WHERE c.placed_at IS NOT NULL AND g.key IS NOT NULL
  GROUP BY e.snapshot, g.kind, d.day, g.key
  HAVING sum(c.n) <> 0;
END $$;--> statement-breakpoint

-- Keeps metrics and customers up to date with every change of an order.
CREATE FUNCTION count_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_metric_snapshots();
  IF TG_OP = 'INSERT' THEN
    INSERT INTO metric_changes (snapshot, kind, day, key, count, cents)
    SELECT f.snapshot, f.kind, f.day, f.key, f.count, f.cents FROM metrics_of(new) f;
    IF new.deleted_at IS NULL THEN
      PERFORM link_order(new, 1);
      PERFORM count_customer(new, 1);
    END IF;
    RETURN NULL;
  END IF;

  IF TG_OP = 'DELETE' THEN
    INSERT INTO metric_changes (snapshot, kind, day, key, count, cents)
    SELECT f.snapshot, f.kind, f.day, f.key, -f.count, -f.cents FROM metrics_of(old) f;
    IF old.deleted_at IS NULL THEN
      PERFORM link_order(old, -1);
      PERFORM count_customer(old, -1);
    END IF;
    RETURN NULL;
  END IF;

  INSERT INTO metric_changes (snapshot, kind, day, key, count, cents)
  SELECT c.snapshot, c.kind, c.day, c.key, sum(c.count), sum(c.cents)
  FROM (
    SELECT * FROM metrics_of(new)
    UNION ALL
    SELECT f.snapshot, f.kind, f.day, f.key, -f.count, -f.cents FROM metrics_of(old) f
  ) c
  GROUP BY 1, 2, 3, 4
  HAVING sum(c.count) <> 0 OR sum(c.cents) <> 0;

  IF (old.deleted_at IS NULL, lower(old.email), old.created_at)
    IS DISTINCT FROM (new.deleted_at IS NULL, lower(new.email), new.created_at) THEN
    IF old.deleted_at IS NULL THEN
      PERFORM link_order(old, -1);
      PERFORM count_customer(old, -1);
    END IF;
    IF new.deleted_at IS NULL THEN
      PERFORM link_order(new, 1);
      PERFORM count_customer(new, 1);
    END IF;
  ELSIF new.deleted_at IS NULL THEN
    UPDATE customers SET spent_cents = spent_cents
      - CASE WHEN is_sale(old.status, old.payment_status) THEN old.total_cents ELSE 0 END
      + CASE WHEN is_sale(new.status, new.payment_status) THEN new.total_cents ELSE 0 END
    WHERE email = lower(new.email)
      AND (is_sale(old.status, old.payment_status), old.total_cents)
        IS DISTINCT FROM (is_sale(new.status, new.payment_status), new.total_cents);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint

-- Two triggers: the second names its columns, so that a note alone costs nothing.
CREATE TRIGGER orders_count AFTER INSERT OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION count_order();--> statement-breakpoint

CREATE TRIGGER orders_recount
  AFTER UPDATE OF status, payment_status, total_cents, deleted_at, email, created_at, package, payment_method ON orders
  FOR EACH ROW EXECUTE FUNCTION count_order();--> statement-breakpoint

-- Folds the changes into the daily metrics; returns how many.
CREATE FUNCTION fold_metrics() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  folded bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM metric_changes) OR NOT try_lock_metrics() THEN
    RETURN 0;
  END IF;
  WITH taken AS (
    DELETE FROM metric_changes RETURNING snapshot, kind, day, key, count, cents
  ), added AS (
    INSERT INTO daily_metrics AS f (snapshot, kind, day, key, count, cents)
    SELECT snapshot, kind, day, key, sum(count), sum(cents) FROM taken GROUP BY 1, 2, 3, 4
    ON CONFLICT (snapshot, kind, day, key)
      DO UPDATE SET count = f.count + excluded.count, cents = f.cents + excluded.cents
  )
  SELECT count(*) INTO folded FROM taken;
  DELETE FROM daily_metrics WHERE count = 0 AND cents = 0;
  RETURN folded;
END $$;--> statement-breakpoint

-- Requests a recount by the days of this time zone; `recount_metrics` does it in steps.
CREATE FUNCTION request_metrics_recount(of_zone text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_metrics();
  IF EXISTS (SELECT FROM metric_snapshots WHERE state IN ('wanted', 'counting') AND zone = of_zone) THEN
    RETURN;
  END IF;
  UPDATE metric_snapshots SET state = 'retired' WHERE state IN ('wanted', 'counting');
  INSERT INTO metric_snapshots (zone, state)
  SELECT of_zone, 'wanted' WHERE of_zone <> (SELECT zone FROM metric_snapshots WHERE state = 'current');
END $$;--> statement-breakpoint

-- What the orders after one order (nulls: from the first) up to another add to the metrics of that zone's days.
CREATE FUNCTION metrics_between(of_zone text, after_at timestamptz, after_id text, last_at timestamptz, last_id text)
RETURNS TABLE (kind text, day date, key text, count bigint, cents numeric) LANGUAGE sql STABLE AS $$
  WITH placed AS MATERIALIZED (
    SELECT (o.created_at AT TIME ZONE of_zone)::date AS day, o.status, o.package ->> 'id' AS package,
      o.payment_method, is_sale(o.status, o.payment_status) AS sale, o.total_cents, o.email, o.created_at, o.id
    FROM orders o
    WHERE (o.created_at, o.id) > (coalesce(after_at, '-infinity'), coalesce(after_id, ''))
      AND (o.created_at, o.id) <= (last_at, last_id) AND o.deleted_at IS NULL
  ), linked AS (
    SELECT p.day, (b.days)[1] AS before1, (b.days)[2] AS before2
    FROM placed p CROSS JOIN LATERAL (SELECT ARRAY(
      SELECT (c.placed_at AT TIME ZONE of_zone)::date FROM order_chain c
      WHERE c.email = lower(p.email) AND (c.placed_at, c.order_id) < (p.created_at, p.id)
      ORDER BY c.placed_at DESC, c.order_id DESC LIMIT 2) AS days) b
  )
  SELECT 'status', day, status, count(*), sum(total_cents) FROM placed GROUP BY 2, 3
  UNION ALL
  SELECT 'package', day, package, count(*), sum(total_cents) FROM placed GROUP BY 2, 3
  UNION ALL
  SELECT 'method', day, payment_method, count(*), sum(total_cents) FROM placed GROUP BY 2, 3
  UNION ALL
  SELECT 'sales', day, '', count(*), sum(total_cents) FROM placed WHERE sale GROUP BY 2
  UNION ALL
  SELECT g.kind, l.day, g.key, count(*), 0
  FROM linked l
  CROSS JOIN LATERAL (VALUES
    ('month1', coalesce(to_char(l.before1, 'YYYY-MM'), '')),
    ('month2', coalesce(to_char(l.before2, 'YYYY-MM'), '')),
    ('gap1', l.before1::text),
    ('gap2', l.before2::text)
  ) AS g (kind, key)
  WHERE g.key IS NOT NULL
  GROUP BY 1, 2, 3
$$;--> statement-breakpoint

-- Does one step of a requested recount, with at most this many orders, while no order is written. Returns `nothing` when
-- no work remains, `busy` when another process holds the locks, `counted` when the new snapshot became current, else `more`.
CREATE FUNCTION recount_metrics(most integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  next metric_snapshots;
  last_at timestamptz;
  last_id text;
BEGIN
  IF NOT EXISTS (SELECT FROM metric_snapshots WHERE state <> 'current') THEN
    RETURN 'nothing';
  END IF;
  IF NOT try_lock_metrics() OR NOT pg_try_advisory_xact_lock(hashtextextended('satchel metric snapshots', 0)) THEN
    RETURN 'busy';
  END IF;

  SELECT * INTO next FROM metric_snapshots WHERE state IN ('wanted', 'counting');
  IF next.state = 'wanted' THEN
    -- Visits and checkouts cannot be recounted from orders: they stay with the day they were counted on.
    INSERT INTO daily_metrics (snapshot, kind, day, key, count, cents)
    SELECT next.snapshot, kind, day, key, sum(count), sum(cents)
    FROM current_metrics WHERE kind IN ('visit', 'checkout') GROUP BY 2, 3, 4;
    UPDATE metric_snapshots SET state = 'counting' WHERE snapshot = next.snapshot;
    RETURN 'more';
  END IF;

  IF next.state = 'counting' THEN
    SELECT s.created_at, s.id INTO last_at, last_id FROM (
      SELECT o.created_at, o.id FROM orders o
      WHERE (o.created_at, o.id) > (coalesce(next.counted_at, '-infinity'), coalesce(next.counted_id, ''))
      ORDER BY o.created_at, o.id LIMIT most) s
    ORDER BY s.created_at DESC, s.id DESC LIMIT 1;
    IF FOUND THEN
      INSERT INTO daily_metrics AS f (snapshot, kind, day, key, count, cents)
      SELECT next.snapshot, n.kind, n.day, n.key, n.count, n.cents
      FROM metrics_between(next.zone, next.counted_at, next.counted_id, last_at, last_id) n
      ON CONFLICT (snapshot, kind, day, key)
        DO UPDATE SET count = f.count + excluded.count, cents = f.cents + excluded.cents;
      UPDATE metric_snapshots SET counted_at = last_at, counted_id = last_id WHERE snapshot = next.snapshot;
      RETURN 'more';
    END IF;
    UPDATE metric_snapshots SET state = 'retired' WHERE state = 'current';
    UPDATE metric_snapshots SET state = 'current', counted_at = NULL, counted_id = NULL WHERE snapshot = next.snapshot;
    RETURN 'counted';
  END IF;

  DELETE FROM daily_metrics WHERE ctid = ANY (ARRAY(
    SELECT f.ctid FROM daily_metrics f
    WHERE f.snapshot = ANY (ARRAY(SELECT e.snapshot FROM metric_snapshots e WHERE e.state = 'retired'))
    LIMIT most * 4));
  IF NOT FOUND THEN
    DELETE FROM metric_changes c USING metric_snapshots e WHERE e.snapshot = c.snapshot AND e.state = 'retired';
    DELETE FROM metric_snapshots WHERE state = 'retired';
  END IF;
  RETURN 'more';
END $$;--> statement-breakpoint

-- Recounts everything at once, for code that filled the tables without triggers. Blocks writes of orders and users.
CREATE FUNCTION rebuild_metrics() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  this_snapshot integer := (SELECT snapshot FROM metric_snapshots WHERE state = 'current');
  this_zone text := coalesce((SELECT value #>> '{}' FROM settings WHERE name = 'timeZone'), 'UTC');
BEGIN
  PERFORM lock_metrics();
  LOCK TABLE orders, users IN SHARE ROW EXCLUSIVE MODE;
  UPDATE metric_snapshots SET state = 'retired' WHERE state IN ('wanted', 'counting');
  UPDATE metric_snapshots SET zone = this_zone WHERE snapshot = this_snapshot AND zone <> this_zone;
  DELETE FROM daily_metrics WHERE snapshot = this_snapshot AND kind NOT IN ('visit', 'checkout');
  DELETE FROM metric_changes WHERE snapshot = this_snapshot AND kind NOT IN ('visit', 'checkout');

  DELETE FROM order_chain;
  INSERT INTO order_chain (email, placed_at, order_id)
  SELECT lower(email), created_at, id FROM orders WHERE deleted_at IS NULL;

  INSERT INTO daily_metrics (snapshot, kind, day, key, count, cents)
  SELECT this_snapshot, n.kind, n.day, n.key, n.count, n.cents
  FROM metrics_between(this_zone, NULL, NULL, 'infinity', '') n;

  DELETE FROM customers;
  INSERT INTO customers (email, user_id, name, orders, spent_cents, last_order_at, since)
  SELECT email, max(user_id), max(name), sum(orders), sum(spent), max(last_order_at), min(since)
  FROM (
    SELECT lower(email) AS email, NULL AS user_id, NULL AS name, count(*) AS orders,
      sum(CASE WHEN is_sale(status, payment_status) THEN total_cents ELSE 0 END) AS spent,
      max(created_at) AS last_order_at, min(created_at) AS since
    FROM orders WHERE deleted_at IS NULL GROUP BY 1
    UNION ALL
    SELECT lower(email), id, name, 0, 0, NULL, created_at FROM users
  ) known
  GROUP BY 1;
END $$;--> statement-breakpoint

-- TRUNCATE fires no row triggers.
CREATE FUNCTION rebuild_after_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rebuild_metrics();
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TRIGGER orders_emptied AFTER TRUNCATE ON orders FOR EACH STATEMENT EXECUTE FUNCTION rebuild_after_truncate();--> statement-breakpoint

CREATE TRIGGER users_emptied AFTER TRUNCATE ON users FOR EACH STATEMENT EXECUTE FUNCTION rebuild_after_truncate();
