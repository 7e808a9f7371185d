CREATE TABLE "former_referrals" (
	"email_digest" text PRIMARY KEY NOT NULL,
	"referrer_id" text,
	"registered_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sale_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"order_id" text NOT NULL,
	"kind" text NOT NULL,
	"sales" integer NOT NULL,
	"cents" integer NOT NULL,
	"credit_cents" integer NOT NULL,
	"vat_cents" integer NOT NULL,
	"country" text,
	"vat_basis_points" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"note_due" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "sent_back_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "credited_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_sale" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "kept_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "former_referrals" ADD CONSTRAINT "former_referrals_referrer_id_users_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sale_entries_checkout" ON "sale_entries" USING btree ("checkout_id","id");--> statement-breakpoint
CREATE INDEX "sale_entries_vat" ON "sale_entries" USING btree ("at") WHERE "sale_entries"."vat_basis_points" > 0;--> statement-breakpoint
CREATE INDEX "sale_entries_note_due" ON "sale_entries" USING btree ("at") WHERE "sale_entries"."note_due";--> statement-breakpoint

-- Whether the sale of an order stands: it was paid, or completed by hand, and neither rejected, deleted nor reversed. A
-- refund leaves it standing, and takes its amount away.
CREATE FUNCTION sale_stands(o orders) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT o.deleted_at IS NULL AND o.status <> 'rejected' AND o.payment_status <> 'reversed' AND (
    o.payment_status IN ('paid', 'overpaid')
    OR o.settled_at IS NOT NULL AND (
      o.payment_status IN ('refunded', 'detected')
      OR o.payment_status = 'review' AND o.sent_back_cents + o.credited_cents > 0)
    OR o.status = 'completed' AND o.payment_status <> 'refunded')
$$;--> statement-breakpoint

-- What the shop has kept of an order's total, in cents.
CREATE FUNCTION kept_of(o orders) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN sale_stands(o) THEN greatest(0, o.total_cents - o.sent_back_cents - o.credited_cents) ELSE 0 END
$$;--> statement-breakpoint

-- An order counts as a sale unless all that was paid for it went back.
CREATE FUNCTION counts_as_sale(o orders) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT sale_stands(o) AND (kept_of(o) > 0 OR o.credit_cents > 0 OR o.total_cents = 0)
$$;--> statement-breakpoint

-- The VAT in a part of what an order cost, rounded half up as `vatIn` does.
CREATE FUNCTION vat_of(o orders, gross_cents integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN gross_cents = o.total_cents + o.credit_cents THEN o.vat_cents
    ELSE ((2 * gross_cents::bigint * o.vat_basis_points + 10000 + o.vat_basis_points)
      / (2 * (10000 + o.vat_basis_points)))::integer END
$$;--> statement-breakpoint

CREATE FUNCTION keep_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.kept_cents := kept_of(new);
  new.is_sale := counts_as_sale(new);
  RETURN new;
END $$;--> statement-breakpoint

-- Adds a change of what an order has kept. All but the sale itself get a credit note, once there is an invoice.
CREATE FUNCTION add_sale_entry(
  o orders, what text, more_sales integer, more_cents integer, more_credit integer, more_vat integer, moment timestamptz, with_note boolean
) RETURNS void LANGUAGE sql AS $$
  INSERT INTO sale_entries
    (checkout_id, order_id, kind, sales, cents, credit_cents, vat_cents, country, vat_basis_points, at, note_due)
  SELECT o.checkout_id, o.id, what, more_sales, more_cents, more_credit, more_vat, o.country, o.vat_basis_points, moment,
    with_note AND what <> 'sale' AND o.settled_at IS NOT NULL
  WHERE (more_sales, more_cents, more_credit) <> (0, 0, 0)
$$;--> statement-breakpoint

-- Enters every change of what an order has kept: a new order at the time of its payment, a later change at its own.
CREATE FUNCTION enter_sale() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  stood boolean := TG_OP <> 'INSERT' AND sale_stands(old);
  stands boolean := TG_OP <> 'DELETE' AND sale_stands(new);
  left_cents integer;
  left_sales integer;
  step record;
BEGIN
  IF stood AND stands THEN
    left_cents := old.kept_cents;
    left_sales := old.is_sale::integer;
    FOR step IN SELECT * FROM (VALUES
      ('sent_back', old.sent_back_cents - new.sent_back_cents),
      ('credited', old.credited_cents - new.credited_cents),
      ('sale', 0)) AS s (kind, delta)
    LOOP
      DECLARE
        next_cents integer := CASE step.kind WHEN 'sale' THEN new.kept_cents ELSE greatest(0, left_cents + step.delta) END;
        next_sales integer := (next_cents > 0 OR new.credit_cents > 0 OR new.total_cents = 0)::integer;
      BEGIN
        PERFORM add_sale_entry(new, step.kind, next_sales - left_sales, next_cents - left_cents, 0,
          vat_of(new, next_cents + new.credit_cents) - vat_of(old, left_cents + old.credit_cents), new.updated_at, true);
        left_cents := next_cents;
        left_sales := next_sales;
      END;
    END LOOP;
  ELSIF stands THEN
    PERFORM add_sale_entry(new,
      CASE WHEN EXISTS (SELECT FROM sale_entries s WHERE s.checkout_id = new.checkout_id) THEN 'restored' ELSE 'sale' END,
      new.is_sale::integer, new.kept_cents, new.credit_cents, vat_of(new, new.kept_cents + new.credit_cents),
      CASE TG_OP WHEN 'INSERT' THEN coalesce(new.settled_at, new.completed_at, new.created_at) ELSE new.updated_at END, true);
  ELSIF stood THEN
    PERFORM add_sale_entry(old,
      CASE WHEN TG_OP = 'DELETE' OR new.deleted_at IS NOT NULL THEN 'deleted' WHEN new.status = 'rejected' THEN 'rejected'
        WHEN new.payment_status = 'reversed' THEN 'reversed' ELSE 'unpaid' END,
      -old.is_sale::integer, -old.kept_cents, -old.credit_cents, -vat_of(old, old.kept_cents + old.credit_cents),
      CASE TG_OP WHEN 'DELETE' THEN old.updated_at ELSE new.updated_at END, true);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint

-- Enters the sales of orders without entries, for code that filled the tables without triggers: each sale at the time of
-- its order, each kind of refund at its last one, the end of an order when it ended.
CREATE FUNCTION enter_sales() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  o orders;
  sent_at timestamptz;
  credited_at timestamptz;
  ended_at timestamptz;
BEGIN
  UPDATE orders x SET kept_cents = kept_of(x), is_sale = counts_as_sale(x)
  WHERE (x.kept_cents, x.is_sale) IS DISTINCT FROM (kept_of(x), counts_as_sale(x));

  FOR o IN
    SELECT * FROM orders x
    WHERE (sale_stands(x) OR x.settled_at IS NOT NULL)
      AND NOT EXISTS (SELECT FROM sale_entries s WHERE s.checkout_id = x.checkout_id)
    ORDER BY x.created_at, x.id
  LOOP
    PERFORM add_sale_entry(o, 'sale', 1, o.total_cents, o.credit_cents, o.vat_cents, o.created_at, false);
    IF NOT sale_stands(o) THEN
      SELECT max(e.at) INTO ended_at FROM order_events e WHERE e.order_id = o.id
        AND (e.type = 'status' AND e.data ->> 'to' = 'rejected' OR e.type = 'payment' AND e.data ->> 'to' <> 'paid');
      PERFORM add_sale_entry(o,
        CASE WHEN o.deleted_at IS NOT NULL THEN 'deleted' WHEN o.status = 'rejected' THEN 'rejected'
          WHEN o.payment_status = 'reversed' THEN 'reversed' ELSE 'unpaid' END,
        -1, -o.total_cents, -o.credit_cents, -o.vat_cents, coalesce(o.deleted_at, ended_at, o.updated_at), false);
      CONTINUE;
    END IF;
    CONTINUE WHEN o.sent_back_cents + o.credited_cents = 0;
    SELECT max(r.refunded_at) INTO sent_at FROM receipts r WHERE r.checkout_id = o.checkout_id;
    SELECT greatest(sent_at, max(d.at) FILTER (WHERE d.refund ->> 'txid' IS NOT NULL)),
      max(d.at) FILTER (WHERE d.refund ->> 'creditCents' IS NOT NULL)
    INTO sent_at, credited_at FROM payment_decisions d WHERE d.checkout_id = o.checkout_id AND d.kind = 'refund';
    PERFORM add_sale_entry(o, 'sent_back', (o.is_sale OR o.credited_cents > 0)::integer - 1, -o.sent_back_cents, 0,
      vat_of(o, o.total_cents - o.sent_back_cents + o.credit_cents) - o.vat_cents,
      coalesce(sent_at, o.updated_at), false);
    PERFORM add_sale_entry(o, 'credited', o.is_sale::integer - (o.is_sale OR o.credited_cents > 0)::integer,
      -o.credited_cents, 0,
      vat_of(o, o.kept_cents + o.credit_cents) - vat_of(o, o.kept_cents + o.credited_cents + o.credit_cents),
      coalesce(credited_at, o.updated_at), false);
  END LOOP;
END $$;--> statement-breakpoint

-- What went back of the orders that there are, as `returnedOf` computes it: receipts in dollars, satoshis at the rate of the
-- newest quote, money beyond the total first.
WITH received AS (
  SELECT r.checkout_id, sum(r.cents) AS arrived, sum(r.credited_cents) AS credited,
    sum(CASE WHEN r.dispute = 'lost' THEN greatest(r.refunded_cents, r.cents - r.credited_cents) ELSE r.refunded_cents END) AS sent
  FROM receipts r WHERE r.currency = 'USD' AND r.checkout_id IS NOT NULL GROUP BY 1
), refunded AS (
  SELECT d.checkout_id, sum((d.refund ->> 'sats')::numeric) AS sats,
    coalesce(sum((d.refund ->> 'creditCents')::numeric), 0) AS credited
  FROM payment_decisions d
  WHERE d.receipt_id IS NULL AND d.kind = 'refund' AND d.checkout_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM payment_decisions u WHERE u.undoes = d.id)
  GROUP BY 1
), chain AS (
  SELECT o.checkout_id, o.total_cents * s.sats / q.sats AS arrived,
    o.total_cents * greatest(0, s.sats - coalesce(f.sats, 0)) / q.sats AS still_there, coalesce(f.credited, 0) AS credited
  FROM orders o
  CROSS JOIN LATERAL (
    SELECT q.sats::numeric AS sats FROM quotes q WHERE q.checkout_id = o.checkout_id
    ORDER BY q.withdrawn_at IS NULL DESC, q.locked_at DESC, q.expires_at DESC LIMIT 1) q
  CROSS JOIN LATERAL (
    SELECT coalesce((SELECT sum(c.sats) FROM chain_outputs c
        WHERE c.checkout_id = o.checkout_id AND c.state IN ('mempool', 'confirmed')), 0)
      + coalesce((SELECT sum(greatest(l.sats, l.paid_msat / 1000)) FROM lightning_invoices l
        WHERE l.checkout_id = o.checkout_id AND l.settled_at IS NOT NULL), 0) AS sats) s
  LEFT JOIN refunded f ON f.checkout_id = o.checkout_id
  WHERE q.sats > 0 AND (f.checkout_id IS NOT NULL OR EXISTS (SELECT FROM receipts r WHERE r.checkout_id = o.checkout_id))
), flow AS (
  SELECT o.id, o.total_cents AS total,
    coalesce(r.arrived, 0) + round(coalesce(c.arrived, 0)) AS arrived,
    coalesce(r.sent, 0) + round(coalesce(c.arrived, 0)) - round(coalesce(c.still_there, 0))
      - least(coalesce(c.credited, 0), round(coalesce(c.arrived, 0)) - round(coalesce(c.still_there, 0))) AS sent,
    coalesce(r.credited, 0)
      + least(coalesce(c.credited, 0), round(coalesce(c.arrived, 0)) - round(coalesce(c.still_there, 0))) AS credited
  FROM orders o LEFT JOIN received r USING (checkout_id) LEFT JOIN chain c USING (checkout_id)
  WHERE r.checkout_id IS NOT NULL OR c.checkout_id IS NOT NULL
), lost AS (
  SELECT id, total, base,
    round(total * least(base, greatest(0, sent + credited - arrived + base)) / base) AS cents,
    round(total * least(base, greatest(0, sent - arrived + base)) / base) AS sent
  FROM (SELECT *, least(arrived, total) AS base FROM flow) f WHERE base > 0
)
UPDATE orders o SET sent_back_cents = least(l.cents, l.sent), credited_cents = l.cents - least(l.cents, l.sent)
FROM lost l WHERE l.id = o.id AND l.cents > 0;--> statement-breakpoint

SELECT enter_sales();--> statement-breakpoint

CREATE OR REPLACE FUNCTION count_customer(o orders, sign integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF sign > 0 THEN
    INSERT INTO customers AS c (email, orders, spent_cents, last_order_at, since)
    VALUES (lower(o.email), 1, o.kept_cents, o.created_at, o.created_at)
    ON CONFLICT (email) DO UPDATE SET
      orders = c.orders + 1,
      spent_cents = c.spent_cents + excluded.spent_cents,
      last_order_at = greatest(c.last_order_at, excluded.last_order_at),
      since = least(c.since, excluded.since);
  ELSE
    UPDATE customers c SET
      orders = c.orders - 1,
      spent_cents = c.spent_cents - o.kept_cents,
      last_order_at = (SELECT max(placed_at) FROM order_chain l WHERE l.email = c.email),
      since = coalesce(known_since(c.email, c.user_id), c.since)
    WHERE c.email = lower(o.email);
    DELETE FROM customers WHERE email = lower(o.email) AND orders = 0 AND user_id IS NULL;
  END IF;
END $$;--> statement-breakpoint

CREATE OR REPLACE FUNCTION metrics_of(o orders)
RETURNS TABLE (snapshot integer, kind text, day date, key text, count bigint, cents bigint) LANGUAGE sql STABLE AS $$
  SELECT e.snapshot, f.kind, (o.created_at AT TIME ZONE e.zone)::date, f.key, 1::bigint, o.kept_cents::bigint
  FROM snapshots_of(o.created_at, o.id) e CROSS JOIN (VALUES
    ('status', o.status, true),
    ('package', o.package ->> 'id', true),
    ('method', counted_method(o), true),
    ('sales', counted_method(o), o.is_sale)
  ) AS f (kind, key, counts)
  WHERE f.counts AND o.deleted_at IS NULL
$$;--> statement-breakpoint

CREATE OR REPLACE FUNCTION metrics_between(of_zone text, after_at timestamptz, after_id text, last_at timestamptz, last_id text)
RETURNS TABLE (kind text, day date, key text, count bigint, cents numeric) LANGUAGE sql STABLE AS $$
  WITH placed AS MATERIALIZED (
    SELECT (o.created_at AT TIME ZONE of_zone)::date AS day, o.status, o.package ->> 'id' AS package,
      counted_method(o) AS method, o.is_sale, o.kept_cents, o.email, o.created_at, o.id
    FROM orders o
    WHERE (o.created_at, o.id) > (coalesce(after_at, '-infinity'), coalesce(after_id, ''))
      AND (o.created_at, o.id) <= (last_at, last_id) AND o.deleted_at IS NULL
  ), linked AS (
    SELECT p.day, (b.days)[1] AS before1, (b.days)[2] AS before2
    FROM placed p CROSS JOIN LATERAL (SELECT ARRAY(
      SELECT (c.placed_at AT TIME ZONE of_zone)::date FROM order_chain c
      WHERE c.email = lower(p.email) AND (c.placed_at, c.order_id) < (p.created_at, p.id)
      ORDER BY c.placed_at DESC, c.order_id DESC LIMIT 2) AS days) b
  )
  SELECT 'status', day, status, count(*), sum(kept_cents) FROM placed GROUP BY 2, 3
  UNION ALL
  SELECT 'package', day, package, count(*), sum(kept_cents) FROM placed GROUP BY 2, 3
  UNION ALL
  SELECT 'method', day, method, count(*), sum(kept_cents) FROM placed GROUP BY 2, 3
  UNION ALL
  SELECT 'sales', day, method, count(*), sum(kept_cents) FROM placed WHERE is_sale GROUP BY 2, 3
  UNION ALL
  SELECT g.kind, l.day, g.key, count(*), 0
  FROM linked l
  CROSS JOIN LATERAL (VALUES
    ('month1', coalesce(to_char(l.before1, 'YYYY-MM'), '')),
    ('month2', coalesce(to_char(l.before2, 'YYYY-MM'), '')),
    ('gap1', l.before1::text),
    ('gap2', l.before2::text)
  ) AS g (kind, key)
  WHERE g.key IS NOT NULL
  GROUP BY 1, 2, 3
$$;--> statement-breakpoint

CREATE OR REPLACE FUNCTION count_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_metric_snapshots();
  IF TG_OP = 'INSERT' THEN
    INSERT INTO metric_changes (snapshot, kind, day, key, count, cents)
    SELECT f.snapshot, f.kind, f.day, f.key, f.count, f.cents FROM metrics_of(new) f;
    IF new.deleted_at IS NULL THEN
      PERFORM link_order(new, 1);
      PERFORM count_customer(new, 1);
    END IF;
    RETURN NULL;
  END IF;

  IF TG_OP = 'DELETE' THEN
    INSERT INTO metric_changes (snapshot, kind, day, key, count, cents)
    SELECT f.snapshot, f.kind, f.day, f.key, -f.count, -f.cents FROM metrics_of(old) f;
    IF old.deleted_at IS NULL THEN
      PERFORM link_order(old, -1);
      PERFORM count_customer(old, -1);
    END IF;
    RETURN NULL;
  END IF;

  INSERT INTO metric_changes (snapshot, kind, day, key, count, cents)
  SELECT c.snapshot, c.kind, c.day, c.key, sum(c.count), sum(c.cents)
  FROM (
    SELECT * FROM metrics_of(new)
    UNION ALL
    SELECT f.snapshot, f.kind, f.day, f.key, -f.count, -f.cents FROM metrics_of(old) f
  ) c
  GROUP BY 1, 2, 3, 4
  HAVING sum(c.count) <> 0 OR sum(c.cents) <> 0;

  IF (old.deleted_at IS NULL, lower(old.email), old.created_at)
    IS DISTINCT FROM (new.deleted_at IS NULL, lower(new.email), new.created_at) THEN
    IF old.deleted_at IS NULL THEN
      PERFORM link_order(old, -1);
      PERFORM count_customer(old, -1);
    END IF;
    IF new.deleted_at IS NULL THEN
      PERFORM link_order(new, 1);
      PERFORM count_customer(new, 1);
    END IF;
  ELSIF new.deleted_at IS NULL THEN
    UPDATE customers SET spent_cents = spent_cents - old.kept_cents + new.kept_cents
    WHERE email = lower(new.email) AND old.kept_cents <> new.kept_cents;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE OR REPLACE FUNCTION rebuild_metrics() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  this_snapshot integer := (SELECT snapshot FROM metric_snapshots WHERE state = 'current');
  this_zone text := coalesce((SELECT value #>> '{}' FROM settings WHERE name = 'timeZone'), 'UTC');
BEGIN
  PERFORM lock_metrics();
  LOCK TABLE orders, users IN SHARE ROW EXCLUSIVE MODE;
  PERFORM enter_sales();
  UPDATE metric_snapshots SET state = 'retired' WHERE state IN ('wanted', 'counting');
  UPDATE metric_snapshots SET zone = this_zone WHERE snapshot = this_snapshot AND zone <> this_zone;
  DELETE FROM daily_metrics WHERE snapshot = this_snapshot AND kind NOT IN ('visit', 'checkout');
  DELETE FROM metric_changes WHERE snapshot = this_snapshot AND kind NOT IN ('visit', 'checkout');

  DELETE FROM order_chain;
  INSERT INTO order_chain (email, placed_at, order_id)
  SELECT lower(email), created_at, id FROM orders WHERE deleted_at IS NULL;

  INSERT INTO daily_metrics (snapshot, kind, day, key, count, cents)
  SELECT this_snapshot, n.kind, n.day, n.key, n.count, n.cents
  FROM metrics_between(this_zone, NULL, NULL, 'infinity', '') n;

  DELETE FROM customers;
  INSERT INTO customers (email, user_id, name, orders, spent_cents, last_order_at, since)
  SELECT email, max(user_id), max(name), sum(orders), sum(spent), max(last_order_at), min(since)
  FROM (
    SELECT lower(email) AS email, NULL AS user_id, NULL AS name, count(*) AS orders,
      sum(kept_cents) AS spent,
      max(created_at) AS last_order_at, min(created_at) AS since
    FROM orders WHERE deleted_at IS NULL GROUP BY 1
    UNION ALL
    SELECT lower(email), id, name, 0, 0, NULL, created_at FROM users
  ) known
  GROUP BY 1;
END $$;--> statement-breakpoint

CREATE OR REPLACE FUNCTION queue_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event text := CASE new.type
    WHEN 'placed' THEN 'order.placed'
    WHEN 'payment' THEN 'order.payment_changed'
    WHEN 'decision' THEN 'order.payment_decided'
    WHEN 'refund' THEN 'order.refund_changed'
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
END $$;--> statement-breakpoint

DROP FUNCTION is_sale(text, text);--> statement-breakpoint

CREATE TRIGGER orders_keep
  BEFORE INSERT OR UPDATE OF status, payment_status, settled_at, deleted_at, total_cents, credit_cents, sent_back_cents, credited_cents
  ON orders FOR EACH ROW EXECUTE FUNCTION keep_order();--> statement-breakpoint

CREATE TRIGGER orders_enter_sale
  AFTER INSERT OR DELETE OR UPDATE OF status, payment_status, settled_at, deleted_at, total_cents, credit_cents, sent_back_cents, credited_cents
  ON orders FOR EACH ROW EXECUTE FUNCTION enter_sale();--> statement-breakpoint

DROP TRIGGER orders_recount ON orders;--> statement-breakpoint

CREATE TRIGGER orders_recount
  AFTER UPDATE OF status, payment_status, settled_at, total_cents, sent_back_cents, credited_cents, deleted_at, email, created_at, package, payment_method, by_lightning
  ON orders FOR EACH ROW EXECUTE FUNCTION count_order();--> statement-breakpoint

CREATE OR REPLACE FUNCTION rebuild_after_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'orders' THEN
    DELETE FROM sale_entries;
  END IF;
  PERFORM rebuild_metrics();
  RETURN NULL;
END $$;--> statement-breakpoint

SELECT rebuild_metrics();
