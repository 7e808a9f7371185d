import { href } from "react-router";
import { actingAccountOf } from "#app/current-checkout.server.ts";
import { redirect } from "#app/redirects.ts";
import { pathOf } from "#messages/languages.ts";
import type { Db } from "#db/client.server.ts";
import { findPackage } from "#shop/catalog/packages.server.ts";
import type { Checkout } from "#shop/checkouts/checkout.ts";
import { findOpenCheckout } from "#shop/checkout/steps.server.ts";
import { bringUpToDate, forgetChanges } from "#shop/checkout/terms-of-now.server.ts";
import type { PaymentSubmission } from "./continue-to-payment.server.ts";
import type { PackageConflict } from "./other-tab.tsx";

/** A submitted form and what all of its handlers need. */
export interface Submission extends PaymentSubmission {
  request: Request;
  url: URL;
  visitorHash: string;
}

/** Returns the visitor's open checkout as it is now, or null. */
export async function readCheckout({
  context,
  services: { db },
  visitorHash,
  now,
}: Pick<Submission, "context" | "services" | "visitorHash" | "now">): Promise<Checkout | null> {
  const open = await findOpenCheckout(db, visitorHash);
  if (!open) return null;
  return bringUpToDate(db, open.checkout.id, { account: actingAccountOf(context), now });
}

/** Returns the packages of two tabs if the page that sent the request shows another one than was chosen last. */
export async function findConflict(
  db: Db,
  url: URL,
  checkout: Checkout,
): Promise<PackageConflict | null> {
  const shownId = url.searchParams.get("package");
  if (!shownId || shownId === checkout.package.id) return null;
  return { shown: await findPackage(db, shownId, new Date()), chosen: checkout.package };
}

/** Returns the open checkout for a change at step 2, or leads to the page that says what became of it. */
export async function readOwn(submission: Submission) {
  const { services, url, headers } = submission;
  const checkout = await readCheckout(submission);
  if (!checkout) return redirect(href("/checkout"), { headers });
  const isOther = (await findConflict(services.db, url, checkout)) !== null;
  if (isOther) return redirect(pathOf(url), { headers });
  await forgetChanges(services.db, checkout.id);
  return checkout;
}
