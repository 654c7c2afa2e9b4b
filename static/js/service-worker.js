// What runs while Winterhall is closed: it shows the notices that the hall sends to this device, and opens what one taps.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const pages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

// A page that somebody looks at says it itself.
async function tell({ id, title, text, address }) {
  if ((await pages()).some((page) => page.visibilityState === "visible")) return;
  await self.registration.showNotification(title, { body: text, tag: id, data: { address } });
}

async function open(address) {
  const [page] = await pages();
  if (!page) return self.clients.openWindow(address);
  await page.focus();
  return page.navigate(address);
}

self.addEventListener("push", (event) => event.waitUntil(tell(event.data.json())));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.address ?? "/notices/"));
});
