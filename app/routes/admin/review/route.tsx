import { Outlet } from "react-router";
import { servicesContext } from "#app/context.ts";
import { useLive } from "#app/live.ts";
import { requireAdmin } from "#app/session.server.ts";
import { subjectKey } from "#shop/payments/review/review.ts";
import { listDecisions, listReviews } from "#shop/payments/review/review-list.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "../shared/admin-title.ts";
import { ReviewView } from "./review-view.tsx";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Review", matches);

export async function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  const { db, office } = args.context.get(servicesContext);
  const { searchParams } = args.url;
  const after = searchParams.get("after");
  if (searchParams.get("view") === "decided") {
    const [waiting, page] = await Promise.all([office.reviews(), listDecisions(db, after)]);
    return { view: "decided" as const, waiting, ...page };
  }
  const [waiting, page] = await Promise.all([office.reviews(), listReviews(db, after)]);
  return { view: "waiting" as const, waiting, ...page };
}

export default function ReviewPage({ loaderData, params }: Route.ComponentProps) {
  useLive("admin");
  return (
    <>
      <ReviewView {...loaderData} open={params.subject ?? openReceipt(params.receiptId)} />
      <Outlet />
    </>
  );
}

/** The key of the receipt whose panel is open. */
function openReceipt(id: string | undefined): string | null {
  return id && /^\d{1,15}$/.test(id) ? subjectKey({ receiptId: Number(id) }) : null;
}
