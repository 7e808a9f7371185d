CREATE TABLE "order_leases" (
	"order_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"renewed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "completed_at" timestamp with time zone;--> statement-breakpoint
-- The time of completion was only in the history before.
UPDATE orders SET completed_at = completion.at
FROM (
  SELECT order_id, max(at) AS at FROM order_events
  WHERE type = 'status' AND data ->> 'to' = 'completed' GROUP BY order_id
) completion
WHERE completion.order_id = orders.id AND orders.status = 'completed';--> statement-breakpoint
ALTER TABLE "order_leases" ADD CONSTRAINT "order_leases_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_leases" ADD CONSTRAINT "order_leases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_leases_user" ON "order_leases" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "orders_recipient" ON "orders" USING btree (lower("tiktok_username"),"created_at") WHERE "orders"."settled_at" is not null and "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_completed" ON "orders" USING btree ("completed_at","settled_at","total_cents") WHERE "orders"."completed_at" is not null and "orders"."deleted_at" is null;