/** Which policies keep an object, what opens them, and how that is undone: `holdfast unprotect`. */
export { type FoundOpenings, type Opening, denialsAround, findOpenings } from "./find-openings.ts";
export type { MarkChange } from "./named-openings.ts";
export {
  type Unprotection,
  changeMarks,
  readUnprotection,
  recordedChanges,
  undoingChanges,
  unprotected,
  unprotectionOf,
} from "./unprotection.ts";
