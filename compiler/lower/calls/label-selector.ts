import { type ObjectValue, type Value, knownObject } from "../value.ts";

/** One requirement of a selector; `matchLabels` are requirements with one value. */
export interface Requirement {
  readonly key: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

const operators = ["In", "NotIn", "Exists", "DoesNotExist"] as const;
type Operator = (typeof operators)[number];

/** What keeps an object of the policy from being a label selector (apimachinery: pkg/apis/meta/v1, LabelSelectorAsSelector). */
export class NoSelector extends Error {
  override readonly name = "NoSelector";
}

/** The requirements of a selector that is written in the policy; throws `NoSelector`. */
export function readSelector(value: Value): readonly Requirement[] {
  const { matchLabels, matchExpressions, ...others } = Object.fromEntries(propertiesOf(value));
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new NoSelector(`it has no field \`${unknown}\``);
  const equal = [...(matchLabels === undefined ? [] : propertiesOf(matchLabels))].map(([key, label]) =>
    requirementOf(key, "In", [textOf(label)]),
  );
  return [...equal, ...(matchExpressions === undefined ? [] : elementsOf(matchExpressions)).map(readRequirement)];
}

function readRequirement(value: Value): Requirement {
  const { key, operator, values } = Object.fromEntries(propertiesOf(value));
  return requirementOf(textOf(key), textOf(operator), values === undefined ? [] : elementsOf(values).map(textOf));
}

function requirementOf(key: string, name: string, values: readonly string[]): Requirement {
  const operator = operators.find((one) => one === name);
  if (operator === undefined) throw new NoSelector(`\`${name}\` is none of ${operators.join(", ")}`);
  if (!isLabelKey(key)) throw new NoSelector(`\`${key}\` is not a key of labels`);
  const wrong = values.find((value) => !isLabelValue(value));
  if (wrong !== undefined) throw new NoSelector(`\`${wrong}\` is not a value of labels`);
  const takesValues = operator === "In" || operator === "NotIn";
  if (takesValues && values.length === 0) throw new NoSelector(`\`${operator}\` needs \`values\``);
  if (!takesValues && values.length > 0) throw new NoSelector(`\`${operator}\` takes no \`values\``);
  return { key, operator, values };
}

function propertiesOf(value: Value): ObjectValue["properties"] {
  const object = knownObject(value);
  if (object === undefined || object.sometimes !== undefined) throw notWritten();
  return object.properties;
}

function elementsOf(value: Value): readonly Value[] {
  if (value.kind === "list") return value.elements;
  throw notWritten();
}

function textOf(value: Value | undefined): string {
  if (value?.kind === "static" && typeof value.value === "string") return value.value;
  throw notWritten();
}

function notWritten(): NoSelector {
  return new NoSelector("keys, operators and values must be written in the policy");
}

/** apimachinery: pkg/util/validation, IsQualifiedName. */
function isLabelKey(key: string): boolean {
  const parts = key.split("/");
  const [name = "", prefix] = parts.toReversed();
  if (parts.length > 2 || name === "" || !isLabelValue(name)) return false;
  return (
    prefix === undefined ||
    (prefix.length <= 253 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(prefix))
  );
}

/** The same file, IsValidLabelValue. */
function isLabelValue(value: string): boolean {
  return value.length <= 63 && /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/.test(value);
}
