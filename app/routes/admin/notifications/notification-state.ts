/** Whether this browser shows notifications: `unavailable` where it knows none, or the page came by plain HTTP. */
export function notificationState(): NotificationPermission | "unavailable" {
  return "Notification" in window && window.isSecureContext
    ? Notification.permission
    : "unavailable";
}
