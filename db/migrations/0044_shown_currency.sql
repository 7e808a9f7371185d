ALTER TABLE "checkouts" ADD COLUMN "shown_in" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shown_in" jsonb;