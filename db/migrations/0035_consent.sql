ALTER TABLE "orders" ADD COLUMN "consent_text" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "consented_at" timestamp with time zone;