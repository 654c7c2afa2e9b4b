"""Notices on a phone that lies on the table: let in once, shown while nothing is open, opened by a tap."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, expect

from tests.browser.driving import drives
from tests.browser.seats import Seat, seated
from tests.browser.test_sheet import axe_finds
from tests.halls import LiveHall

#: In the place of the browser's maker, whom no test may ask, and of the person, who cannot be asked without windows.
SUBSCRIBES = """
const subscribe = async (wanted) => {
  const keys = { p256dh: "%s", auth: "AAECAwQFBgcICQoLDA0ODw" };
  if (wanted.applicationServerKey.length !== 65) throw new Error("no key");
  return { toJSON: () => ({ endpoint: "https://push.example.org/1", keys }) };
};
if (isSecureContext) {
  Notification.requestPermission = async () => "granted";
  ServiceWorkerRegistration.prototype.showNotification = async () => {};
  Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => null });
}
"""
#: In the place of a lock screen, and of the windows of a telephone.
SHOWS = """() => {
  self.shown = [];
  registration.showNotification = async (title, { body }) => shown.push(`${title}: ${body}`);
  clients.openWindow = async (address) => shown.push(`opens ${address}`);
}"""
TAPPED = """() => {
  const tap = new ExtendableEvent("notificationclick");
  tap.notification = { close() {}, data: { address: "/notices/x1/" } };
  dispatchEvent(tap);
}"""
#: Each of them waits for three seconds at most.
NOBODY = """async () => {
  for (let look = 0; look < 150 && (await clients.matchAll({ includeUncontrolled: true })).length; look++)
    await new Promise((done) => setTimeout(done, 20));
}"""
SHOWN_AFTER = """async (count) => {
  for (let look = 0; look < 150 && shown.length < count; look++) await new Promise((done) => setTimeout(done, 20));
  return shown;
}"""


@pytest.fixture
def anna(browser: Browser, hall_server: LiveHall) -> Seat:
    seat = seated(browser, hall_server, "Anna", phone=True, still=True)
    seat.page.goto("/notices/")
    shown = seat.page.locator("[data-push]").get_attribute("data-push")
    seat.page.add_init_script(SUBSCRIBES % shown)
    seat.page.goto("/notices/")
    return seat


class Maker:
    """The maker of somebody's browser, who hands over what the hall sends."""

    def __init__(self, seat: Seat) -> None:
        self.origin = seat.page.evaluate("location.origin")
        self.wire: CDPSession = seat.page.context.new_cdp_session(seat.page)
        registered: list[str] = []

        def heard(said: dict[str, Any]) -> None:
            registered.extend(one["registrationId"] for one in said["registrations"])

        self.wire.on("ServiceWorker.workerRegistrationUpdated", heard)
        self.wire.send("ServiceWorker.enable")
        seat.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.registration = registered[-1]
        (self.worker,) = seat.page.context.service_workers
        self.worker.evaluate(SHOWS)

    def hands_over(self, **told: str) -> None:
        message = {"origin": self.origin, "registrationId": self.registration, "data": json.dumps(told)}
        self.wire.send("ServiceWorker.deliverPushMessage", message)

    def wait_for_nobody(self) -> None:
        """Wait until no page of the hall is open."""
        self.worker.evaluate(NOBODY)

    def shown(self) -> list[str]:
        return self.shown_after(0)

    def shown_after(self, count: int) -> list[str]:
        """The notices shown, once there are so many."""
        found: list[str] = self.worker.evaluate(SHOWN_AFTER, count)
        return found


def test_a_phone_is_told_while_nobody_looks(anna: Seat) -> None:
    page = anna.page
    assert axe_finds(page) == []
    with drives(page, "push.js"):
        page.get_by_role("button", name="Notify me on this device").click()
        expect(page.get_by_text("this one")).to_be_visible()
        # The page is loaded anew: its words are there before its scripts have run.
        page.wait_for_load_state()
    maker, told = Maker(anna), {"title": "The Ford", "text": "Rook: defend?", "address": "/notices/x1/"}
    maker.hands_over(id="x1", **told)
    page.wait_for_timeout(300)
    assert maker.shown() == [], "a page in sight says it itself"
    page.goto("about:blank")
    maker.wait_for_nobody()
    maker.hands_over(id="x2", **told)
    assert maker.shown_after(1) == ["The Ford: Rook: defend?"]
    maker.worker.evaluate(TAPPED)
    assert maker.shown_after(2)[-1] == "opens /notices/x1/"
    page.goto("/notices/")
    page.get_by_role("button", name="Remove Chrome").click()
    expect(page.get_by_text("this one")).to_have_count(0)
    assert not anna.complaints


def test_whoever_blocks_it_is_told_how_to_allow_it(anna: Seat) -> None:
    anna.page.evaluate("Notification.requestPermission = async () => 'denied'")
    anna.page.get_by_role("button", name="Notify me on this device").click()
    expect(anna.page.get_by_text("This browser blocks notifications from Winterhall.")).to_be_visible()


def test_where_it_cannot_be_had_the_page_says_why(anna: Seat) -> None:
    anna.page.add_init_script("delete window.PushManager")
    anna.page.goto("/notices/")
    expect(anna.page.get_by_text("This browser cannot show notifications.")).to_be_visible()
    expect(anna.page.get_by_role("button", name="Notify me on this device")).to_be_hidden()
