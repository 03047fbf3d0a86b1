import { type Override, kubectlTarget, objectName } from "./overrides.ts";

export interface ReleaseLimit {
  /** The longest time that a release may last: `"30m"`, `"2h"`, `"1d"`. */
  readonly max: `${number}${"m" | "h" | "d"}`;
  /** Key of the annotation. Default: `holdfast.dev/released-until`. */
  readonly annotation?: string;
}

/** In milliseconds: the clock of the user who writes a release may be ahead of the API server's. */
const tolerance = 60_000;

/** `<uid>/2026-03-29T12:00:00Z`: the object's own UID, and the end of the release. */
function isReleaseOf(uid: string, value: string | undefined): boolean {
  return value !== undefined && value.startsWith(`${uid}/`) && /^[^/]+\/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value);
}

/** `max` in milliseconds. */
function longest(max: string): number {
  const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
  return Number(max.slice(0, -1)) * (units[max.slice(-1)] ?? Number.NaN);
}

function endOf(value: string): string {
  return value.slice(value.indexOf("/") + 1);
}

function lasts(value: string, max: string): boolean {
  const left = Date.parse(endOf(value)) - Date.now();
  return left > 0 && left <= longest(max) + tolerance;
}

/** Why a release is closed although the annotation has the right form. */
function whyClosed(value: string, max: string): string {
  const end = Date.parse(endOf(value));
  if (Number.isNaN(end)) return `its release says no time: ${endOf(value)}`;
  return end <= Date.now()
    ? `its release ended at ${endOf(value)}`
    : `its release ends at ${endOf(value)}, which is more than ${max} from now`;
}

/**
 * Like `released()`, but only until a time. The annotation is `<uid>/2026-03-29T12:00:00Z`: the object's UID and a time
 * in UTC, no later than `max` from now.
 *
 * ```ts
 * overrides: [releasedUntil({ max: "2h" })]
 * ```
 *
 * CEL has no clock, so the webhook checks the time. **While the webhook is down, an object with the annotation cannot
 * be deleted.** Objects without it are denied natively. An existing release can be removed but not changed, and the
 * guards stay on.
 */
export function releasedUntil({ max, annotation = "holdfast.dev/released-until" }: ReleaseLimit): Override {
  return {
    name: "releasedUntil",
    answeredBy: "webhook",
    when: ({ oldObject: { metadata } }) => {
      const value = metadata.annotations?.[annotation];
      return isReleaseOf(metadata.uid, value) && lasts(value ?? "", max);
    },
    whyClosed: ({ oldObject: { metadata } }) => {
      const value = metadata.annotations?.[annotation];
      return isReleaseOf(metadata.uid, value) ? whyClosed(value ?? "", max) : undefined;
    },
    how: (input) => {
      const { annotations, uid } = input.oldObject.metadata;
      const unit = max.endsWith("m") ? "minutes" : max.endsWith("h") ? "hours" : "days";
      const target = kubectlTarget(input);
      const before = annotations?.[annotation] === undefined ? "" : `kubectl annotate ${target} ${annotation}- && `;
      return `${before}kubectl annotate ${target} ${annotation}=${uid}/$(date -u -d '+${max.slice(0, -1)} ${unit}' +%FT%TZ)`;
    },
    warning: ({ oldObject }) =>
      `${objectName(oldObject)} is protected, and is deleted because it is released until ${endOf(oldObject.metadata.annotations?.[annotation] ?? "")}`,
    deniesUpdate: {
      when: ({ object, oldObject: { metadata }, request }) => {
        const [before, after] = [metadata.annotations?.[annotation], object.metadata.annotations?.[annotation]];
        if (after === undefined || after === before) return false;
        const isOwn = isReleaseOf(metadata.uid, after);
        if (isOwn) return request.subResource !== undefined || isReleaseOf(metadata.uid, before);
        // The owner's controller may copy the owner's release. It has the owner's UID, so it releases nothing here.
        return metadata.ownerReferences?.some(({ uid }) => after.startsWith(`${uid}/`)) !== true;
      },
      message: (input) =>
        `${annotation} on ${objectName(input.oldObject)} can only be given, on the object itself, its UID and when the release ends: ` +
        `${input.oldObject.metadata.uid}/<time in UTC, as 2026-03-29T12:00:00Z>; a release that stands is taken back and not changed: ` +
        `kubectl annotate ${kubectlTarget(input)} ${annotation}-`,
    },
  };
}
