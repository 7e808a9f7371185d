-- migration: 0016_delivery_adapter
-- A shop as release 1.0.0 left it: at least one row in every table, with texts that are easily broken.
INSERT INTO users (id, name, email, email_verified, image, two_factor_enabled, created_at, updated_at, role, referral_code, referred_by, birthday, blocked_at) VALUES
  ('owner', 'Robin "the owner" O''Neil, \ Ltd.', 'robin@example.com', true, NULL, true, '2026-01-02 03:04:05.678901+00', '2026-01-02 03:04:05+00', 'admin', 'AAAA2222', NULL, NULL, NULL),
  ('mira', E'Mïra\nHolt 🙂 ‏مرحبا', 'mira@example.com', true, '', false, '2026-02-03 04:05:06+00', '2026-02-03 04:05:06+00', 'customer', 'BBBB3333', 'owner', '2000-02-29', NULL),
  ('gone', '(a,b,"c")', 'gone@example.com', false, NULL, NULL, '2026-02-04 00:00:00+00', '2026-02-04 00:00:00+00', 'customer', 'CCCC4444', NULL, '1970-01-01', '2026-03-01 00:00:00+00');

INSERT INTO identities (id, user_id, provider_id, account_id, password, created_at, updated_at) VALUES
  ('identity-1', 'owner', 'credential', 'owner', 'salt:0011223344', '2026-01-02 03:04:05+00', '2026-01-02 03:04:05+00'),
  ('identity-2', 'mira', 'google', '1234567890', NULL, '2026-02-03 04:05:06+00', '2026-02-03 04:05:06+00');
INSERT INTO sessions (id, user_id, token, expires_at, ip_address, user_agent, created_at, updated_at) VALUES
  ('session-1', 'owner', 'token-1', '2026-12-31 00:00:00+00', '203.0.113.7', 'Firefox', '2026-03-01 00:00:00+00', '2026-03-01 00:00:00+00');
INSERT INTO two_factors (id, user_id, secret, backup_codes, last_step) VALUES ('two-factor-1', 'owner', 'encrypted', 'encrypted too', 58800000);
INSERT INTO email_changes (digest, user_id, previous_email, had_two_factor, changed_at, expires_at) VALUES
  (repeat('34', 32), 'mira', 'Mïra@example.org', false, '2026-03-01 00:00:00+00', '2026-03-31 00:00:00+00');
INSERT INTO verifications (id, identifier, value, expires_at) VALUES ('verification-1', 'reset-password:abc', 'mira', '2026-12-31 00:00:00+00');
INSERT INTO admin_count (count, last_updated) VALUES (1, '2026-01-02 03:04:05+00');
INSERT INTO attempts (key, window_start, count) VALUES ('track:203.0.113.7', '2026-03-01 00:00:00+00', 3);
INSERT INTO secrets (name, value) VALUES ('auth', repeat('ab', 32)), ('tracking-links', repeat('cd', 32));
INSERT INTO settings (name, value, version, updated_at) VALUES
  ('timeZone', '"America/New_York"', 2, '2026-01-02 03:04:05+00'),
  ('shopName', '"Coins \"and\" more\u2028\n"', 1, '2026-01-02 03:04:05+00'),
  ('unknown-to-later-ones', '{"a": [1.50, 12345678901234567890.123, null, true, ""], "b": {}}', 1, '2026-01-02 03:04:05+00'),
  ('nothing', 'null', 1, '2026-01-02 03:04:05+00');

UPDATE metric_snapshots SET zone = 'America/New_York';

INSERT INTO packages (id, coins, price_cents, discount, popular, description, position, created_at, updated_at, deleted_at) VALUES
  ('1', 70, 299, 0, false, 'Perfect for beginners', 0, '2026-01-02 00:00:00+00', '2026-01-02 00:00:00+00', NULL),
  ('2', 350, 1499, 12.75, true, '', 1, '2026-01-02 00:00:00+00', '2026-01-02 00:00:00+00', NULL),
  ('old', 10, 100, 0, false, 'No more', 2, '2026-01-02 00:00:00+00', '2026-02-02 00:00:00+00', '2026-02-02 00:00:00+00');

-- One that is paid and completed, one that waits, one that was rejected unpaid, one that was paid, then deleted; a
-- checkout that never became an order.
INSERT INTO checkouts (id, visitor_hash, state, package, tiktok_username, tiktok_uid, email, created_at, updated_at)
SELECT ('00000000-0000-4000-8000-00000000000' || n)::uuid, 'visitor-' || n, CASE WHEN n = 5 THEN 'open' ELSE 'done' END,
  '{"id": "2", "coins": 350, "priceCents": 1499, "discount": 12.75, "popular": true, "description": "", "placement": "grid"}',
  'mira.holt', NULL, 'Mira@Example.com', timestamptz '2026-03-01 00:00:00+00' + n * interval '1 day', timestamptz '2026-03-01 01:00:00+00' + n * interval '1 day'
