CREATE TABLE "newsletters" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"markdown" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"recipients" integer DEFAULT 0 NOT NULL,
	"queued" integer DEFAULT 0 NOT NULL,
	"queued_to" uuid,
	"next_slice_at" timestamp with time zone,
	"failed" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscribers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"source" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"unsubscribed_at" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "mails_due";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "newsletter_id" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "subscribers_email" ON "subscribers" USING btree ("email");--> statement-breakpoint
CREATE INDEX "subscribers_asked" ON "subscribers" USING btree ("asked_at","id");--> statement-breakpoint
CREATE INDEX "subscribers_confirmed" ON "subscribers" USING btree ("id") WHERE "subscribers"."confirmed_at" is not null and "subscribers"."unsubscribed_at" is null;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_newsletter_due" ON "mails" USING btree ("newsletter_id","next_try_at") WHERE "mails"."sent_at" is null and "mails"."failed_at" is null and "mails"."newsletter_id" is not null;--> statement-breakpoint
CREATE INDEX "mails_newsletter" ON "mails" USING btree ("newsletter_id","sent_at") WHERE "mails"."newsletter_id" is not null;--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_try_at") WHERE "mails"."sent_at" is null and "mails"."failed_at" is null and "mails"."newsletter_id" is null;