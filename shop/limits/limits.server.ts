export interface Limit {
  /** Names the limited action; the stored key adds the subject. */
  name: string;
  max: number;
  windowSeconds: number;
}

/** Failed order lookups by network address; those with an email also by order. */
export const trackingLimit: Limit = { name: "track", max: 20, windowSeconds: 600 };
export const trackingByOrder: Limit = { name: "track-order", max: 100, windowSeconds: 3600 };

/** Changes of the address for a refund, by order. */
export const refundAddressByOrder: Limit = {
  name: "refund-address",
  max: 20,
  windowSeconds: 3600,
};

/** Corrections of an order's email, by order and by network address. */
export const emailCorrectionByOrder: Limit = {
  name: "order-email",
  max: 5,
  windowSeconds: 86_400,
};
export const emailCorrectionByAddress: Limit = {
  name: "order-email-from",
  max: 60,
  windowSeconds: 3600,
};

/** Devices that buyers want to be notified on, by order and by network address. */
export const deviceByOrder: Limit = { name: "device-of", max: 20, windowSeconds: 3600 };
export const buyerDeviceByAddress: Limit = {
  name: "buyer-device-from",
  max: 60,
  windowSeconds: 3600,
};

/** Messages of buyers, by order and by network address. */
export const messageByOrder: Limit = { name: "message-on", max: 20, windowSeconds: 3600 };
export const buyerMessageByAddress: Limit = {
  name: "buyer-message-from",
  max: 60,
  windowSeconds: 3600,
};

/** Sign-ins by network address. Failed ones also by account and network address, and by account over all networks. */
export const signInByAddress: Limit = { name: "sign-in-from", max: 200, windowSeconds: 600 };
export const signInByAccountAndAddress: Limit = {
  name: "sign-in-as-from",
  max: 10,
  windowSeconds: 600,
};
export const signInByAccount: Limit = { name: "sign-in-as", max: 100, windowSeconds: 3600 };

/** Challenges for passkeys, of which each opened sign-in page takes one, by network address. */
export const passkeyChallengeByAddress: Limit = {
  name: "passkey-from",
  max: 600,
  windowSeconds: 600,
};

/** Sign-ins of a browser that signed in to the account before, and password prompts of a session. */
export const signInByBrowser: Limit = { name: "sign-in-by", max: 20, windowSeconds: 600 };
export const promptBySession: Limit = { name: "prompt-of", max: 20, windowSeconds: 600 };

/** Password resets by a mailed link, by network address. */
export const resetByAddress: Limit = { name: "reset-from", max: 50, windowSeconds: 3600 };

/** Invitations to the team that are accepted or do not exist, by network address. */
export const invitationByAddress: Limit = {
  name: "invitation-from",
  max: 50,
  windowSeconds: 3600,
};

/** Registrations and mails with links, by network address and by email address. */
export const registrationByAddress: Limit = {
  name: "register-from",
  max: 200,
  windowSeconds: 3600,
};
export const registrationByEmail: Limit = { name: "register-as", max: 10, windowSeconds: 3600 };
export const mailByAddress: Limit = { name: "mail-from", max: 200, windowSeconds: 3600 };
export const mailByAccount: Limit = { name: "mail-to", max: 10, windowSeconds: 3600 };

/** Mails that administrators send again, by email address. */
export const resendByEmail: Limit = { name: "resend-to", max: 5, windowSeconds: 3600 };

/** Mails about unpaid orders of guests, by network address and by email address. */
export const orderMailByAddress: Limit = {
  name: "order-mail-from",
  max: 200,
  windowSeconds: 3600,
};
export const orderMailByEmail: Limit = { name: "order-mail-to", max: 3, windowSeconds: 3600 };

/** Withdrawals from contracts, by network address. */
export const withdrawalByAddress: Limit = { name: "withdrawal-from", max: 60, windowSeconds: 3600 };

/** First quotes of checkouts, by network address. */
export const checkoutByAddress: Limit = { name: "checkout-from", max: 300, windowSeconds: 3600 };
export const checkoutByAddressPerDay: Limit = {
  name: "checkout-day-from",
  max: 24 * checkoutByAddress.max,
  windowSeconds: 86_400,
};

/** Accounts that the delivery adapter validates at checkout, by network address. */
export const accountCheckByAddress: Limit = {
  name: "account-check-from",
  max: 60,
  windowSeconds: 3600,
};

/** Unknown codes that are entered at checkout, by network address. */
export const codeByAddress: Limit = { name: "code-from", max: 60, windowSeconds: 3600 };

/** Provider webhooks with an invalid signature, by network address. */
export const messageByAddress: Limit = { name: "message-from", max: 60, windowSeconds: 600 };

/** Newsletter subscriptions, by network address and by email address. */
export const subscribeByAddress: Limit = {
  name: "subscribe-from",
  max: 100,
  windowSeconds: 3600,
};
export const subscribeByEmail: Limit = { name: "subscribe-as", max: 5, windowSeconds: 3600 };

/** Gift codes that cannot be redeemed, by account and by network address. */
export const giftCodeByAccount: Limit = { name: "gift-code-of", max: 10, windowSeconds: 3600 };
export const giftCodeByAddress: Limit = { name: "gift-code-from", max: 60, windowSeconds: 3600 };

/** API requests by key, and those with an invalid key by network address. */
export const apiByKey: Limit = { name: "api-key", max: 300, windowSeconds: 60 };
export const apiRefusedByAddress: Limit = { name: "api-refused-from", max: 120, windowSeconds: 60 };
