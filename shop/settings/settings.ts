/** Everything the owner can choose, with what holds until they do. */
export const defaultSettings = {
  shopName: "Satchel",
  supportEmail: "support@satchel.example",
  /** IANA name; what "today" means in the back office and in mails. */
  timeZone: "UTC",
  /** Mail to the customer when an order is placed. */
  orderConfirmation: true,
  /** Minutes without activity after which a session ends. */
  sessionTimeout: "30",
  /** Days after which a password must be changed at sign-in. */
  passwordExpiration: "never",
};

export type Settings = typeof defaultSettings;
