/** Which policies keep an object, what opens them, and how that is undone: `holdfast unprotect`. */
export { type FoundOpenings, type Opening, findOpenings, protectingChanges } from "./find-openings.ts";
export { changeMarks, recordedChanges } from "./unprotection.ts";
