CREATE TABLE "payment_rechecks" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_reviews" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"checkout_id" uuid,
	"txid" text,
	"vout" integer,
	"reason" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"due_sats" bigint,
	"received_sats" bigint NOT NULL,
	"missing_sats" bigint NOT NULL,
	"excess_sats" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chain_outputs" ADD COLUMN "rate_cents" bigint;--> statement-breakpoint
ALTER TABLE "payment_decisions" ADD COLUMN "received_sats" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_decisions" ADD COLUMN "undoes" bigint;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "decision_id" bigint;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "rest_sats" bigint;--> statement-breakpoint
ALTER TABLE "payment_reviews" ADD CONSTRAINT "payment_reviews_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reviews_checkout" ON "payment_reviews" USING btree ("checkout_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reviews_output" ON "payment_reviews" USING btree ("txid","vout");--> statement-breakpoint
CREATE INDEX "payment_reviews_since" ON "payment_reviews" USING btree ("since","id");--> statement-breakpoint
ALTER TABLE "payment_decisions" ADD CONSTRAINT "payment_decisions_undoes_payment_decisions_id_fk" FOREIGN KEY ("undoes") REFERENCES "public"."payment_decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_decision_id_payment_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."payment_decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_decisions_undoes" ON "payment_decisions" USING btree ("undoes");--> statement-breakpoint
CREATE INDEX "quotes_address_rest" ON "quotes" USING btree ("address","rest_sats") WHERE "quotes"."rest_sats" is not null;--> statement-breakpoint

-- An order that is rejected or deleted, or no longer is, has its money looked at again.
CREATE FUNCTION recheck_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_rechecks (checkout_id) VALUES (new.checkout_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_recheck_payment AFTER UPDATE OF status, deleted_at ON orders FOR EACH ROW
  WHEN ((old.status = 'rejected') <> (new.status = 'rejected')
    OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL))
  EXECUTE FUNCTION recheck_payment();--> statement-breakpoint

-- What was sent back is no sale any more, even when the order was completed.
CREATE OR REPLACE FUNCTION is_sale(status text, payment_status text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status <> 'rejected' AND payment_status <> 'refunded'
    AND (status = 'completed' OR payment_status IN ('paid', 'overpaid'))
$$;
--> statement-breakpoint

-- Money that had come before there was a list of what waits.
INSERT INTO payment_rechecks (checkout_id) SELECT DISTINCT checkout_id FROM chain_outputs WHERE checkout_id IS NOT NULL;
