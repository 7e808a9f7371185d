ALTER TABLE "notification_targets" ADD COLUMN "user_id" text;--> statement-breakpoint
ALTER TABLE "notification_targets" ADD COLUMN "order_id" text;--> statement-breakpoint
ALTER TABLE "notification_targets" ADD CONSTRAINT "notification_targets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_targets" ADD CONSTRAINT "notification_targets_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_targets_order" ON "notification_targets" USING btree ("order_id");
--> statement-breakpoint
-- As before, and with the buyer's devices, which are told when their order has its coins: once that can no longer be
-- undone, unless it was.
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
    WHERE what = ANY (t.events) AND (t.order_id IS NULL OR t.order_id = o.id)
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
