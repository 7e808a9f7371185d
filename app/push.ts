/** What the browser posts to the shop, as the fields of a form. */
export type SubscriptionFields = Record<"endpoint" | "p256dh" | "auth", string>;

/**
 * Asks for permission and subscribes this browser to messages of the shop with this key: "denied" without permission,
 * "failed" if its push service does not answer.
 */
export async function subscribe(key: string): Promise<SubscriptionFields | "denied" | "failed"> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  try {
    await navigator.serviceWorker.register("/push-worker.js");
    const { pushManager } = await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
    const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
      // The browser makes no second subscription beside one with an earlier key of the shop.
      const earlier = await pushManager.getSubscription();
      if (!earlier) throw error;
      await earlier.unsubscribe();
      return pushManager.subscribe(options);
    });
    const { endpoint = "", keys: { p256dh = "", auth = "" } = {} } = subscription.toJSON();
    return { endpoint, p256dh, auth };
  } catch {
    return "failed";
  }
}

/** Decodes base64url: not every browser takes the key as text. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}
