ALTER TABLE "order_deliveries" ADD COLUMN "unsent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "refused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "mails_refused" ON "mails" USING btree (("message" ->> 'orderId')) WHERE "mails"."refused";--> statement-breakpoint

-- As before, and for corrections by the buyer.
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
