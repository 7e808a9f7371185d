ALTER TABLE "checkouts" ADD COLUMN "taken_by" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "taken_in" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "changes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "vat_basis_points" integer;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "shown_in" jsonb;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "checkouts_taken_by" ON "checkouts" USING btree ("taken_by") WHERE "checkouts"."taken_by" is not null and "checkouts"."state" in ('open', 'left');--> statement-breakpoint
CREATE INDEX "checkouts_coupon" ON "checkouts" USING btree ("coupon_code") WHERE "checkouts"."coupon_cents" > 0 and "checkouts"."state" in ('open', 'left');