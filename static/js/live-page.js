// A page whose parts are fetched again with each piece of news while one looks: the party, what waits for approval.

import { looking } from "./live-parts.js";

const root = document.querySelector("[data-live-page]");
const look = looking(root, 15000);

for (const heard of ["hall:news", "hall:notice", "hall:stale", "hall:played"]) document.addEventListener(heard, () => look());
