CREATE TABLE "front_page" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" uuid DEFAULT gen_random_uuid() NOT NULL
);
--> statement-breakpoint
INSERT INTO front_page DEFAULT VALUES;--> statement-breakpoint

-- A version is never used twice, also not after a backup was restored. It is written with what it stands for, so
-- whoever reads it and then the rest sees that much, or more.
CREATE FUNCTION renew_front_page() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE front_page SET version = gen_random_uuid();
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER packages_renew_front_page AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON packages
  FOR EACH STATEMENT EXECUTE FUNCTION renew_front_page();--> statement-breakpoint
CREATE TRIGGER settings_renew_front_page AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON settings
  FOR EACH STATEMENT EXECUTE FUNCTION renew_front_page();
