-- Payments without an order, which no event of an order reports.
CREATE FUNCTION queue_review_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (target_id, key, type, created_at, next_attempt_at)
  SELECT t.id, 'review:' || new.id, 'payment.review', new.since, new.since
  FROM notification_targets t
  WHERE 'payment.review' = ANY (t.events) AND t.order_id IS NULL
    AND NOT EXISTS (SELECT FROM receipts r WHERE r.id = new.receipt_id AND r.checkout_id IS NOT NULL)
  ORDER BY t.id
  FOR KEY SHARE OF t;
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TRIGGER payment_reviews_queue_notifications AFTER INSERT ON payment_reviews
FOR EACH ROW WHEN (new.checkout_id IS NULL) EXECUTE FUNCTION queue_review_notifications();
