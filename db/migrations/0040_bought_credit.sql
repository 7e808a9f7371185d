DROP INDEX "orders_search";--> statement-breakpoint
DROP INDEX "orders_completed";--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "tiktok_username" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "kind" text DEFAULT 'coins' NOT NULL;--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "value_cents" integer;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "gift_email" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "gift_message" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "gift_batches" ADD COLUMN "order_id" text;--> statement-breakpoint
ALTER TABLE "gift_batches" ADD COLUMN "replaced" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "package_kind" text DEFAULT 'coins' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "gift_email" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "gift_message" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "gift_batches_order" ON "gift_batches" USING btree ("order_id") WHERE "gift_batches"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin (lower("id" || chr(10) || coalesce("tiktok_username", "gift_email", '') || chr(10) || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_completed" ON "orders" USING btree ("completed_at","settled_at","total_cents") WHERE "orders"."completed_at" is not null and "orders"."deleted_at" is null and "orders"."package_kind" = 'coins';--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_value" CHECK (("packages"."value_cents" is null) = ("packages"."kind" = 'coins') and ("packages"."coins" > 0) = ("packages"."kind" = 'coins'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_recipient_kind" CHECK (("orders"."tiktok_username" is null) = ("orders"."package_kind" <> 'coins'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_gift_kind" CHECK (("orders"."gift_email" is null) = ("orders"."package_kind" <> 'gift_code'));--> statement-breakpoint

-- Credit and gift codes wait for nobody.
CREATE OR REPLACE FUNCTION queue_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  what text := CASE
    WHEN new.type = 'status' AND new.data ->> 'to' = 'processing' AND new.data ->> 'from' <> 'completed'
      THEN 'order.waiting'
    WHEN new.type = 'status' AND new.data ->> 'to' = 'completed' THEN 'order.arrived'
    WHEN new.type = 'payment' AND new.data ->> 'to' IN ('review', 'reversed') THEN 'payment.review'
  END;
  event_key text := 'event:' || new.id;
BEGIN
  IF what IS NOT NULL THEN
    INSERT INTO notifications (target_id, key, type, order_id, detail, created_at, next_attempt_at)
    SELECT t.id, event_key, what, o.id,
      CASE what
        WHEN 'payment.review' THEN jsonb_build_object('reversed', new.data ->> 'to' = 'reversed')
        ELSE jsonb_build_object('coins', o.package -> 'coins')
      END,
      new.at,
      CASE what WHEN 'order.arrived' THEN coalesce((new.data ->> 'undoUntil')::timestamptz, new.at) ELSE new.at END
    FROM notification_targets t JOIN orders o ON o.id = new.order_id
    WHERE what = ANY (t.events) AND (what = 'payment.review' OR o.package_kind = 'coins') AND (t.order_id IS NULL OR t.order_id = o.id)
    ORDER BY t.id
    FOR KEY SHARE OF t;
  END IF;
  IF new.type IN ('status', 'deleted') THEN
    DELETE FROM notifications n
    WHERE n.order_id = new.order_id AND n.attempts = 0 AND n.sent_at IS NULL AND n.failed_at IS NULL
      AND n.key <> event_key AND (new.type = 'deleted' OR n.type IN ('order.waiting', 'order.arrived'));
  END IF;
  RETURN NULL;
END $$;
