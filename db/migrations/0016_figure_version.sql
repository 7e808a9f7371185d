CREATE TABLE "figure_version" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" uuid DEFAULT gen_random_uuid() NOT NULL
);
--> statement-breakpoint
INSERT INTO figure_version DEFAULT VALUES;--> statement-breakpoint

-- A version is never used twice, also not after a backup was restored. Those who renew it have `hold_figures`, so none
-- waits for another. What orders and visits add does not, or they would: until the next folding these only become more.
CREATE FUNCTION renew_figure_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE figure_version SET version = gen_random_uuid();
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER figures_renew_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON figures
  FOR EACH STATEMENT EXECUTE FUNCTION renew_figure_version();--> statement-breakpoint
CREATE TRIGGER figure_changes_renew_version AFTER UPDATE OR DELETE OR TRUNCATE ON figure_changes
  FOR EACH STATEMENT EXECUTE FUNCTION renew_figure_version();--> statement-breakpoint

-- As before, but where nothing has come nothing is touched, so that the version stays.
CREATE OR REPLACE FUNCTION fold_figures() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  folded bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM figure_changes) OR NOT try_figures() THEN
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
END $$;
