import type { MenuItem } from "#app/routes/shared/account-menu.tsx";
import { mayOpen } from "#shop/accounts/access.ts";
import type { Role } from "#shop/accounts/account.ts";

export interface Screen extends MenuItem {
  /** In the bar on phones; the other screens are under More. */
  inBar?: boolean;
  /** Shown to those who may not open this screen. */
  insteadOf?: string;
}

/** The screens of the back office: the daily ones first and without a label, then groups. */
const groups: { label: string | null; items: Screen[] }[] = [
  {
    label: null,
    items: [
      { to: "/admin", label: "Dashboard", icon: "home", inBar: true },
      { to: "/admin/deliver", label: "Deliver", icon: "check", inBar: true },
      { to: "/admin/orders", label: "Orders", icon: "receipt", inBar: true },
      {
        to: "/admin/deliver/orders",
        label: "Orders",
        icon: "receipt",
        inBar: true,
        insteadOf: "/admin/orders",
      },
      { to: "/admin/packages", label: "Packages", icon: "coins" },
      { to: "/admin/reports", label: "Reports", icon: "chart" },
      { to: "/admin/settings", label: "Settings", icon: "gear" },
    ],
  },
  {
    label: "Money",
    items: [
      { to: "/admin/review", label: "Review", icon: "alert", inBar: true },
      { to: "/admin/bank", label: "Bank statements", icon: "bank" },
    ],
  },
  {
    label: "Customers",
    items: [
      { to: "/admin/customers", label: "Customers", icon: "users" },
      { to: "/admin/promotions", label: "Promotions", icon: "star" },
      { to: "/admin/newsletter", label: "Newsletter", icon: "megaphone" },
      { to: "/admin/mails", label: "Emails", icon: "mail" },
    ],
  },
  {
    label: "System",
    items: [
      { to: "/admin/team", label: "Team", icon: "user" },
      { to: "/admin/send-to", label: "Send to", icon: "bell" },
      { to: "/admin/webhooks", label: "Webhooks", icon: "send" },
      { to: "/admin/api-keys", label: "API keys", icon: "key" },
      { to: "/admin/audit", label: "Audit log", icon: "shield" },
    ],
  },
];
/** A bar with so few screens has them all. */
const BAR_MAX = 4;
/** All screens of the back office, for the quick search. */
const screens: readonly Screen[] = [
  ...groups.flatMap(({ items }) => items),
  { to: "/admin/promotions/gift-codes", label: "Gift codes", icon: "gift" },
  { to: "/admin/reports/vat", label: "VAT", icon: "chart" },
];

/** Returns the screens that the role may open. */
export function screensOf(role: Role): MenuItem[] {
  return screens.filter((screen) => isShown(screen, role));
}

/** Returns the groups of screens that the role may open. */
export function groupsOf(role: Role): typeof groups {
  const open = groups.map(({ label, items }) => ({
    label,
    items: items.filter((item) => isShown(item, role)),
  }));
  const isFew = open.flatMap(({ items }) => items).length <= BAR_MAX;
  return open
    .filter(({ items }) => items.length > 0)
    .map(({ label, items }) => ({
      label,
      items: isFew ? items.map((item) => ({ ...item, inBar: true })) : items,
    }));
}

function isShown({ to, insteadOf }: Screen, role: Role): boolean {
  return mayOpen(role, to) && !(insteadOf && mayOpen(role, insteadOf));
}
