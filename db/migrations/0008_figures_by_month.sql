DROP INDEX "figures_first";--> statement-breakpoint
CREATE INDEX "figures_people" ON "figures" USING btree ("kind","key","day","count") WHERE "figures"."kind" in ('month1', 'month2', 'gap1', 'gap2');