DROP INDEX "payment_addresses_due";--> statement-breakpoint
CREATE INDEX "chain_outputs_height" ON "chain_outputs" USING btree ("state","block_height");--> statement-breakpoint
CREATE INDEX "payment_addresses_due" ON "payment_addresses" USING btree ("next_check_at") WHERE "payment_addresses"."retired_at" is null;