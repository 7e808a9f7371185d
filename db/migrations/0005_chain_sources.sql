ALTER TABLE "chain_outputs" ADD COLUMN "spends" text[];--> statement-breakpoint
ALTER TABLE "chain_outputs" ADD COLUMN "replaced_by" text;--> statement-breakpoint
ALTER TABLE "chain_tip" ADD COLUMN "news_cursor" text;