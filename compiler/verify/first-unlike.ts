import { isJsonObject, type JsonObject, own } from "../api/json.ts";

/** The first place where two values of JSON part. Undefined: there is nothing on that side. */
export interface Unlike {
  readonly path: string;
  readonly wanted: unknown;
  readonly found: unknown;
}

/** What is read back after an apply equals the file, defaults included, so that any difference is somebody's. The order of keys is none. */
export function firstUnlike(wanted: unknown, found: unknown, path: string): Unlike | undefined {
  if (Array.isArray(wanted) && Array.isArray(found)) return firstUnlikeItem(wanted, found, path);
  if (isJsonObject(wanted) && isJsonObject(found)) return firstUnlikeField(wanted, found, path);
  return wanted === found ? undefined : { path, wanted, found };
}

function firstUnlikeItem(wanted: readonly unknown[], found: readonly unknown[], path: string): Unlike | undefined {
  const length = Math.max(wanted.length, found.length);
  for (let at = 0; at < length; at += 1) {
    const unlike = firstUnlike(wanted[at], found[at], `${path}[${at}]`);
    if (unlike !== undefined) return unlike;
  }
  return undefined;
}

function firstUnlikeField(wanted: JsonObject, found: JsonObject, path: string): Unlike | undefined {
  for (const key of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
    const unlike = firstUnlike(own(wanted, key), own(found, key), `${path}.${key}`);
    if (unlike !== undefined) return unlike;
  }
  return undefined;
}

/** Enough of an expression to recognise the place. */
const shownCharacters = 60;

/** `spec.validationActions[0] is "Audit" there, and "Deny" in the files` */
export function describeUnlike({ path, wanted, found }: Unlike): string {
  const start = partingOf(wanted, found);
  return `${path} is ${show(found, start)} there, and ${show(wanted, start)} in the files`;
}

/** Long texts are shown from shortly before the place where they part. */
function partingOf(wanted: unknown, found: unknown): number {
  if (typeof wanted !== "string" || typeof found !== "string") return 0;
  let at = 0;
  while (at < wanted.length && wanted[at] === found[at]) at += 1;
  return Math.max(wanted.length, found.length) <= shownCharacters ? 0 : Math.max(0, at - shownCharacters / 2);
}

function show(value: unknown, start: number): string {
  if (value === undefined) return "absent";
  const text = typeof value === "string" ? value.slice(start) : JSON.stringify(value);
  const cut = text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
  return typeof value === "string" ? `"${start > 0 ? "…" : ""}${cut}"` : cut;
}
