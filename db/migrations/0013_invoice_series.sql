CREATE TABLE "invoice_series" (
	"name" text PRIMARY KEY NOT NULL,
	"begun_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "series" text DEFAULT '' NOT NULL;--> statement-breakpoint

-- The newest series; none before the first restore.
CREATE FUNCTION invoice_series_now() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT name FROM invoice_series ORDER BY begun_at DESC, name LIMIT 1), '')
$$;--> statement-breakpoint

-- As before, with the series.
CREATE OR REPLACE FUNCTION number_invoices() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE invoices IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO invoices (number, checkout_id, order_id, issued_at, total_cents, seller, series)
  SELECT (SELECT coalesce(max(number), 0) FROM invoices) + row_number() OVER (ORDER BY o.settled_at, o.id),
    o.checkout_id, o.id, o.settled_at, o.total_cents, seller_now(), invoice_series_now()
  FROM orders o
  WHERE o.settled_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM invoices i WHERE i.checkout_id = o.checkout_id);
END $$;--> statement-breakpoint

-- As before, with the series.
CREATE OR REPLACE FUNCTION number_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Who comes second waits here, and then sees the number of the first: this statement's snapshot is taken after.
  LOCK TABLE invoices IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO invoices (number, checkout_id, order_id, issued_at, total_cents, seller, series)
  VALUES ((SELECT coalesce(max(number), 0) + 1 FROM invoices),
    new.checkout_id, new.id, new.settled_at, new.total_cents, seller_now(), invoice_series_now())
  ON CONFLICT (checkout_id) DO NOTHING;
  RETURN NULL;
END $$;
