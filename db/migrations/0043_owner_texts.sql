CREATE TABLE "owner_texts" (
	"name" text NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "owner_texts_name_language_pk" PRIMARY KEY("name","language")
);
--> statement-breakpoint

CREATE TRIGGER owner_texts_bump_shop_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON owner_texts
  FOR EACH STATEMENT EXECUTE FUNCTION bump_shop_version();
