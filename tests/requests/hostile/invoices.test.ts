import { expect, test } from "vitest";
import { openTestApp, type TestApp } from "../open-app.ts";
import { placeOrder } from "../place-order.ts";

test("many invoices at once from one address get 429, and another buyer's is printed meanwhile", async () => {
  const app = await openTestApp();
  const orders = await Promise.all(Array.from({ length: 15 }, () => placeOrder(app)));
  const other = await placeOrder(app);
  const many = orders.map((order) => invoiceOf(app, order, "203.0.113.66"));
  const printed = await invoiceOf(app, other, "203.0.113.7");
  expect(printed.headers.get("content-type")).toBe("application/pdf");
  const responses = await Promise.all(many);
  const refused = responses.filter(({ status }) => status === 429);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(15 - refused.length);
  expect(refused.length).toBeGreaterThan(0);
  for (const response of refused) {
    expect(response.headers.get("retry-after")).toBe("5");
    expect(await response.text()).toContain("Too many invoices at once.");
  }
});

function invoiceOf(
  app: TestApp,
  { id, visitor }: Awaited<ReturnType<typeof placeOrder>>,
  from: string,
): Promise<Response> {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return app.fetch(`/orders/${id}/invoice`, { headers: { cookie, "x-forwarded-for": from } });
}
