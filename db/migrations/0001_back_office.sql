-- Substring search over orders by an index. A trusted extension: the owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
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
CREATE TABLE "payment_decisions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"checkout_id" uuid,
	"txid" text,
	"vout" integer,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"refund" jsonb,
	"by_email" text NOT NULL,
	"at" timestamp with time zone NOT NULL
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
DROP INDEX "orders_created";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "blocked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_decisions" ADD CONSTRAINT "payment_decisions_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_email","id");--> statement-breakpoint
CREATE INDEX "payment_decisions_checkout" ON "payment_decisions" USING btree ("checkout_id","id");--> statement-breakpoint
CREATE INDEX "payment_decisions_output" ON "payment_decisions" USING btree ("txid","vout");--> statement-breakpoint
CREATE INDEX "customers_since" ON "customers" USING btree ("since","email");--> statement-breakpoint
CREATE INDEX "customers_spent" ON "customers" USING btree ("spent_cents","email");--> statement-breakpoint
CREATE INDEX "customers_orders" ON "customers" USING btree ("orders","email");--> statement-breakpoint
CREATE INDEX "customers_user" ON "customers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "orders_total" ON "orders" USING btree ("total_cents","id");--> statement-breakpoint
CREATE INDEX "orders_status_created" ON "orders" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_status_total" ON "orders" USING btree ("status","total_cents","id");--> statement-breakpoint
CREATE INDEX "orders_deleted" ON "orders" USING btree ("deleted_at") WHERE "orders"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin (lower("id" || chr(10) || "tiktok_username" || chr(10) || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_created" ON "orders" USING btree ("created_at","id");