FROM generate_series(1, 5) n;
INSERT INTO address_keys (key, next_index, used_index, shared_below) VALUES
  ('zpub-of-the-shop', 6, 4, 3),
  ('zpub-of-a-restored-shop', 1, -1, NULL);
INSERT INTO payment_addresses (address, checkout_id, key, key_index, issued_at, next_check_at, last_checked_at, retired_at)
SELECT 'bc1q-address-' || n, ('00000000-0000-4000-8000-00000000000' || n)::uuid, 'zpub-of-the-shop', n,
  timestamptz '2026-03-01 00:30:00+00' + n * interval '1 day', '2026-04-01 00:00:00+00', '2026-03-31 00:00:00+00', CASE WHEN n < 3 THEN timestamptz '2026-03-31 00:00:00+00' END
FROM generate_series(1, 5) n;
INSERT INTO quotes (checkout_id, address, sats, price_cents, rate_cents, margin_basis_points, sources, policy, locked_at, expires_at)
SELECT ('00000000-0000-4000-8000-00000000000' || n)::uuid, 'bc1q-address-' || n, 14990, 1499, 10000000, 50, '["kraken", "coinbase"]',
  NULL, timestamptz '2026-03-01 00:30:00+00' + n * interval '1 day', timestamptz '2026-03-01 01:30:00+00' + n * interval '1 day'
FROM generate_series(1, 5) n;
INSERT INTO quotes (checkout_id, address, sats, price_cents, rate_cents, margin_basis_points, sources, policy, locked_at, expires_at) VALUES
  ('00000000-0000-4000-8000-000000000005', NULL, 14990, 1499, 10000000, 0, '["kraken"]', NULL, '2026-03-06 02:30:00+00', '2026-03-06 03:30:00+00');
INSERT INTO lightning_invoices (checkout_id, quote_id, node, payment_hash, bolt11, sats, created_at, expires_at, next_check_at, last_checked_at, watched_until, unknown_since, settled_at, paid_msat, settle_index)
SELECT checkout_id, id, 'phoenixd', repeat('5', 64), 'lnbc149900n1', sats, locked_at, expires_at, NULL, '2026-03-07 03:30:00+00', '2026-03-06 02:31:00+00', NULL, NULL, NULL, NULL
FROM quotes WHERE address IS NULL;
INSERT INTO chain_outputs (txid, vout, address, sats, checkout_id, first_seen_at, state, block_hash, block_height, rate_cents, seen_by_all) VALUES
  (repeat('1', 64), 0, 'bc1q-address-1', 14990, '00000000-0000-4000-8000-000000000001', '2026-03-02 00:40:00+00', 'confirmed', 'block-100', 100, 10000000, true),
  (repeat('4', 64), 1, 'bc1q-address-4', 14990, '00000000-0000-4000-8000-000000000004', '2026-03-05 00:40:00+00', 'confirmed', 'block-103', 103, 10000000, true),
  (repeat('9', 64), 0, 'bc1q-address-1', 2100000000000000, NULL, '2026-03-09 00:40:00+00', 'dropped', NULL, NULL, NULL, false);
INSERT INTO block_headers (hash, previous, merkle_root, height, time, work, best) VALUES
  ('block-109', 'block-108', repeat('7', 64), 109, '2026-03-09 23:50:00+00', 1234567890123456789012345678, true),
  ('block-110', 'block-109', repeat('8', 64), 110, '2026-03-10 00:00:00+00', 1234567890123456789012345679, true),
  ('stale-110', 'block-109', repeat('9', 64), 110, '2026-03-10 00:00:01+00', 1234567890123456789012345679, false);
INSERT INTO chain_tip (height, hash, seen_at) VALUES (110, 'block-110', '2026-03-10 00:00:00+00');
INSERT INTO price_samples (source, rate_cents, at) VALUES ('kraken', 10000000, '2026-03-10 00:00:00+00');

