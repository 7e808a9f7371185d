// Shows push messages. It handles no requests and stores nothing.
addEventListener("push", (event) => {
  const { title, text, link, tag } = event.data.json();
  const options = { body: text, tag, data: link, icon: "/icon-192.png" };
  event.waitUntil(registration.showNotification(title, options));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data));
});

/** Shows the page's tab if there is one, or a new one. */
async function openPage(link) {
  const tabs = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find(({ url }) => url === link);
  return tab ? tab.focus() : clients.openWindow(link);
}
