ALTER TABLE "webhook_endpoints" ALTER COLUMN "leased_by" SET DATA TYPE integer USING NULL;--> statement-breakpoint
ALTER TABLE "order_deliveries" ADD COLUMN "claimed_by" integer;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "claimed_by" integer;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "claimed_by" integer;--> statement-breakpoint
CREATE INDEX "mails_claimed" ON "mails" USING btree ("claimed_by") WHERE "mails"."claimed_by" is not null;