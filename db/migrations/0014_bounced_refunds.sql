ALTER TABLE "receipts" ADD COLUMN "bounced_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_decisions" ADD COLUMN "bounced_cents" bigint DEFAULT 0 NOT NULL;