INSERT INTO orders (id, checkout_id, package, tiktok_username, email, status, status_reason, payment_method, payment_status, bitcoin_wallet, total_cents, created_at, updated_at, settled_at, note, deleted_at, refund_address, mails_held, completed_at)
SELECT o.id, c.id, c.package, 'mira.holt', 'Mira@Example.com', o.status, o.reason, 'bitcoin', o.payment, 'bc1q-address-' || o.n, 1499, c.updated_at, c.updated_at, o.settled, o.note, o.deleted, o.refund_address, o.held, o.completed
FROM (VALUES
  (1, 'PAID111', 'completed', NULL, 'paid', timestamptz '2026-03-02 02:00:00+00', 'Says "thank you", \o/', NULL::timestamptz, 'bc1q-back', false, timestamptz '2026-03-03 02:00:00+00'),
  (2, 'WAIT222', 'pending', NULL, 'pending', NULL, '', NULL, NULL, true, NULL),
  (3, 'LATE333', 'rejected', 'not paid', 'pending', NULL, '', NULL, NULL, false, NULL),
  (4, 'GONE444', 'processing', NULL, 'paid', '2026-03-05 02:00:00+00', '', '2026-03-06 00:00:00+00', NULL, false, NULL)
) AS o (n, id, status, reason, payment, settled, note, deleted, refund_address, held, completed)
JOIN checkouts c ON c.id = ('00000000-0000-4000-8000-00000000000' || o.n)::uuid;
INSERT INTO order_events (order_id, type, data, at) SELECT id, 'placed', '{"by": "customer"}', created_at FROM orders ORDER BY created_at;
INSERT INTO order_events (order_id, type, data, at) VALUES
  ('PAID111', 'payment', '{"from": "pending", "to": "paid", "receivedSats": 14990, "dueSats": 14990}', '2026-03-02 02:00:00+00'),
  ('PAID111', 'status', '{"from": "pending", "to": "completed", "by": "robin@example.com"}', '2026-03-03 02:00:00+00');
INSERT INTO order_access (order_id, visitor_hash, granted_at) VALUES ('PAID111', 'visitor-1', '2026-03-02 01:00:00+00');
INSERT INTO order_leases (order_id, user_id, taken_at, renewed_at) VALUES ('WAIT222', 'owner', '2026-03-03 01:00:00+00', '2026-03-03 01:01:00+00');
INSERT INTO payment_decisions (checkout_id, txid, vout, kind, reason, received_sats, refund, undoes, by_email, at) VALUES
  ('00000000-0000-4000-8000-000000000004', NULL, NULL, 'refund', 'Asked for it back', 14990, '{"sats": 14990, "address": "bc1q-back", "txid": "refund"}', NULL, 'robin@example.com', '2026-03-07 00:00:00+00'),
  ('00000000-0000-4000-8000-000000000004', NULL, NULL, 'undo', 'Sent to the wrong one', 14990, NULL, 1, 'robin@example.com', '2026-03-08 00:00:00+00');
INSERT INTO refund_transactions (decision_id, state, paid_sats, block_hash, next_check_at) VALUES (1, 'confirmed', 14990, 'block-109', '2026-03-10 01:00:00+00');
INSERT INTO payment_reviews (checkout_id, reason, since, due_sats, received_sats, missing_sats, excess_sats) VALUES
  ('00000000-0000-4000-8000-000000000004', 'deleted', '2026-03-06 00:00:00+00', 14990, 14990, 0, 0);
INSERT INTO payment_rechecks (checkout_id) VALUES ('00000000-0000-4000-8000-000000000004');

INSERT INTO ledger (user_id, kind, points, cents, order_id, once_key, at) VALUES
  ('mira', 'order', 280, 0, 'PAID111', NULL, '2026-03-03 02:00:01+00'),
  ('owner', 'referral', 0, 75, 'PAID111', NULL, '2026-03-03 02:00:01+00'),
  ('mira', 'birthday', 100, 0, NULL, 'birthday:2026', '2026-03-01 00:00:00+00');
INSERT INTO ledger_cursor (last_event_id) VALUES (6);
INSERT INTO mails (key, "to", message, created_at, next_try_at, attempts, last_error, sent_at, failed_at) VALUES
  ('order-placed:PAID111', 'Mira@Example.com', '{"template": "order-placed", "orderId": "PAID111", "coins": 350, "tiktokUsername": "mira.holt", "totalCents": 1499, "payment": null, "trackingKey": "key"}', '2026-03-02 01:00:00+00', '2026-03-02 01:00:00+00', 1, NULL, '2026-03-02 01:00:01+00', NULL),
  ('order-placed:WAIT222', 'Mira@Example.com', '{"template": "order-placed", "orderId": "WAIT222", "coins": 350, "tiktokUsername": "mira.holt", "totalCents": 1499, "payment": null, "trackingKey": "key"}', '2026-03-03 01:00:00+00', '2026-03-03 02:00:00+00', 2, '451 later', NULL, NULL),
  ('order-placed:GONE444', 'Mira@Example.com', '{"template": "order-placed", "orderId": "GONE444", "coins": 350, "tiktokUsername": "mira.holt", "totalCents": 1499, "payment": null, "trackingKey": "key"}', '2026-03-05 01:00:00+00', '2026-03-05 02:00:00+00', 31, '550 no such mailbox', NULL, '2026-03-06 01:00:00+00');
