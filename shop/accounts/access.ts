import type { Role, TeamRole } from "./account.ts";

/** Roles of the team; the owner is in each list. */
type Roles = readonly TeamRole[];

const owner: Roles = ["admin"];
const deliverers: Roles = ["admin", "delivery"];
const bookkeepers: Roles = ["admin", "bookkeeper"];
const team: Roles = ["admin", "delivery", "bookkeeper"];

/** Who may read a route (GET and its data request), and who may send something to it. */
interface RouteAccess {
  get: Roles;
  post?: Roles;
}

/**
 * Who may open and change what in the back office, by route pattern. A route without a row is the owner's, as is a
 * post without `post`. The guard of the back office and each of its loaders and actions read it (`requireTeam`).
 */
export const routeAccess: Readonly<Record<string, RouteAccess>> = {
  "/admin": { get: owner },
  "/admin/deliver": { get: deliverers, post: deliverers },
  "/admin/deliver/orders": { get: deliverers },
  "/admin/deliver/orders/:orderId": { get: deliverers, post: deliverers },
  "/admin/orders": { get: owner },
  "/admin/orders/:orderId": { get: owner },
  "/admin/orders/export": { get: bookkeepers, post: bookkeepers },
  "/admin/review": { get: bookkeepers, post: bookkeepers },
  "/admin/review/:subject": { get: bookkeepers, post: bookkeepers },
  "/admin/review/receipts/:receiptId": { get: bookkeepers, post: bookkeepers },
  "/admin/bank": { get: bookkeepers, post: bookkeepers },
  "/admin/packages": { get: owner },
  "/admin/packages/table": { get: owner },
  "/admin/promotions": { get: owner },
  "/admin/promotions/gift-codes": { get: owner },
  "/admin/reports": { get: bookkeepers },
  "/admin/reports/export": { get: bookkeepers, post: bookkeepers },
  "/admin/reports/figures": { get: bookkeepers },
  "/admin/reports/vat": { get: bookkeepers },
  "/admin/reports/vat/figures": { get: bookkeepers },
  "/admin/customers": { get: owner },
  "/admin/customers/:email": { get: owner },
  "/admin/customers/export": { get: owner },
  "/admin/team": { get: owner },
  "/admin/newsletter": { get: owner },
  "/admin/newsletter/:id": { get: owner },
  "/admin/newsletter/:id/texts/:language": { get: owner },
  "/admin/newsletter/preview": { get: owner },
  "/admin/newsletter/subscribers": { get: owner },
  "/admin/newsletter/subscribers/export": { get: owner },
  "/admin/settings/:page?": { get: owner },
  "/admin/settings/texts/:language": { get: owner },
  "/admin/docs/:name": { get: owner },
  "/admin/mails": { get: owner },
  "/admin/send-to": { get: team, post: team },
  "/admin/webhooks": { get: owner },
  "/admin/webhooks/:id": { get: owner },
  "/admin/webhooks/:id/deliveries/:deliveryId": { get: owner },
  "/admin/audit": { get: owner },
  "/admin/api-keys": { get: owner },
  "/admin/changelog": { get: team },
  "/admin/search": { get: team },
  "/admin/notifications": { get: owner },
  "/admin/*": { get: team },
};

/** What service functions let others than the owner change. */
export const changeAccess = {
  /** Status, note, conversation and delivery of orders. */
  deliver: deliverers,
  /** Decisions on payments, receipts and lines of bank statements, and refunds. */
  payments: bookkeepers,
  /** Files with orders. */
  exports: bookkeepers,
} as const satisfies Record<string, Roles>;

/** Whose API keys may have each scope. A key may never more than the user who created it. */
const scopeAccess = {
  "orders:read": bookkeepers,
  "orders:write": owner,
  "packages:read": team,
  "packages:costs": owner,
} as const satisfies Record<string, Roles>;

/** Returns whether keys of a user with this role may have the scope. */
export function mayHaveScope(role: Role, scope: keyof typeof scopeAccess): boolean {
  return isOneOf(role, scopeAccess[scope]);
}

/** Who is notified of changes, by topic: each page of the back office follows those of its role. */
const liveAccess = {
  order: team,
  leases: deliverers,
  deliveries: deliverers,
  reviews: bookkeepers,
  figures: bookkeepers,
  newsletters: owner,
  webhooks: owner,
  notifications: team,
} as const satisfies Record<string, Roles>;

/** Returns the roles that are notified of a change of this topic, such as `order:7KQ2M9X` or `leases`. */
export function rolesFollowing(topic: string): Roles {
  const [name = ""] = topic.split(":");
  return Object.hasOwn(liveAccess, name) ? liveAccess[name as keyof typeof liveAccess] : [];
}

export type Change = keyof typeof changeAccess;

/** The page of the back office that each role starts at. */
export const startPages: Readonly<Record<TeamRole, string>> = {
  admin: "/admin",
  delivery: "/admin/deliver",
  bookkeeper: "/admin/reports",
};

/** Returns whether the role is one of the team, which has access to parts of the back office. */
export function isTeamRole(role: Role): role is TeamRole {
  return role !== "customer";
}

/** Returns whether the role may send such a request to the route with this pattern. */
export function mayRequest(role: Role, method: string, pattern: string): boolean {
  const row = Object.hasOwn(routeAccess, pattern) ? routeAccess[pattern] : undefined;
  const roles = method === "GET" || method === "HEAD" ? row?.get : row?.post;
  return isOneOf(role, roles ?? owner);
}

/** Returns whether the role may open a page of the back office without parameters, such as `/admin/bank`. */
export function mayOpen(role: Role, path: string): boolean {
  return mayRequest(role, "GET", path === "/admin/settings" ? "/admin/settings/:page?" : path);
}

/** Returns whether the role is in the list. */
export function isOneOf(role: Role, roles: Roles): boolean {
  return isTeamRole(role) && roles.includes(role);
}
