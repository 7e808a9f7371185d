import { useRouteLoaderData } from "react-router";
import type { loader } from "./route.tsx";

/** The list that an order's panel stands beside. */
export function useList() {
  return useRouteLoaderData<typeof loader>("routes/admin/orders/route");
}
