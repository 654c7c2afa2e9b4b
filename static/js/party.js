// The party's page while one looks: with each piece of news its parts are fetched again.

import { looking } from "./live-parts.js";

const root = document.querySelector("[data-party]");
const look = looking(root, 15000);

for (const heard of ["hall:news", "hall:stale", "hall:played"]) document.addEventListener(heard, () => look());
