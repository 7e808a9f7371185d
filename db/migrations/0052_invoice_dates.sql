-- Instances settle by their own clocks, which may differ: an invoice is not dated before the one with the number before
-- it. Further apart than an hour, one clock was wrong, and must not date all that follow.
CREATE FUNCTION not_before(at timestamptz, previous timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN previous > at AND previous < at + interval '1 hour' THEN previous ELSE at END
$$;--> statement-breakpoint

CREATE OR REPLACE FUNCTION number_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  previous invoices;
BEGIN
  -- A second transaction waits here and then sees the first one's number: its snapshot is taken after the lock.
  LOCK TABLE invoices IN SHARE ROW EXCLUSIVE MODE;
  SELECT * INTO previous FROM invoices ORDER BY number DESC LIMIT 1;
  INSERT INTO invoices (number, checkout_id, order_id, issued_at, total_cents, seller, series)
  VALUES (coalesce(previous.number, 0) + 1, new.checkout_id, new.id,
    not_before(new.settled_at, previous.issued_at), new.total_cents, current_seller(), current_invoice_series())
  ON CONFLICT (checkout_id) DO NOTHING;
  RETURN NULL;
END $$;
