import { useNavigate } from "react-router";
import { requireAdmin } from "#app/session.server.ts";
import { Drawer } from "#app/ui/drawer.tsx";
import type { Route } from "./+types/order";
import { adminTitle } from "./admin-title.ts";

export const meta: Route.MetaFunction = ({ params, matches }) =>
  adminTitle(`Order ${params.orderId}`, matches);

export function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  return { orderId: args.params.orderId };
}

/** Opens beside the list, which stays behind it. */
export default function OrderDrawer({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const list = "/admin/orders";
  return (
    <Drawer
      title="Order Details"
      under={<span className="mono">{loaderData.orderId}</span>}
      closeTo={list}
      onClose={() => void navigate(list, { preventScrollReset: true })}
    >
      {null}
    </Drawer>
  );
}
