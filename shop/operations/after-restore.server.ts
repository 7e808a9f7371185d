import type { Db } from "#db/client.server.ts";
import { endAllSessions } from "../accounts/end-sessions.server.ts";
import { revokeEveryKey } from "../api-keys/api-keys.server.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { switchAdapterOff } from "../delivery/adapter.server.ts";
import { beginSeries } from "../invoices/invoices.server.ts";
import { holdMails } from "../mail/mails.server.ts";
import { stopAllSending } from "../newsletter/sending.server.ts";
import { holdNotifications } from "../notifications/queue.server.ts";
import { storeFact } from "../settings/installation.server.ts";
import { endInvitationLinks } from "../team/invitations.server.ts";
import { shareNextAddresses } from "#shop/payments/wallet/gap-limit-scan.server.ts";
import { checkExpectedAt } from "#shop/payments/poller/schedule.server.ts";
import { holdDeliveries } from "../webhooks/deliveries.server.ts";

/**
 * Prepares a restored shop, whose data ends at `madeAt`, so that it repeats nothing that was done since then: it gives
 * no buyer an address alone, or an amount of the fixed address, that may have been shown, begins a new invoice series,
 * ends sessions, revokes API keys, switches the delivery adapter off, and holds back mails,
 * webhook deliveries and notifications. Call
 * it in a transaction before the shop starts.
 */
export async function prepareRestoredShop(
  tx: Db,
  { madeAt, now }: { madeAt: Date; now: Date },
): Promise<{ invoiceSeries: string }> {
  const backup = `the backup of ${madeAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  await shareNextAddresses(tx);
  await storeFact(tx, "restored-at", now.toISOString());
  const series = await beginSeries(tx, now);
  // Finds payments since the backup to the addresses that it contains.
  await checkExpectedAt(tx, madeAt);
  // Sessions and links may have been ended or redeemed since the backup.
  await endAllSessions(tx);
  await endInvitationLinks(tx);
  const held = `Restored from ${backup}: it may have been sent since then`;
  const heldMails = await holdMails(tx, held, now);
  const heldWebhooks = await holdDeliveries(tx, held, now);
  const heldNotifications = await holdNotifications(tx, now);
  // Orders that were delivered by hand since the backup wait for their coins again.
  const deliveryOff = await switchAdapterOff(tx, now);
  const revokedKeys = await revokeEveryKey(tx, now);
  await stopAllSending(tx, `restored from ${backup}`, now);
  await recordAudit(tx, {
    actor: { id: null, email: "the shop", ip: null },
    action: "shop.restored",
    subject: "shop",
    data: {
      backupOf: madeAt.toISOString(),
      invoiceSeries: series,
      heldMails,
      heldWebhooks,
      heldNotifications,
      revokedKeys,
      deliveryOff,
    },
    now,
  });
  return { invoiceSeries: series };
}
