/** The placeholders of the default texts, as the values of their messages. */
export const placeholders = {
  shopName: "{shop name}",
  supportEmail: "{support email}",
  shortPayments: "{short payments}",
  otherRefunds: "{other refunds}",
  otherCompanies: "{other companies}",
  deliveryTime: "{delivery time}",
  withdrawalData: "{withdrawal data}",
  vat: "{vat}",
  country: "{country}",
  unpaidOrders: "{unpaid orders}",
} as const;
