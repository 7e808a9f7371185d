CREATE TABLE "order_deliveries" (
	"order_id" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"deadline" timestamp with time zone,
	"pending" boolean DEFAULT false NOT NULL,
	"reason" text,
	"reference" text,
	"delivered_at" timestamp with time zone,
	"failed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "order_deliveries" ADD CONSTRAINT "order_deliveries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_deliveries_due" ON "order_deliveries" USING btree ("next_try_at") WHERE "order_deliveries"."next_try_at" is not null;