import { type Override, kubectlTarget, objectName } from "./overrides.ts";

export interface ReleaseLimit {
  /** How long a release lasts at most: `"30m"`, `"2h"`, `"1d"`. */
  readonly max: `${number}${"m" | "h" | "d"}`;
  /** Where the release is written; `holdfast.dev/released-until` unless told. */
  readonly annotation?: string;
}

/** The clock of whoever writes a release may be ahead of the API server's. */
const tolerance = 60_000;

/** `<uid>/2026-03-29T12:00:00Z`: the object's own UID, and when the release ends. */
function isReleaseOf(uid: string, value: string | undefined): boolean {
  return value !== undefined && value.startsWith(`${uid}/`) && /^[^/]+\/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value);
}

/** In milliseconds, as far as it is known when this runs: the API server's clock is asked for each delete. */
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

/** Why a release opens nothing, where the annotation has the form of one. */
function whyClosed(value: string, max: string): string {
  const end = Date.parse(endOf(value));
  if (Number.isNaN(end)) return `its release says no time: ${endOf(value)}`;
  return end <= Date.now()
    ? `its release ended at ${endOf(value)}`
    : `its release ends at ${endOf(value)}, which is more than ${max} from now`;
}

/**
 * The object carries a release that ends: its UID and a time in UTC, `<uid>/2026-03-29T12:00:00Z`, no later than `max`
 * from now. CEL has no clock: the webhook says whether the release is over, and while it is down such an object is not
 * deleted. A release that stands can be taken back, not changed; the guards stay on meanwhile.
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
        // A copy of what stands on the owner, made by the owner's controller, releases nothing here.
        return metadata.ownerReferences?.some(({ uid }) => after.startsWith(`${uid}/`)) !== true;
      },
      message: (input) =>
        `${annotation} on ${objectName(input.oldObject)} can only be given, on the object itself, its UID and when the release ends: ` +
        `${input.oldObject.metadata.uid}/<time in UTC, as 2026-03-29T12:00:00Z>; a release that stands is taken back and not changed: ` +
        `kubectl annotate ${kubectlTarget(input)} ${annotation}-`,
    },
  };
}
