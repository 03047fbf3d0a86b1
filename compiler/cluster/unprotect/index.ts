/** Which policies keep an object, what opens them, and how that is undone: `holdfast unprotect`. */
export { type FoundOpenings, type Opening, findOpenings, protectingChanges } from "./find-openings.ts";
export type { MarkChange } from "./named-openings.ts";
export {
  type Unprotection,
  changeMarks,
  readUnprotection,
  recordedChanges,
  unprotected,
  unprotectionOf,
  withoutRecord,
} from "./unprotection.ts";
