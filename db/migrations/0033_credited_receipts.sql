ALTER TABLE "receipts" ADD COLUMN "credited_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint

-- Before, what became credit was counted as sent back.
UPDATE receipts r SET refunded_cents = r.refunded_cents - c.cents, credited_cents = c.cents
FROM (
  SELECT receipt_id, sum(refund_cents) AS cents FROM payment_decisions d
  WHERE refund ->> 'creditCents' IS NOT NULL AND receipt_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM payment_decisions u WHERE u.undoes = d.id)
  GROUP BY receipt_id
) c
WHERE c.receipt_id = r.id;
