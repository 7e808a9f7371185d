DROP INDEX "figures_first";--> statement-breakpoint
CREATE INDEX "figures_gaps" ON "figures" USING btree ("kind","key","day","count") WHERE "figures"."kind" in ('gap1', 'gap2');--> statement-breakpoint
CREATE INDEX "figures_first" ON "figures" USING btree ("day","count") WHERE "figures"."kind" = 'month1' and "figures"."key" = '';