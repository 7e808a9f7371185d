CREATE TABLE "invoices" (
	"number" integer PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"order_id" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"total_cents" integer NOT NULL,
	"seller" jsonb NOT NULL,
	CONSTRAINT "invoices_checkout_id_unique" UNIQUE("checkout_id")
);
--> statement-breakpoint

-- What is saved about the seller now.
CREATE FUNCTION seller_now() RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(name, value), '{}') FROM settings
  WHERE name IN ('sellerName', 'sellerAddress', 'sellerTaxId', 'invoiceNote')
$$;--> statement-breakpoint

-- Numbers every order whose payment has settled and that has no number yet, in the order in which they settled.
CREATE FUNCTION number_invoices() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE invoices IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO invoices (number, checkout_id, order_id, issued_at, total_cents, seller)
  SELECT (SELECT coalesce(max(number), 0) FROM invoices) + row_number() OVER (ORDER BY o.settled_at, o.id),
    o.checkout_id, o.id, o.settled_at, o.total_cents, seller_now()
  FROM orders o
  WHERE o.settled_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM invoices i WHERE i.checkout_id = o.checkout_id);
END $$;--> statement-breakpoint

-- The order whose payment has settled takes the next number.
CREATE FUNCTION number_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Who comes second waits here, and then sees the number of the first: this statement's snapshot is taken after.
  LOCK TABLE invoices IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO invoices (number, checkout_id, order_id, issued_at, total_cents, seller)
  VALUES ((SELECT coalesce(max(number), 0) + 1 FROM invoices),
    new.checkout_id, new.id, new.settled_at, new.total_cents, seller_now())
  ON CONFLICT (checkout_id) DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint

-- Deferred to the commit: by then every other lock is held, so waiting for a number is never waiting in a circle, and
-- the others wait for one commit at the most. A transaction that is undone takes its number with it.
CREATE CONSTRAINT TRIGGER orders_number_invoice AFTER INSERT OR UPDATE OF settled_at ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.settled_at IS NOT NULL)
  EXECUTE FUNCTION number_invoice();--> statement-breakpoint

-- A number is never changed and never taken away.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;--> statement-breakpoint
CREATE TRIGGER invoices_append_only BEFORE UPDATE OR DELETE ON invoices FOR EACH ROW
  EXECUTE FUNCTION refuse_change();--> statement-breakpoint

SELECT number_invoices();
