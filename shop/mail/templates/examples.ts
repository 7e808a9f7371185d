/** What the examples of mails are about. */
export const orderExample = {
  orderId: "7KQ2M9X",
  coins: 350,
  tiktokUsername: "mira",
  trackingKey: "key",
};
export const dueExample = {
  address: "bc1qexample",
  sats: 25_000,
  expiresAt: "2026-11-20T10:00:00Z",
};
export const paidExample = { totalCents: 1499, receivedSats: 25_000, dueSats: 25_000 };
export const TIME_EXAMPLE = "2026-11-20T10:00:00Z";
