CREATE INDEX "mails_failed" ON "mails" USING btree ("failed_at") WHERE "mails"."failed_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_reversed" ON "orders" USING btree ("created_at") WHERE "orders"."payment_status" = 'reversed' and "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "figures_first" ON "figures" USING btree ("day","count") WHERE "figures"."kind" = 'gap1' and "figures"."key" = '';--> statement-breakpoint
CREATE INDEX "figures_empty" ON "figures" USING btree ("kind") WHERE "figures"."count" = 0 and "figures"."cents" = 0;