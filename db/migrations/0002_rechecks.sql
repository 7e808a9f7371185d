-- An order that is rejected or deleted, or no longer is, has its money looked at again.
CREATE FUNCTION recheck_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_rechecks (checkout_id) VALUES (new.checkout_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_recheck_payment AFTER UPDATE OF status, deleted_at ON orders FOR EACH ROW
  WHEN ((old.status = 'rejected') <> (new.status = 'rejected')
    OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL))
  EXECUTE FUNCTION recheck_payment();
