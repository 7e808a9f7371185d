/** Returns whether this browser can receive push messages; on iOS only an app on the home screen can. */
export function canPush(): boolean {
  return (
    window.isSecureContext &&
    "serviceWorker" in navigator &&
    "PushManager" in window &&
    "Notification" in window
  );
}
