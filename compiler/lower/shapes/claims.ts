import type { FieldShape, RecordShape, Shape } from "../../api/shape.ts";
import { untrustedShape } from "../policies/built-in-kind.ts";
import type { Path } from "../path.ts";

/**
 * What `x as T` and functions such as `(x): x is T` declare of the objects that a policy sees, beside the type of the
 * policy. The TypeScript execution decodes by the shape of the policy, so a claim belongs to that: a stored value of
 * another JSON type reads as `undefined` there as well.
 */
export class Claims {
  readonly #found: { readonly path: Path; readonly shape: Shape }[] = [];
  /** What has been inferred for the policy that is lowered: before this time, and this time. */
  #inferredBefore: ReadonlySet<string> = new Set();
  readonly #inferredNow = new Set<string>();
  /** Whether somebody has written `any`. */
  hasAny = false;

  /** For another policy. */
  begin(): void {
    this.#inferredBefore = new Set();
    this.#inferredNow.clear();
  }

  add(path: Path, shape: Shape): void {
    this.#found.push({ path, shape: untrustedShape(shape) });
  }

  /** What a rule takes for `shape` although nothing declares it; false where that is not the first time: it cannot be so. */
  infer(path: Path, shape: Shape): boolean {
    const key = keyOf(path, shape);
    if (this.#inferredBefore.has(key)) return false;
    this.#inferredNow.add(key);
    this.add(path, shape);
    return true;
  }

  /** Whether what is read at `path` has its shape from how it is used. */
  isInferred(path: Path): boolean {
    return [...this.#inferredBefore, ...this.#inferredNow].some((key) => key.startsWith(`${JSON.stringify(path)} `));
  }

  /** `shape` with what has been claimed since the last time; undefined where nothing has. */
  take(shape: RecordShape): RecordShape | undefined {
    const found = this.#found.splice(0);
    this.#inferredBefore = new Set([...this.#inferredBefore, ...this.#inferredNow]);
    if (found.length === 0) return undefined;
    return found.reduce((known, { path, shape: claimed }) => claimedAt(known, path, claimed) as RecordShape, shape);
  }
}

function keyOf(path: Path, shape: Shape): string {
  const fields = shape.kind === "record" ? Object.keys(shape.fields) : [];
  return `${JSON.stringify(path)} ${shape.kind} ${fields.join(" ")}`;
}

/** Whether a value of the shape `known` is read as one of `claimed` without more. */
export function covers(known: Shape, claimed: Shape): boolean {
  if (claimed.kind === "unknown") return true;
  if (known.kind === "list" && claimed.kind === "list") return covers(known.element, claimed.element);
  if (known.kind === "map" && claimed.kind === "map") return covers(known.value, claimed.value);
  if (known.kind === "map" && claimed.kind === "record")
    return Object.values(claimed.fields).every((field) => covers(known.value, field.shape));
  if (known.kind !== "record" || claimed.kind !== "record") return known.kind === claimed.kind && known.kind !== "union";
  return Object.entries(claimed.fields).every(([name, field]) => {
    const of = Object.hasOwn(known.fields, name) ? known.fields[name] : undefined;
    return of !== undefined && covers(of.shape, field.shape);
  });
}

/** Both, of one value; undefined where it cannot be both. */
export function withClaimed(known: Shape, claimed: Shape): Shape | undefined {
  if (claimed.kind === "unknown") return known;
  if (known.kind === "unknown") return claimed;
  if (known.kind === "list" && claimed.kind === "list") {
    const element = withClaimed(known.element, claimed.element);
    return element && { ...known, element };
  }
  if (known.kind === "record" && claimed.kind === "record") return recordWith(known, claimed);
  return covers(known, claimed) ? known : undefined;
}

function recordWith(known: RecordShape, claimed: RecordShape): RecordShape | undefined {
  const fields = Object.entries(claimed.fields).map(([name, field]) => {
    const of = Object.hasOwn(known.fields, name) ? known.fields[name] : undefined;
    const shape = of === undefined ? field.shape : withClaimed(of.shape, field.shape);
    return [name, shape && ({ ...(of ?? field), shape } satisfies FieldShape)] as const;
  });
  if (fields.some(([, field]) => field === undefined)) return undefined;
  return { ...known, fields: { ...known.fields, ...(Object.fromEntries(fields) as RecordShape["fields"]) } };
}

/** `known`, where what is at `path` below it has also the shape `claimed`. */
function claimedAt(known: Shape, [step, ...rest]: Path, claimed: Shape): Shape {
  if (step === undefined) return withClaimed(known, claimed) ?? known;
  if (known.kind === "list") return { ...known, element: claimedAt(known.element, rest, claimed) };
  if (known.kind === "map") return { ...known, value: claimedAt(known.value, rest, claimed) };
  const field = known.kind === "record" ? known.fields[step] : undefined;
  if (known.kind !== "record" || field === undefined) return known;
  return { ...known, fields: { ...known.fields, [step]: { ...field, shape: claimedAt(field.shape, rest, claimed) } } };
}