INSERT INTO audit_log (at, actor_id, actor_email, ip, action, subject, subject_id, data) VALUES
  ('2026-03-03 02:00:00+00', 'owner', 'robin@example.com', '203.0.113.7', 'order.status', 'order', 'PAID111', '{"from": "pending", "to": "completed"}');

INSERT INTO sign_in_places (user_id, digest, first_at) VALUES ('owner', repeat('ef', 32), '2026-01-02 03:04:05+00');
INSERT INTO api_keys (name, digest, beginning, scopes, created_at, created_by) VALUES
  ('Delivery "bot"', repeat('12', 32), 'sk_abcd', '["orders:read"]', '2026-03-01 00:00:00+00', 'robin@example.com');
INSERT INTO subscribers (email, source, requested_at, confirmed_at) VALUES
  ('mira@example.com', 'footer', '2026-03-01 00:00:00+00', '2026-03-01 00:01:00+00'),
  ('gone@example.com', 'footer', '2026-03-01 00:00:00+00', NULL);
INSERT INTO newsletters (subject, markdown, state, created_at, updated_at) VALUES
  ('News, at last', E'# Hello\n\n*Coins*; and "more"', 'draft', '2026-03-01 00:00:00+00', '2026-03-01 00:00:00+00');
INSERT INTO receipts (method, reference, checkout_id, cents, currency, received_at, recorded_at) VALUES
  ('bank_transfer', 'entry-1', NULL, 1499, 'USD', '2026-03-04 00:00:00+00', '2026-03-04 00:00:00+00');
INSERT INTO hosted_pages (method, reference, checkout_id, url, cents, opened_at, expires_at) VALUES
  ('stripe', 'cs_1', '00000000-0000-4000-8000-000000000005', 'https://checkout.example/cs_1', 1499, '2026-03-06 00:30:00+00', '2026-03-06 01:30:00+00');
INSERT INTO statement_entries (reference, cents, currency, booked_on, payer, purpose, imported_at, imported_by, state, receipt_id) VALUES
  ('entry-1', 1499, 'USD', '2026-03-04', 'Mïra "Holt"', 'PAID111', '2026-03-04 00:00:00+00', 'robin@example.com', 'new', 1);
INSERT INTO statement_layouts (heads, layout, saved_at) VALUES
  ('date;amount;purpose', '{"columns": {"date": 0, "amount": 1, "purpose": 2}, "dateOrder": "dmy", "decimal": ",", "currency": "EUR"}', '2026-03-04 00:00:00+00');
INSERT INTO webhook_endpoints (url, events, secret, created_at, updated_at) VALUES
  ('https://hooks.example/satchel?a=b&c="d"', '{order.placed,order.deleted}', 'whsec_secret', '2026-03-01 00:00:00+00', '2026-03-01 00:00:00+00');
INSERT INTO webhook_deliveries (id, endpoint_id, order_id, type, body, created_at, next_try_at, attempts, last_error) VALUES
  ('00000000-0000-4000-8000-0000000000aa', 1, 'PAID111', 'order.placed', '{"id": "evt"}', '2026-03-02 01:00:00+00', '2026-03-02 02:00:00+00', 1, 'status 500');
INSERT INTO webhook_attempts (delivery_id, at, duration_ms, url, signature, status, response) VALUES
  ('00000000-0000-4000-8000-0000000000aa', '2026-03-02 01:00:01+00', 12, 'https://hooks.example/satchel', 't=1,v1=ab', 500, E'<b>no</b>\n');
INSERT INTO invoice_series (name, begun_at) VALUES ('B', '2026-03-10 00:00:00+00');
INSERT INTO order_deliveries (order_id, since, next_try_at, attempts, deadline, pending, reason, reference, delivered_at, failed_at) VALUES
  ('PAID111', '2026-03-01 00:00:00+00', NULL, 2, '2026-03-03 03:00:00+00', false, E'There is no "account"; ask', 'ref-1', NULL, '2026-03-03 02:30:00+00');

INSERT INTO installation_facts (name, value) VALUES
  ('live-since', '"2026-01-02T03:04:05.000Z"'),
  ('unknown-to-later-ones', '{"a": "\"quoted\"", "b": null}');

-- Some metrics folded, some not yet.
SELECT fold_metrics();
SELECT count_moment('visit', '2026-03-01 12:00:00+00', 12);
