ALTER TABLE "api_keys" ADD COLUMN "creator_id" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "actor_role" text;--> statement-breakpoint

-- Keys have the rights of those who created them: by the audit log, or by an address that has not changed since.
UPDATE api_keys SET creator_id = coalesce(
  (SELECT actor_id FROM audit_log WHERE action = 'api-key.created' AND audit_log.at = api_keys.created_at AND subject_id = api_keys.name LIMIT 1),
  (SELECT id FROM users WHERE lower(users.email) = lower(api_keys.created_by))
);
