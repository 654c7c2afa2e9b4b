// Drafts of the journal, kept in this browser from the first key to "Saved": whatever becomes of the line, the session or the
// tab, what was typed is there. Each belongs to one person and one page.

const viewer = document.querySelector('meta[name="viewer"]')?.content ?? "";
const name = (key) => `journal:draft:${viewer}:${key}`;

export function keep(key, fields) {
  try {
    localStorage.setItem(name(key), JSON.stringify(fields));
    return true;
  } catch {
    return false;
  }
}

export function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(name(key)));
  } catch {
    return null;
  }
}

export function drop(key) {
  try {
    localStorage.removeItem(name(key));
  } catch {
    // Nothing can be kept here, so nothing is.
  }
}
