import type { Asking } from "./ask.ts";
import { reviewOf } from "./reviews.ts";
import { type TargetName, usagesOfRows } from "./target.ts";

const kibibyte = 1024;
const inUse = "/rules/usages/in-use/deny?timeout=10s";
const allows = '"allowed":true';
const denies = '"allowed":false';

export type Review = keyof typeof bodies;

const small = { bytes: 4 * kibibyte, name: "kept-7" };
const bodies = {
  "4 KB, allow at once": reviewOf({ ...small, usage: 7 }),
  "4 KB, deny": reviewOf({ ...small, usage: 7 }),
  "4 KB, allow with live read": reviewOf({ ...small, usage: usagesOfRows + 1 }),
  "238 KB, deny": reviewOf({ ...small, bytes: 238 * kibibyte, usage: 7 }),
  "64 KB, allow at once": reviewOf({ ...small, bytes: 64 * kibibyte, usage: 7 }),
  "1 MB, allow at once": reviewOf({ ...small, bytes: 1024 * kibibyte, usage: 7 }),
} as const;

/** What is asked of a server: floors allow whatever it is, those that decide deny what they find. */
export function asking(name: TargetName, review: Review): Asking {
  const decides = name === "webhook: rules" || name.startsWith("Go, ");
  const isDenied = decides && review.endsWith("deny");
  return { path: pathOf(name), body: bodies[review], says: isDenied ? denies : allows };
}

function pathOf(name: TargetName): string {
  if (name === "webhook: rules") return inUse;
  return name === "webhook: pipeline" ? "/allow?timeout=10s" : "/";
}
