/** Everything the owner can choose, with what holds until they do. */
export const defaultSettings = {
  shopName: "Satchel",
  supportEmail: "support@satchel.example",
  /** IANA name; what "today" means in the back office and in mails. */
  timeZone: "UTC",
  /** Mail to the customer when an order is placed. */
  orderConfirmation: true,
};

export type Settings = typeof defaultSettings;
