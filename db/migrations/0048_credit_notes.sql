CREATE TABLE "credit_notes" (
	"number" integer PRIMARY KEY NOT NULL,
	"series" text DEFAULT '' NOT NULL,
	"checkout_id" uuid NOT NULL,
	"order_id" text NOT NULL,
	"invoice" text NOT NULL,
	"reason" text NOT NULL,
	"gross_cents" integer NOT NULL,
	"vat_cents" integer NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"seller" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "credit_notes_checkout" ON "credit_notes" USING btree ("checkout_id");--> statement-breakpoint

CREATE TRIGGER credit_notes_append_only BEFORE UPDATE OR DELETE ON credit_notes FOR EACH ROW
  EXECUTE FUNCTION reject_change();--> statement-breakpoint

CREATE OR REPLACE FUNCTION queue_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event text := CASE new.type
    WHEN 'placed' THEN 'order.placed'
    WHEN 'payment' THEN 'order.payment_changed'
    WHEN 'decision' THEN 'order.payment_decided'
    WHEN 'refund' THEN 'order.refund_changed'
    WHEN 'credit-note' THEN 'order.credit_note_issued'
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
