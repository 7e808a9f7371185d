-- Figures by day, kept by triggers: every order counts once, whichever code writes it.

-- The day that a moment belongs to, in the shop's time zone.
CREATE FUNCTION shop_day(moment timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (moment AT TIME ZONE coalesce((SELECT value #>> '{}' FROM settings WHERE name = 'timeZone'), 'UTC'))::date
$$;--> statement-breakpoint

-- Whether an order counts as a sale: its money has arrived, or it is completed; never when it was rejected, or its
-- money sent back.
CREATE FUNCTION is_sale(status text, payment_status text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status <> 'rejected' AND payment_status <> 'refunded'
    AND (status = 'completed' OR payment_status IN ('paid', 'overpaid'))
$$;--> statement-breakpoint

-- What one order adds to the figures of its day; nothing once deleted.
CREATE FUNCTION figures_of(o orders) RETURNS TABLE (kind text, day date, key text, count bigint, cents bigint)
LANGUAGE sql STABLE AS $$
  SELECT f.kind, shop_day(o.created_at), f.key, 1::bigint, o.total_cents::bigint
  FROM (VALUES
    ('status', o.status, true),
    ('package', o.package ->> 'id', true),
    ('method', o.payment_method, true),
    ('sales', '', is_sale(o.status, o.payment_status))
  ) AS f (kind, key, counts)
  WHERE f.counts AND o.deleted_at IS NULL
$$;--> statement-breakpoint

-- The orders that are counted, as their customers' chains. Not read from `orders`, which a statement that writes many
-- rows has changed altogether before the first of them is counted.
CREATE TABLE order_chain (
  email text NOT NULL,
  placed_at timestamptz NOT NULL,
  order_id text NOT NULL,
  PRIMARY KEY (email, placed_at, order_id)
);--> statement-breakpoint

-- When a customer first ordered or registered; null for nobody.
CREATE FUNCTION known_since(of_email text, of_user text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT least(
    (SELECT min(placed_at) FROM order_chain WHERE email = of_email),
    (SELECT created_at FROM users WHERE id = of_user))
$$;--> statement-breakpoint

-- An order joins (1) or leaves (-1) the chain of its customer's orders: the gaps of itself and of the next two
-- change. From them follows how many customers ordered in any range of days, and how many more than once: an
-- order is its customer's first in the range when the one before lies before the range, and one of the first
-- two when the one before that does. Kept by the other order's month as well, so that a range reads the months
-- before its first one as a whole, and single days of that one alone.
CREATE FUNCTION link_order(o orders, sign integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before_days date[];
  after_days date[];
  own date := shop_day(o.created_at);
BEGIN
  -- Orders of one customer take turns: each sees the other as its neighbour.
  PERFORM pg_advisory_xact_lock(hashtextextended(lower(o.email), 0));
  before_days := ARRAY(
    SELECT shop_day(placed_at) FROM order_chain
    WHERE email = lower(o.email) AND (placed_at, order_id) < (o.created_at, o.id)
    ORDER BY placed_at DESC, order_id DESC LIMIT 2);
  after_days := ARRAY(
    SELECT shop_day(placed_at) FROM order_chain
    WHERE email = lower(o.email) AND (placed_at, order_id) > (o.created_at, o.id)
    ORDER BY placed_at, order_id LIMIT 2);
  IF sign > 0 THEN
    INSERT INTO order_chain (email, placed_at, order_id) VALUES (lower(o.email), o.created_at, o.id);
  ELSE
    DELETE FROM order_chain WHERE email = lower(o.email) AND placed_at = o.created_at AND order_id = o.id;
  END IF;
  INSERT INTO figure_changes (kind, day, key, count, cents)
  SELECT g.kind, c.day, g.key, sum(c.n) * sign, 0
  FROM (VALUES
    (1, own, before_days[1], 1),
    (2, own, before_days[2], 1),
    (1, after_days[1], before_days[1], -1),
    (1, after_days[1], own, 1),
    (2, after_days[1], before_days[2], -1),
    (2, after_days[1], before_days[1], 1),
    (2, after_days[2], before_days[1], -1),
    (2, after_days[2], own, 1)
  ) AS c (nth, day, other, n)
  CROSS JOIN LATERAL (VALUES
    ('month' || nth, coalesce(to_char(other, 'YYYY-MM'), '')),
    ('gap' || nth, other::text)
  ) AS g (kind, key)
  WHERE c.day IS NOT NULL AND g.key IS NOT NULL
  GROUP BY g.kind, c.day, g.key
  HAVING sum(c.n) <> 0;
END $$;--> statement-breakpoint

-- An order's part in what is known of its customer, once it has joined or left the chain.
CREATE FUNCTION count_customer(o orders, sign integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  spent bigint := CASE WHEN is_sale(o.status, o.payment_status) THEN o.total_cents ELSE 0 END;
BEGIN
  IF sign > 0 THEN
    INSERT INTO customers AS c (email, orders, spent_cents, last_order_at, since)
    VALUES (lower(o.email), 1, spent, o.created_at, o.created_at)
    ON CONFLICT (email) DO UPDATE SET
      orders = c.orders + 1,
      spent_cents = c.spent_cents + excluded.spent_cents,
      last_order_at = greatest(c.last_order_at, excluded.last_order_at),
      since = least(c.since, excluded.since);
  ELSE
    UPDATE customers c SET
      orders = c.orders - 1,
      spent_cents = c.spent_cents - spent,
      last_order_at = (SELECT max(placed_at) FROM order_chain l WHERE l.email = c.email),
      since = coalesce(known_since(c.email, c.user_id), c.since)
    WHERE c.email = lower(o.email);
    DELETE FROM customers WHERE email = lower(o.email) AND orders = 0 AND user_id IS NULL;
  END IF;
END $$;--> statement-breakpoint

CREATE FUNCTION count_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO figure_changes (kind, day, key, count, cents)
    SELECT f.kind, f.day, f.key, f.count, f.cents FROM figures_of(new) f;
    IF new.deleted_at IS NULL THEN
      PERFORM link_order(new, 1);
      PERFORM count_customer(new, 1);
    END IF;
    RETURN NULL;
  END IF;

  IF TG_OP = 'DELETE' THEN
    INSERT INTO figure_changes (kind, day, key, count, cents)
    SELECT f.kind, f.day, f.key, -f.count, -f.cents FROM figures_of(old) f;
    IF old.deleted_at IS NULL THEN
      PERFORM link_order(old, -1);
      PERFORM count_customer(old, -1);
    END IF;
    RETURN NULL;
  END IF;

  INSERT INTO figure_changes (kind, day, key, count, cents)
  SELECT c.kind, c.day, c.key, sum(c.count), sum(c.cents)
  FROM (
    SELECT * FROM figures_of(new)
    UNION ALL
    SELECT f.kind, f.day, f.key, -f.count, -f.cents FROM figures_of(old) f
  ) c
  GROUP BY 1, 2, 3
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

-- In two: the columns that matter are named, so that a note or a version alone costs nothing.
CREATE TRIGGER orders_count AFTER INSERT OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION count_order();--> statement-breakpoint
CREATE TRIGGER orders_recount
  AFTER UPDATE OF status, payment_status, total_cents, deleted_at, email, created_at, package, payment_method ON orders
  FOR EACH ROW EXECUTE FUNCTION count_order();--> statement-breakpoint

CREATE FUNCTION count_checkout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_changes (kind, day, key, count, cents) VALUES ('checkout', shop_day(new.created_at), '', 1, 0);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER checkouts_count AFTER INSERT ON checkouts FOR EACH ROW EXECUTE FUNCTION count_checkout();--> statement-breakpoint

-- Accounts are customers, too, before their first order.
CREATE FUNCTION count_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE customers SET user_id = NULL, name = NULL, since = coalesce(known_since(email, NULL), since)
    WHERE user_id = old.id;
    DELETE FROM customers WHERE email = lower(old.email) AND orders = 0 AND user_id IS NULL;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO customers AS c (email, user_id, name, since)
    VALUES (lower(new.email), new.id, new.name, new.created_at)
    ON CONFLICT (email) DO UPDATE SET
      user_id = excluded.user_id, name = excluded.name, since = least(c.since, excluded.since);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_count AFTER INSERT OR DELETE OR UPDATE OF email, name ON users
  FOR EACH ROW EXECUTE FUNCTION count_user();--> statement-breakpoint

CREATE INDEX customers_search ON customers USING gin ((email || chr(10) || lower(coalesce(name, ''))) gin_trgm_ops);--> statement-breakpoint

-- What a report reads: what is folded, and what is not yet.
CREATE VIEW figures_now AS
  SELECT kind, day, key, count, cents FROM figures
  UNION ALL
  SELECT kind, day, key, count, cents FROM figure_changes;--> statement-breakpoint

-- Folds what has come since the last time; returns how many changes. One at a time, others pass by.
CREATE FUNCTION fold_figures() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  folded bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('satchel figures', 0)) THEN
    RETURN 0;
  END IF;
  WITH taken AS (
    DELETE FROM figure_changes RETURNING kind, day, key, count, cents
  ), added AS (
    INSERT INTO figures AS f (kind, day, key, count, cents)
    SELECT kind, day, key, sum(count), sum(cents) FROM taken GROUP BY 1, 2, 3
    ON CONFLICT (kind, day, key) DO UPDATE SET count = f.count + excluded.count, cents = f.cents + excluded.cents
  )
  SELECT count(*) INTO folded FROM taken;
  DELETE FROM figures WHERE count = 0 AND cents = 0;
  RETURN folded;
END $$;--> statement-breakpoint

-- Counts all orders anew: when the time zone, and with it every day, has changed, and for those that were there
-- before this was. Nobody writes an order or registers meanwhile.
CREATE FUNCTION rebuild_figures() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('satchel figures', 0));
  LOCK TABLE orders, users IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM figures WHERE kind NOT IN ('visit', 'checkout');
  DELETE FROM figure_changes WHERE kind NOT IN ('visit', 'checkout');
  INSERT INTO figures (kind, day, key, count, cents)
  WITH zone AS (
    SELECT coalesce((SELECT value #>> '{}' FROM settings WHERE name = 'timeZone'), 'UTC') AS name
  ), placed AS (
    SELECT (created_at AT TIME ZONE zone.name)::date AS day, o.*
    FROM orders o, zone WHERE deleted_at IS NULL
  ), linked AS (
    SELECT day,
      lag(day, 1) OVER chain AS before1,
      lag(day, 2) OVER chain AS before2
    FROM placed
    WINDOW chain AS (PARTITION BY lower(email) ORDER BY created_at, id)
  )
  SELECT 'status', day, status, count(*), sum(total_cents) FROM placed GROUP BY 2, 3
  UNION ALL
  SELECT 'package', day, package ->> 'id', count(*), sum(total_cents) FROM placed GROUP BY 2, 3
  UNION ALL
  SELECT 'method', day, payment_method, count(*), sum(total_cents) FROM placed GROUP BY 2, 3
  UNION ALL
  SELECT 'sales', day, '', count(*), sum(total_cents) FROM placed WHERE is_sale(status, payment_status) GROUP BY 2, 3
  UNION ALL
  SELECT g.kind, day, g.key, count(*), 0
  FROM linked
  CROSS JOIN LATERAL (VALUES (1, before1), (2, before2)) AS c (nth, other)
  CROSS JOIN LATERAL (VALUES
    ('month' || nth, coalesce(to_char(other, 'YYYY-MM'), '')),
    ('gap' || nth, other::text)
  ) AS g (kind, key)
  WHERE g.key IS NOT NULL
  GROUP BY 1, 2, 3;

  DELETE FROM order_chain;
  INSERT INTO order_chain (email, placed_at, order_id)
  SELECT lower(email), created_at, id FROM orders WHERE deleted_at IS NULL;

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

-- A table that is emptied at once fires nothing for its rows.
CREATE FUNCTION count_anew() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rebuild_figures();
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_emptied AFTER TRUNCATE ON orders FOR EACH STATEMENT EXECUTE FUNCTION count_anew();--> statement-breakpoint
CREATE TRIGGER users_emptied AFTER TRUNCATE ON users FOR EACH STATEMENT EXECUTE FUNCTION count_anew();
--> statement-breakpoint

SELECT rebuild_figures();
