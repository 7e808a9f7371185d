CREATE TABLE "notification_targets" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"config" jsonb NOT NULL,
	"events" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"last_sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigserial NOT NULL,
	"target_id" bigint NOT NULL,
	"key" text NOT NULL,
	"type" text NOT NULL,
	"order_id" text,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"give_up_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_target_id_notification_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."notification_targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("target_id","key");--> statement-breakpoint
CREATE INDEX "notifications_due" ON "notifications" USING btree ("next_attempt_at") WHERE "notifications"."sent_at" is null and "notifications"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_created" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notifications_order" ON "notifications" USING btree ("order_id");
--> statement-breakpoint
-- What happens to an order and has to reach a person. What is no longer so, as the order has moved on, is withdrawn
-- unless it is being sent. The targets are locked before their notifications, in the same order as by their deletion.
CREATE FUNCTION queue_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  what text := CASE
    WHEN new.type = 'status' AND new.data ->> 'to' = 'processing' AND new.data ->> 'from' <> 'completed'
      THEN 'order.waiting'
    WHEN new.type = 'payment' AND new.data ->> 'to' IN ('review', 'reversed') THEN 'payment.review'
  END;
  event_key text := 'event:' || new.id;
BEGIN
  IF what IS NOT NULL THEN
    INSERT INTO notifications (target_id, key, type, order_id, detail, created_at, next_attempt_at)
    SELECT t.id, event_key, what, o.id,
      CASE what
        WHEN 'order.waiting' THEN jsonb_build_object('coins', o.package -> 'coins')
        ELSE jsonb_build_object('reversed', new.data ->> 'to' = 'reversed')
      END,
      new.at, new.at
    FROM notification_targets t JOIN orders o ON o.id = new.order_id
    WHERE what = ANY (t.events)
    ORDER BY t.id
    FOR KEY SHARE OF t;
  END IF;
  IF new.type IN ('status', 'deleted') THEN
    DELETE FROM notifications n
    WHERE n.order_id = new.order_id AND n.attempts = 0 AND n.sent_at IS NULL AND n.failed_at IS NULL
      AND n.key <> event_key AND (new.type = 'deleted' OR n.type = 'order.waiting');
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER order_events_queue_notifications AFTER INSERT ON order_events
  FOR EACH ROW EXECUTE FUNCTION queue_notifications();
