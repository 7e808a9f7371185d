CREATE TABLE "lightning_invoices" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"quote_id" bigint NOT NULL,
	"node" text NOT NULL,
	"payment_hash" text NOT NULL,
	"bolt11" text NOT NULL,
	"sats" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"next_check_at" timestamp with time zone,
	"last_checked_at" timestamp with time zone,
	"watched_until" timestamp with time zone,
	"unknown_since" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"paid_msat" bigint,
	"settle_index" bigint
);
--> statement-breakpoint
ALTER TABLE "quotes" ALTER COLUMN "address" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "by_lightning" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "lightning_invoices" ADD CONSTRAINT "lightning_invoices_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lightning_invoices" ADD CONSTRAINT "lightning_invoices_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "lightning_invoices_quote" ON "lightning_invoices" USING btree ("quote_id");--> statement-breakpoint
CREATE UNIQUE INDEX "lightning_invoices_hash" ON "lightning_invoices" USING btree ("payment_hash");--> statement-breakpoint
CREATE INDEX "lightning_invoices_checkout" ON "lightning_invoices" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "lightning_invoices_due" ON "lightning_invoices" USING btree ("next_check_at") WHERE "lightning_invoices"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "lightning_invoices_unknown" ON "lightning_invoices" USING btree ("unknown_since") WHERE "lightning_invoices"."unknown_since" is not null;--> statement-breakpoint

-- The payment method under which an order is counted: Bitcoin on the chain and by Lightning apart.
CREATE FUNCTION counted_method(o orders) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN o.payment_method = 'bitcoin' AND o.by_lightning THEN 'lightning' ELSE o.payment_method END
$$;--> statement-breakpoint

CREATE OR REPLACE FUNCTION metrics_of(o orders)
RETURNS TABLE (snapshot integer, kind text, day date, key text, count bigint, cents bigint) LANGUAGE sql STABLE AS $$
  SELECT e.snapshot, f.kind, (o.created_at AT TIME ZONE e.zone)::date, f.key, 1::bigint, o.total_cents::bigint
  FROM snapshots_of(o.created_at, o.id) e CROSS JOIN (VALUES
    ('status', o.status, true),
    ('package', o.package ->> 'id', true),
    ('method', counted_method(o), true),
    ('sales', '', is_sale(o.status, o.payment_status))
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
  SELECT 'sales', day, '', count(*), sum(total_cents) FROM placed WHERE sale GROUP BY 2
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

DROP TRIGGER orders_recount ON orders;--> statement-breakpoint

CREATE TRIGGER orders_recount
  AFTER UPDATE OF status, payment_status, total_cents, deleted_at, email, created_at, package, payment_method, by_lightning
  ON orders FOR EACH ROW EXECUTE FUNCTION count_order();
