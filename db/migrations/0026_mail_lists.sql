CREATE INDEX "mails_created" ON "mails" USING btree ("created_at","key") WHERE "mails"."newsletter_id" is null;--> statement-breakpoint
CREATE INDEX "mails_to" ON "mails" USING btree (lower("to") text_pattern_ops,"created_at");--> statement-breakpoint
CREATE INDEX "mails_order" ON "mails" USING btree (("message" ->> 'orderId')) WHERE ("mails"."message" ->> 'orderId') is not null;