import { Card } from "#app/ui/card.tsx";
import type { Tone } from "#app/ui/badge.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { type Share, ShareBars } from "#app/ui/meter.tsx";
import type { PaymentMethod } from "#shop/settings/payment-method.ts";
import type { Dashboard } from "#shop/reports/dashboard.ts";

interface Method {
  name: string;
  label: string;
  icon: IconName;
  tone?: Tone;
}

const labels: Record<PaymentMethod, Omit<Method, "name">> = {
  bitcoin: { label: "Bitcoin", icon: "wallet", tone: "btc" },
  stripe: { label: "Credit Card", icon: "card" },
  paypal: { label: "PayPal", icon: "mail" },
  bank_transfer: { label: "Bank Transfer", icon: "bank" },
};

/** The methods with a label and an icon. */
const known = Object.entries(labels).map(([name, label]): Method => ({ name, ...label }));

/** Share of each payment method in all orders, and of Lightning within Bitcoin. */
export function PaymentMethods({ methods }: Pick<Dashboard, "methods">) {
  const ordersOf = (name: string) => methods.find((method) => method.name === name)?.orders ?? 0;
  const total = methods.reduce((sum, { orders }) => sum + orders, 0);
  const lightning = ordersOf("lightning");
  const others = methods.filter(
    ({ name }) => name !== "lightning" && !known.some((method) => method.name === name),
  );
  const listed = [
    ...known,
    ...others.map(({ name }): Method => ({
      name,
      label: name.replaceAll("_", " "),
      icon: "wallet",
    })),
  ];
  const shares = listed.map(({ name, label, icon, tone }): Share => {
    const orders = ordersOf(name) + (name === "bitcoin" ? lightning : 0);
    return {
      label: (
        <>
          <Icon name={icon} size="sm" />
          {label}
        </>
      ),
      tone,
      ...(orders > 0 ? shareOf(orders, total) : { percent: null, text: unused(name) }),
      ...(name === "bitcoin" && lightning > 0 && withLightning({ orders, lightning, total })),
    };
  });
  return (
    <Card title="Payment Methods Overview" line>
      <ShareBars shares={shares} />
    </Card>
  );
}

/** The share of Bitcoin, and how much of it was paid by Lightning; both in all orders. */
function withLightning(bitcoin: { orders: number; lightning: number; total: number }) {
  const { orders, lightning, total } = bitcoin;
  const all = shareOf(orders, total);
  return { ...all, text: `${all.text}, Lightning ${shareOf(lightning, total).text}` };
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
