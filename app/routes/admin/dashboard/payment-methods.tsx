import { Card } from "#app/ui/card.tsx";
import type { Tone } from "#app/ui/badge.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { type Share, ShareBars } from "#app/ui/meter.tsx";
import type { Dashboard } from "#shop/reports/dashboard.ts";

interface Method {
  name: string;
  label: string;
  icon: IconName;
  tone?: Tone;
}

/** The methods with a label and an icon. */
const known: Method[] = [
  { name: "bitcoin", label: "Bitcoin", icon: "wallet", tone: "btc" },
  { name: "stripe", label: "Credit Card", icon: "card" },
  { name: "paypal", label: "PayPal", icon: "mail" },
  { name: "bank_transfer", label: "Bank Transfer", icon: "bank" },
];

/** Share of each payment method in all orders. */
export function PaymentMethods({ methods }: Pick<Dashboard, "methods">) {
  const total = methods.reduce((sum, { orders }) => sum + orders, 0);
  const others = methods.filter(({ name }) => !known.some((method) => method.name === name));
  const listed = [
    ...known,
    ...others.map(({ name }): Method => ({
      name,
      label: name.replaceAll("_", " "),
      icon: "wallet",
    })),
  ];
  const shares = listed.map(({ name, label, icon, tone }): Share => {
    const orders = methods.find((method) => method.name === name)?.orders ?? 0;
    return {
      label: (
        <>
          <Icon name={icon} size="sm" />
          {label}
        </>
      ),
      tone,
      ...(orders > 0 ? shareOf(orders, total) : { percent: null, text: unused(name) }),
    };
  });
  return (
    <Card title="Payment Methods Overview" line>
      <ShareBars shares={shares} />
    </Card>
  );
}

function shareOf(orders: number, total: number): { percent: number; text: string } {
  const percent = (orders / total) * 100;
  const rounded = Math.round(percent);
  // Never rounded to 0% or 100% unless it is exact.
  if (rounded === 0) return { percent, text: "under 1%" };
  if (rounded === 100 && orders < total) return { percent, text: "over 99%" };
  return { percent, text: `${rounded}%` };
}

/** Text for a method without orders: Bitcoin is always offered. */
function unused(name: string): string {
  return name === "bitcoin" ? "No orders yet" : "Off";
}
