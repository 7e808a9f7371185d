CREATE TABLE "statement_layouts" (
	"heads" text PRIMARY KEY NOT NULL,
	"layout" jsonb NOT NULL,
	"saved_at" timestamp with time zone NOT NULL
);
