CREATE TABLE "refund_transactions" (
	"decision_id" bigint PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'unseen' NOT NULL,
	"paid_sats" bigint,
	"next_check_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "refund_transactions" ADD CONSTRAINT "refund_transactions_decision_id_payment_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."payment_decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_transactions_due" ON "refund_transactions" USING btree ("next_check_at");