/**
 * The push services of browsers, with all hosts below these: Chrome and what is built on it, Firefox, Safari (Apple,
 * "Sending web push notifications in web apps and browsers"), Edge (Microsoft, "Request and receive WNS channels").
 */
const known = [
  "fcm.googleapis.com",
  "push.services.mozilla.com",
  "push.apple.com",
  "notify.windows.com",
];

/**
 * Returns whether a device's endpoint, which its browser names, is at a push service that the shop sends to: by https on
 * the usual port, at a known host or one that the owner added. The endpoint of a buyer's device is a stranger's text, and
 * is not looked up before a message is due.
 */
export function isPushService(endpoint: string, added: readonly string[]): boolean {
  const { protocol, port, hostname } = new URL(endpoint);
  const isBelow = (host: string) => hostname === host || hostname.endsWith(`.${host}`);
  return protocol === "https:" && port === "" && (known.some(isBelow) || added.includes(hostname));
}
