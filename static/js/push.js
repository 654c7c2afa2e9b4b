// Notices on this device while Winterhall is closed. The browser's maker delivers them, encrypted for this browser alone; the
// hall is told where to send them, and with which key.

import { csrf } from "./play.js";

const place = document.querySelector("[data-push]");
const state = place.querySelector("[data-push-state]");
const button = place.querySelector("[data-push-on]");

const BLOCKED = "This browser blocks notifications from Winterhall. Allow them in its settings for this site.";
const FAILED = "That did not work. Check the connection and try again.";

const octets = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
const isApple = () => /iPhone|iPad/.test(navigator.userAgent);

// Why it cannot be had here, if it cannot.
function obstacle() {
  if (!isSecureContext) return "Messages to a device need an address that begins with https://.";
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) return "";
  return isApple() ? "On an iPhone, add Winterhall to the home screen first and open it from there." : "This browser cannot show notifications.";
}

function name() {
  const agent = navigator.userAgent;
  const browser = ["Firefox", "Edg", "OPR", "Chrome", "Safari"].find((one) => agent.includes(one));
  const system = ["iPhone", "iPad", "Android", "Windows", "Mac", "Linux"].find((one) => agent.includes(one));
  return [{ Edg: "Edge", OPR: "Opera" }[browser] ?? browser ?? "Browser", system].filter(Boolean).join(" on ");
}

async function subscribe() {
  const registration = await navigator.serviceWorker.register(place.dataset.worker);
  await navigator.serviceWorker.ready;
  // A subscription for another key is from before the hall's key changed; nothing sent to it would arrive.
  const old = await registration.pushManager.getSubscription();
  await old?.unsubscribe();
  const wanted = { userVisibleOnly: true, applicationServerKey: octets(place.dataset.push) };
  const { endpoint, keys } = (await registration.pushManager.subscribe(wanted)).toJSON();
  const body = new URLSearchParams({ address: endpoint, key: keys.p256dh, secret: keys.auth, name: name() });
  const response = await fetch(place.dataset.devices, { method: "POST", body, headers: csrf() });
  if (!response.ok || response.redirected) throw new Error(`answered ${response.status}`);
  await registration.showNotification("Winterhall", { body: "Notices arrive here from now on.", tag: "first" });
}

button.addEventListener("click", async () => {
  button.disabled = true;
  state.textContent = "";
  try {
    if ((await Notification.requestPermission()) !== "granted") state.textContent = BLOCKED;
    else {
      await subscribe();
      location.reload();
    }
  } catch {
    state.textContent = FAILED;
  }
  button.disabled = false;
});

state.textContent = obstacle();
button.hidden = Boolean(obstacle());
