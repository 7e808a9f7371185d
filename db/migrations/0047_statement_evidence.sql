-- Layouts belong to an account from now on, and have meanings of words: each account's is confirmed anew.
DELETE FROM "statement_layouts";--> statement-breakpoint
ALTER TABLE "statement_layouts" ADD COLUMN "account" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_layouts" DROP CONSTRAINT "statement_layouts_pkey";--> statement-breakpoint
ALTER TABLE "statement_layouts" ADD CONSTRAINT "statement_layouts_heads_account_pk" PRIMARY KEY("heads","account");--> statement-breakpoint
ALTER TABLE "statement_entries" ADD COLUMN "evidence" text;
