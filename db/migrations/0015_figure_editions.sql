CREATE TABLE "figure_editions" (
	"edition" serial PRIMARY KEY NOT NULL,
	"zone" text NOT NULL,
	"state" text NOT NULL,
	"counted_at" timestamp with time zone,
	"counted_id" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "figure_editions_current" ON "figure_editions" USING btree ("state") WHERE "figure_editions"."state" = 'current';--> statement-breakpoint
INSERT INTO figure_editions (zone, state)
VALUES (coalesce((SELECT value #>> '{}' FROM settings WHERE name = 'timeZone'), 'UTC'), 'current');--> statement-breakpoint

-- What was counted so far is of the first edition.
ALTER TABLE "figures" ADD COLUMN "edition" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "figures" ALTER COLUMN "edition" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "figure_changes" ADD COLUMN "edition" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "figure_changes" ALTER COLUMN "edition" DROP DEFAULT;--> statement-breakpoint
DROP INDEX "figures_people";--> statement-breakpoint
ALTER TABLE "figures" DROP CONSTRAINT "figures_kind_day_key_pk";--> statement-breakpoint
ALTER TABLE "figures" ADD CONSTRAINT "figures_edition_kind_day_key_pk" PRIMARY KEY("edition","kind","day","key");--> statement-breakpoint
CREATE INDEX "figures_people" ON "figures" USING btree ("edition","kind","key","day","count") WHERE "figures"."kind" in ('month1', 'month2', 'gap1', 'gap2');--> statement-breakpoint

-- What a report reads: what is folded, and what is not yet.
CREATE OR REPLACE VIEW figures_now AS
  SELECT kind, day, key, count, cents FROM figures
  WHERE edition = (SELECT e.edition FROM figure_editions e WHERE e.state = 'current')
  UNION ALL
  SELECT kind, day, key, count, cents FROM figure_changes
  WHERE edition = (SELECT e.edition FROM figure_editions e WHERE e.state = 'current');--> statement-breakpoint

-- Which editions there are is known to those who keep the screens' facts by the version of the front page.
CREATE TRIGGER figure_editions_renew_front_page AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF state, zone ON figure_editions
  FOR EACH STATEMENT EXECUTE FUNCTION renew_front_page();--> statement-breakpoint

-- Whoever writes changes holds this until the end of the transaction, shared; whoever moves the line between what is
-- counted and what is not holds it alone. So nothing is counted twice, or not at all.
CREATE FUNCTION hold_editions() RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock_shared(hashtextextended('satchel figure editions', 0))
$$;--> statement-breakpoint

-- The editions in which the order placed then, with this id, is counted.
CREATE FUNCTION editions_of(placed_at timestamptz, order_id text) RETURNS TABLE (edition integer, zone text)
LANGUAGE sql STABLE AS $$
  SELECT e.edition, e.zone FROM figure_editions e
  WHERE e.state = 'current' OR e.state = 'counting' AND (placed_at, order_id) <= (e.counted_at, e.counted_id)
$$;--> statement-breakpoint

-- Adds what happened at that moment to the day's figure of all editions: for what is not counted anew.
CREATE FUNCTION count_moment(what text, moment timestamptz, how_many bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM hold_editions();
  INSERT INTO figure_changes (edition, kind, day, key, count, cents)
  SELECT e.edition, what, (moment AT TIME ZONE e.zone)::date, '', how_many, 0
  FROM figure_editions e WHERE e.state IN ('current', 'counting');
END $$;--> statement-breakpoint

CREATE OR REPLACE FUNCTION count_checkout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_moment('checkout', new.created_at, 1);
  RETURN NULL;
END $$;--> statement-breakpoint

-- What one order adds to the figures of its day; nothing once deleted.
DROP FUNCTION figures_of(orders);--> statement-breakpoint
CREATE FUNCTION figures_of(o orders)
RETURNS TABLE (edition integer, kind text, day date, key text, count bigint, cents bigint) LANGUAGE sql STABLE AS $$
  SELECT e.edition, f.kind, (o.created_at AT TIME ZONE e.zone)::date, f.key, 1::bigint, o.total_cents::bigint
  FROM editions_of(o.created_at, o.id) e CROSS JOIN (VALUES
    ('status', o.status, true),
    ('package', o.package ->> 'id', true),
    ('method', o.payment_method, true),
    ('sales', '', is_sale(o.status, o.payment_status))
  ) AS f (kind, key, counts)
  WHERE f.counts AND o.deleted_at IS NULL
$$;--> statement-breakpoint

-- As before: an order joins (1) or leaves (-1) the chain of its customer's orders, and the gaps of itself and of the
-- next two change. Each is counted in the editions that have the order whose gap it is.
CREATE OR REPLACE FUNCTION link_order(o orders, sign integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before_at timestamptz[];
  after_at timestamptz[];
  after_id text[];
BEGIN
  -- Orders of one customer take turns: each sees the other as its neighbour.
  PERFORM pg_advisory_xact_lock(hashtextextended(lower(o.email), 0));
  before_at := ARRAY(
    SELECT placed_at FROM order_chain
    WHERE email = lower(o.email) AND (placed_at, order_id) < (o.created_at, o.id)
    ORDER BY placed_at DESC, order_id DESC LIMIT 2);
  SELECT array_agg(n.placed_at), array_agg(n.order_id) INTO after_at, after_id FROM (
    SELECT placed_at, order_id FROM order_chain
    WHERE email = lower(o.email) AND (placed_at, order_id) > (o.created_at, o.id)
    ORDER BY placed_at, order_id LIMIT 2) n;
  IF sign > 0 THEN
    INSERT INTO order_chain (email, placed_at, order_id) VALUES (lower(o.email), o.created_at, o.id);
  ELSE
    DELETE FROM order_chain WHERE email = lower(o.email) AND placed_at = o.created_at AND order_id = o.id;
  END IF;
  INSERT INTO figure_changes (edition, kind, day, key, count, cents)
  SELECT e.edition, g.kind, d.day, g.key, sum(c.n) * sign, 0
  FROM (VALUES
    (1, o.created_at, o.id, before_at[1], 1),
    (2, o.created_at, o.id, before_at[2], 1),
    (1, after_at[1], after_id[1], before_at[1], -1),
    (1, after_at[1], after_id[1], o.created_at, 1),
    (2, after_at[1], after_id[1], before_at[2], -1),
    (2, after_at[1], after_id[1], before_at[1], 1),
    (2, after_at[2], after_id[2], before_at[1], -1),
    (2, after_at[2], after_id[2], o.created_at, 1)
  ) AS c (nth, placed_at, order_id, other_at, n)
  CROSS JOIN LATERAL editions_of(c.placed_at, c.order_id) e
  CROSS JOIN LATERAL (
    SELECT (c.placed_at AT TIME ZONE e.zone)::date AS day, (c.other_at AT TIME ZONE e.zone)::date AS other
  ) d
  CROSS JOIN LATERAL (VALUES
    ('month' || c.nth, coalesce(to_char(d.other, 'YYYY-MM'), '')),
    ('gap' || c.nth, d.other::text)
  ) AS g (kind, key)
  WHERE c.placed_at IS NOT NULL AND g.key IS NOT NULL
  GROUP BY e.edition, g.kind, d.day, g.key
  HAVING sum(c.n) <> 0;
END $$;--> statement-breakpoint

CREATE OR REPLACE FUNCTION count_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM hold_editions();
  IF TG_OP = 'INSERT' THEN
    INSERT INTO figure_changes (edition, kind, day, key, count, cents)
    SELECT f.edition, f.kind, f.day, f.key, f.count, f.cents FROM figures_of(new) f;
    IF new.deleted_at IS NULL THEN
      PERFORM link_order(new, 1);
      PERFORM count_customer(new, 1);
    END IF;
    RETURN NULL;
  END IF;

  IF TG_OP = 'DELETE' THEN
    INSERT INTO figure_changes (edition, kind, day, key, count, cents)
    SELECT f.edition, f.kind, f.day, f.key, -f.count, -f.cents FROM figures_of(old) f;
    IF old.deleted_at IS NULL THEN
      PERFORM link_order(old, -1);
      PERFORM count_customer(old, -1);
    END IF;
    RETURN NULL;
  END IF;

  INSERT INTO figure_changes (edition, kind, day, key, count, cents)
  SELECT c.edition, c.kind, c.day, c.key, sum(c.count), sum(c.cents)
  FROM (
    SELECT * FROM figures_of(new)
    UNION ALL
    SELECT f.edition, f.kind, f.day, f.key, -f.count, -f.cents FROM figures_of(old) f
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
    UPDATE customers SET spent_cents = spent_cents
      - CASE WHEN is_sale(old.status, old.payment_status) THEN old.total_cents ELSE 0 END
      + CASE WHEN is_sale(new.status, new.payment_status) THEN new.total_cents ELSE 0 END
    WHERE email = lower(new.email)
      AND (is_sale(old.status, old.payment_status), old.total_cents)
        IS DISTINCT FROM (is_sale(new.status, new.payment_status), new.total_cents);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint

-- Folding, counting anew and changing which editions there are: one at a time.
CREATE FUNCTION hold_figures() RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('satchel figures', 0))
$$;--> statement-breakpoint
CREATE FUNCTION try_figures() RETURNS boolean LANGUAGE sql AS $$
  SELECT pg_try_advisory_xact_lock(hashtextextended('satchel figures', 0))
$$;--> statement-breakpoint

-- Folds what has come since the last time; returns how many changes. One at a time, others pass by.
CREATE OR REPLACE FUNCTION fold_figures() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  folded bigint;
BEGIN
  IF NOT try_figures() THEN
    RETURN 0;
  END IF;
  WITH taken AS (
    DELETE FROM figure_changes RETURNING edition, kind, day, key, count, cents
  ), added AS (
    INSERT INTO figures AS f (edition, kind, day, key, count, cents)
    SELECT edition, kind, day, key, sum(count), sum(cents) FROM taken GROUP BY 1, 2, 3, 4
    ON CONFLICT (edition, kind, day, key)
      DO UPDATE SET count = f.count + excluded.count, cents = f.cents + excluded.cents
  )
  SELECT count(*) INTO folded FROM taken;
  DELETE FROM figures WHERE count = 0 AND cents = 0;
  RETURN folded;
END $$;--> statement-breakpoint

-- Has the figures counted anew by the days of this time zone, by those who call `recount_figures`.
CREATE FUNCTION want_figures(of_zone text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM hold_figures();
  IF EXISTS (SELECT FROM figure_editions WHERE state IN ('wanted', 'counting') AND zone = of_zone) THEN
    RETURN;
  END IF;
  UPDATE figure_editions SET state = 'retired' WHERE state IN ('wanted', 'counting');
  INSERT INTO figure_editions (zone, state)
  SELECT of_zone, 'wanted' WHERE of_zone <> (SELECT zone FROM figure_editions WHERE state = 'current');
END $$;--> statement-breakpoint

-- What orders add to the figures of that zone's days: those placed after one of them (none: nulls) up to another.
CREATE FUNCTION figures_between(of_zone text, after_at timestamptz, after_id text, last_at timestamptz, last_id text)
RETURNS TABLE (kind text, day date, key text, count bigint, cents numeric) LANGUAGE sql STABLE AS $$
  WITH placed AS MATERIALIZED (
    SELECT (o.created_at AT TIME ZONE of_zone)::date AS day, o.status, o.package ->> 'id' AS package,
      o.payment_method, is_sale(o.status, o.payment_status) AS sale, o.total_cents, o.email, o.created_at, o.id
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
  SELECT 'method', day, payment_method, count(*), sum(total_cents) FROM placed GROUP BY 2, 3
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

-- One step of what remains to be done with editions, of at most so many orders: 'nothing' when nothing remains,
-- 'busy' when others were at it, 'counted' when figures by the days of the zone that was wanted took the place of
-- those before, otherwise 'more'. Nobody writes an order during a step.
CREATE FUNCTION recount_figures(most integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  next figure_editions;
  last_at timestamptz;
  last_id text;
BEGIN
  IF NOT EXISTS (SELECT FROM figure_editions WHERE state <> 'current') THEN
    RETURN 'nothing';
  END IF;
  IF NOT try_figures() OR NOT pg_try_advisory_xact_lock(hashtextextended('satchel figure editions', 0)) THEN
    RETURN 'busy';
  END IF;

  SELECT * INTO next FROM figure_editions WHERE state IN ('wanted', 'counting');
  IF next.state = 'wanted' THEN
    -- No order tells when somebody visited, so these stay with the day that they were counted on.
    INSERT INTO figures (edition, kind, day, key, count, cents)
    SELECT next.edition, kind, day, key, sum(count), sum(cents)
    FROM figures_now WHERE kind IN ('visit', 'checkout') GROUP BY 2, 3, 4;
    UPDATE figure_editions SET state = 'counting' WHERE edition = next.edition;
    RETURN 'more';
  END IF;

  IF next.state = 'counting' THEN
    SELECT s.created_at, s.id INTO last_at, last_id FROM (
      SELECT o.created_at, o.id FROM orders o
      WHERE (o.created_at, o.id) > (coalesce(next.counted_at, '-infinity'), coalesce(next.counted_id, ''))
      ORDER BY o.created_at, o.id LIMIT most) s
    ORDER BY s.created_at DESC, s.id DESC LIMIT 1;
    IF FOUND THEN
      INSERT INTO figures AS f (edition, kind, day, key, count, cents)
      SELECT next.edition, n.kind, n.day, n.key, n.count, n.cents
      FROM figures_between(next.zone, next.counted_at, next.counted_id, last_at, last_id) n
      ON CONFLICT (edition, kind, day, key)
        DO UPDATE SET count = f.count + excluded.count, cents = f.cents + excluded.cents;
      UPDATE figure_editions SET counted_at = last_at, counted_id = last_id WHERE edition = next.edition;
      RETURN 'more';
    END IF;
    UPDATE figure_editions SET state = 'retired' WHERE state = 'current';
    UPDATE figure_editions SET state = 'current', counted_at = NULL, counted_id = NULL WHERE edition = next.edition;
    RETURN 'counted';
  END IF;

  DELETE FROM figures WHERE ctid = ANY (ARRAY(
    SELECT f.ctid FROM figures f
    WHERE f.edition = ANY (ARRAY(SELECT e.edition FROM figure_editions e WHERE e.state = 'retired'))
    LIMIT most * 4));
  IF NOT FOUND THEN
    DELETE FROM figure_changes c USING figure_editions e WHERE e.edition = c.edition AND e.state = 'retired';
    DELETE FROM figure_editions WHERE state = 'retired';
  END IF;
  RETURN 'more';
END $$;--> statement-breakpoint

-- Counts everything anew at once: for those who filled the tables without the triggers. Nobody writes an order or
-- registers meanwhile.
CREATE OR REPLACE FUNCTION rebuild_figures() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  this_edition integer := (SELECT edition FROM figure_editions WHERE state = 'current');
  this_zone text := coalesce((SELECT value #>> '{}' FROM settings WHERE name = 'timeZone'), 'UTC');
BEGIN
  PERFORM hold_figures();
  LOCK TABLE orders, users IN SHARE ROW EXCLUSIVE MODE;
  UPDATE figure_editions SET state = 'retired' WHERE state IN ('wanted', 'counting');
  UPDATE figure_editions SET zone = this_zone WHERE edition = this_edition AND zone <> this_zone;
  DELETE FROM figures WHERE edition = this_edition AND kind NOT IN ('visit', 'checkout');
  DELETE FROM figure_changes WHERE edition = this_edition AND kind NOT IN ('visit', 'checkout');

  DELETE FROM order_chain;
  INSERT INTO order_chain (email, placed_at, order_id)
  SELECT lower(email), created_at, id FROM orders WHERE deleted_at IS NULL;

  INSERT INTO figures (edition, kind, day, key, count, cents)
  SELECT this_edition, n.kind, n.day, n.key, n.count, n.cents
  FROM figures_between(this_zone, NULL, NULL, 'infinity', '') n;

  DELETE FROM customers;
  INSERT INTO customers (email, user_id, name, orders, spent_cents, last_order_at, since)
  SELECT email, max(user_id), max(name), sum(orders), sum(spent), max(last_order_at), min(since)
  FROM (
    SELECT lower(email) AS email, NULL AS user_id, NULL AS name, count(*) AS orders,
      sum(CASE WHEN is_sale(status, payment_status) THEN total_cents ELSE 0 END) AS spent,
      max(created_at) AS last_order_at, min(created_at) AS since
    FROM orders WHERE deleted_at IS NULL GROUP BY 1
    UNION ALL
    SELECT lower(email), id, name, 0, 0, NULL, created_at FROM users
  ) everybody
  GROUP BY 1;
END $$;--> statement-breakpoint

DROP FUNCTION shop_day(timestamptz);
