import { fieldsOf } from "../../../api/json.ts";
import type { ClusterObject } from "../../deletion/cluster-object.ts";
import { type KnownMark, type MarkPlace, withoutService } from "./known-marks.ts";
import { isNearKey, isNearWord } from "./near-words.ts";

/** A label or annotation that looks like a mark of some system, and is none. */
export interface MisspelledMark {
  readonly object: ClusterObject;
  readonly place: MarkPlace;
  readonly key: string;
  readonly value: string;
  /** What was meant, in words: ``the annotation `services.k8s.aws/prevent-delete` of ACK``. */
  readonly meant: string;
}

/** Of all objects, but for those that a controller has made: their template is the mistake. */
export function misspelledMarks(objects: readonly ClusterObject[], marks: readonly KnownMark[]): readonly MisspelledMark[] {
  const known = new Map<string, KnownMark>();
  for (const mark of marks) if (!known.has(mark.key)) known.set(mark.key, mark);
  const near = new Map<string, string | undefined>();
  const meantBy = ({ place, key, value }: Written): string | undefined => {
    const mark = markNamed(key, known);
    if (mark !== undefined) return wrongPlace(mark, place, key) ?? wrongValue(mark, key, value);
    // Most objects have the same keys.
    if (!near.has(key)) near.set(key, nearMark(key, known));
    return near.get(key);
  };
  return objects
    .filter(({ owners }) => !owners.some(({ isController }) => isController))
    .flatMap((object) =>
      marksOf(object).flatMap((written) => {
        const meant = meantBy(written);
        return meant === undefined ? [] : [{ object, ...written, meant }];
      }),
    );
}

type Written = Pick<MisspelledMark, "place" | "key" | "value">;

function marksOf({ stored }: ClusterObject): readonly Written[] {
  return (["label", "annotation"] as const).flatMap((place) =>
    Object.entries(fieldsOf(stored.metadata[`${place}s`])).flatMap(([key, value]) =>
      typeof value === "string" ? [{ place, key, value }] : [],
    ),
  );
}

type Known = ReadonlyMap<string, KnownMark>;

function markNamed(key: string, known: Known): KnownMark | undefined {
  const common = known.get(withoutService(key));
  return known.get(key) ?? (common?.perService === true ? common : undefined);
}

function nearMark(key: string, known: Known): string | undefined {
  for (const one of known.values()) {
    const meant = meantKey(key, one);
    if (meant !== undefined) return keyText(one, meant);
  }
  return undefined;
}

/** Of a key for one service the service is as it was written. */
function meantKey(key: string, { key: meant, perService }: KnownMark): string | undefined {
  if (isNearKey(key, meant)) return meant;
  const [, service = "", rest = ""] = (perService ? /^([a-z0-9-]+\.)(.+\..+)$/i.exec(key) : null) ?? [];
  return rest !== "" && isNearKey(rest, meant) ? `${service}${meant}` : undefined;
}

const keyText = ({ places, system }: KnownMark, key: string): string => `the ${places.join(" or ")} \`${key}\` of ${system}`;

function wrongPlace(mark: KnownMark, place: MarkPlace, key: string): string | undefined {
  if (mark.places.length === 0 || mark.places.includes(place) || mark.isOfPolicy) return undefined;
  return `${keyText(mark, key)}, which is no ${place}`;
}

const yes: ReadonlySet<string> = new Set(["tru", "yes", "y", "1", "on"]);

function wrongValue(mark: KnownMark, key: string, value: string): string | undefined {
  if (key.endsWith("/sync-options")) return wrongOption(mark, key, value);
  const { values, ignoresCase, isOfPolicy } = mark;
  if (values === undefined || values.length === 0 || values.includes(value)) return undefined;
  if (ignoresCase && values.includes(value.trim().toLowerCase())) return undefined;
  const near =
    values.find((one) => isNearWord(value, one)) ??
    (values.includes("true") && yes.has(value.toLowerCase()) ? "true" : undefined);
  if (near !== undefined) return `\`${near}\` for ${keyText(mark, key)}`;
  return isOfPolicy ? undefined : `${values.map((one) => `\`${one}\``).join(" or ")} for ${keyText(mark, key)}`;
}

/** Argo CD takes `Prune=false` and the like, and nothing else behind these two. */
function wrongOption(mark: KnownMark, key: string, value: string): string | undefined {
  const options = value.split(",").map((option) => option.trim().split("="));
  const wrong = options.find(
    ([name = "", set = ""]) =>
      /^(prune|delete)$/i.test(name) && !(/^[PD]/.test(name) && ["true", "false", "confirm"].includes(set)),
  );
  if (wrong === undefined) return undefined;
  const name = /^p/i.test(wrong[0] ?? "") ? "Prune" : "Delete";
  return `\`${name}=false\` or \`${name}=confirm\` for ${keyText(mark, key)}`;
}
