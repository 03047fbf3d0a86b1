import { CelCompileError, Failure } from "../failures.ts";
import { wrongStringType } from "../format/format-value.ts";
import { wrongType } from "../format/format-number.ts";
import { type Verb, readFormat } from "../format/read-format.ts";
import type { TypeKind } from "../values/cel-type.ts";
import type { Checked, CheckedCall } from "./checked.ts";
import type { Substitution } from "./substitution.ts";

const wholeKinds: readonly TypeKind[] = ["int", "uint"];

/** What each verb takes, as far as types are known beforehand. */
const kinds: Readonly<Record<Verb, readonly TypeKind[]>> = {
  s: ["list", "map", "int", "uint", "double", "bool", "string", "timestamp", "bytes", "duration", "type", "null"],
  d: wholeKinds,
  f: ["double", "string"],
  e: ["double", "string"],
  b: [...wholeKinds, "bool"],
  x: [...wholeKinds, "string", "bytes"],
  X: [...wholeKinds, "string", "bytes"],
  o: wholeKinds,
};

/** `'...'.format([...])` with a literal template and a literal list (cel-go: ext/formatting.go, stringFormatValidator). */
export function checkFormatCall({ arguments: [template, list] }: CheckedCall, known: Substitution): void {
  if (template?.kind !== "constant" || typeof template.value !== "string" || list?.kind !== "list") return;
  const values = list.elements.map(({ value }) => value);
  let asked = 0;
  const result = readFormat(template.value, {
    hasArgument: () => true,
    size: values.length,
    format: ({ verb }, index) => {
      asked = index + 1;
      const value = values[index];
      return value === undefined ? "" : checkVerb(verb, value, known);
    },
  });
  if (result instanceof Failure) throw new CelCompileError(result.message);
  if (values.length > asked) {
    throw new CelCompileError(`too many arguments supplied to string.format (expected ${asked}, got ${values.length})`);
  }
}

function checkVerb(verb: Verb, value: Checked, known: Substitution): string | Failure {
  const type = known.applyFinally(value.type);
  const isTaken = type.kind === "dyn" || kinds[verb].includes(type.kind);
  if (!isTaken) return verb === "s" ? wrongStringType(type.typeName) : wrongType(verb, type.typeName);
  return verb === "s" ? checkParts(value, known) : "";
}

/** Of a literal list or map each part. */
function checkParts(value: Checked, known: Substitution): string | Failure {
  const elements = value.kind === "list" ? value.elements.map((element) => element.value) : [];
  const entries = value.kind === "map" ? value.entries.flatMap((entry) => [entry.key, entry.value]) : [];
  const checked = [...elements, ...entries].map((part) => checkVerb("s", part, known));
  return checked.find((one) => one instanceof Failure) ?? "";
}
