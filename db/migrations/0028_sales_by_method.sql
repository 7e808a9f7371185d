ALTER TABLE "receipts" ADD COLUMN "refunded_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "chain_outputs_received" ON "chain_outputs" USING btree ("first_seen_at","sats") WHERE "chain_outputs"."state" = 'confirmed' and "chain_outputs"."checkout_id" is not null;--> statement-breakpoint
CREATE INDEX "lightning_invoices_received" ON "lightning_invoices" USING btree ("settled_at","sats","paid_msat") WHERE "lightning_invoices"."settled_at" is not null;--> statement-breakpoint
CREATE INDEX "receipts_refunded" ON "receipts" USING btree ("refunded_at") WHERE "receipts"."refunded_cents" > 0;--> statement-breakpoint

-- Before, the time of a refund was not stored with its receipt.
UPDATE receipts r SET refunded_at = coalesce(
  (SELECT max(d.at) FROM payment_decisions d WHERE d.receipt_id = r.id AND d.kind = 'refund'), r.received_at)
WHERE r.refunded_cents > 0;--> statement-breakpoint

-- The key of `sales` is the payment method.
CREATE OR REPLACE FUNCTION metrics_of(o orders)
RETURNS TABLE (snapshot integer, kind text, day date, key text, count bigint, cents bigint) LANGUAGE sql STABLE AS $$
  SELECT e.snapshot, f.kind, (o.created_at AT TIME ZONE e.zone)::date, f.key, 1::bigint, o.total_cents::bigint
  FROM snapshots_of(o.created_at, o.id) e CROSS JOIN (VALUES
    ('status', o.status, true),
    ('package', o.package ->> 'id', true),
    ('method', counted_method(o), true),
    ('sales', counted_method(o), is_sale(o.status, o.payment_status))
  ) AS f (kind, key, counts)
  WHERE f.counts AND o.deleted_at IS NULL
$$;--> statement-breakpoint

CREATE OR REPLACE FUNCTION metrics_between(of_zone text, after_at timestamptz, after_id text, last_at timestamptz, last_id text)
RETURNS TABLE (kind text, day date, key text, count bigint, cents numeric) LANGUAGE sql STABLE AS $$
  WITH placed AS MATERIALIZED (
    SELECT (o.created_at AT TIME ZONE of_zone)::date AS day, o.status, o.package ->> 'id' AS package,
      counted_method(o) AS method, is_sale(o.status, o.payment_status) AS sale, o.total_cents, o.email, o.created_at, o.id
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
  SELECT 'status', day, status, count(*), sum(total_cents) FROM placed GROUP BY 2, 3
  UNION ALL
  SELECT 'package', day, package, count(*), sum(total_cents) FROM placed GROUP BY 2, 3
  UNION ALL
  SELECT 'method', day, method, count(*), sum(total_cents) FROM placed GROUP BY 2, 3
  UNION ALL
  SELECT 'sales', day, method, count(*), sum(total_cents) FROM placed WHERE sale GROUP BY 2, 3
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

DELETE FROM daily_metrics WHERE kind = 'sales';--> statement-breakpoint

DELETE FROM metric_changes WHERE kind = 'sales';--> statement-breakpoint

INSERT INTO daily_metrics (snapshot, kind, day, key, count, cents)
SELECT e.snapshot, 'sales', (o.created_at AT TIME ZONE e.zone)::date, counted_method(o), count(*), sum(o.total_cents)
FROM orders o JOIN metric_snapshots e
  ON e.state = 'current' OR e.state = 'counting' AND (o.created_at, o.id) <= (e.counted_at, e.counted_id)
WHERE o.deleted_at IS NULL AND is_sale(o.status, o.payment_status)
GROUP BY 1, 3, 4;
