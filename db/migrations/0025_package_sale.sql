ALTER TABLE "packages" ADD COLUMN "sold_out" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "valid_from" date;--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "valid_until" date;--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "cost_cents" integer;