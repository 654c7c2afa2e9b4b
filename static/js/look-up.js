// An entry of the compendium, shown in a dialog over the page on which its name stands.

const addressOf = (link) => `${link.origin}${link.pathname}${encodeURIComponent(decodeURIComponent(link.hash.slice(1)))}/`;

async function read(link) {
  try {
    const response = await fetch(addressOf(link), { headers: { Accept: "text/html" } });
    return response.ok && !response.redirected ? await response.text() : "";
  } catch {
    return "";
  }
}

let asked = 0;

export async function lookUp(dialog, link) {
  const mine = (asked += 1);
  const told = await read(link);
  if (mine !== asked) return undefined;
  // What cannot be shown here is shown where it stands; what somebody was filling in stays open.
  if (!told) return open(link.href, "_blank", "noopener");
  dialog.querySelector("[data-looked-up]").innerHTML = told;
  dialog.querySelector("[data-lookup-whole]").href = link.href;
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  return undefined;
}
