CREATE TABLE "order_messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"side" text NOT NULL,
	"written_by" text,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"mail_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "awaited_from" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "awaited_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_messages" ADD CONSTRAINT "order_messages_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_messages_order" ON "order_messages" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "orders_awaited" ON "orders" USING btree ("awaited_from","awaited_since") WHERE "orders"."awaited_from" is not null and "orders"."deleted_at" is null;
--> statement-breakpoint
-- As before, and for messages of the buyer; their text stays in the shop.
CREATE OR REPLACE FUNCTION queue_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event text := CASE new.type
    WHEN 'placed' THEN 'order.placed'
    WHEN 'payment' THEN 'order.payment_changed'
    WHEN 'decision' THEN 'order.payment_decided'
    WHEN 'status' THEN 'order.status_changed'
    WHEN 'recipient' THEN 'order.recipient_changed'
    WHEN 'email' THEN 'order.email_changed'
    WHEN 'deleted' THEN 'order.deleted'
    WHEN 'message' THEN CASE new.data ->> 'by' WHEN 'customer' THEN 'order.message_received' END
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
END $$;
