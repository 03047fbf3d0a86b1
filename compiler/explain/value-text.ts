import {
  CelDecision,
  CelDuration,
  CelError,
  CelFields,
  CelOptional,
  CelTimestamp,
  CelType,
  CelUint,
  type CelValue,
} from "../simulator/admission/index.ts";

/** More of a value would bury the others. */
const longest = 80;
const maxItems = 5;

/**
 * A value of CEL as people read it: `"true"`, `none`, `optional "true"`, `[1, 2]`, `{"tier": "gold"}`,
 * `error: no such key: x`.
 */
export function textOfValue(value: CelValue | CelError): string {
  const text = value instanceof CelError ? `error: ${value.message}` : textOf(value);
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest).join("")}… (${characters.length} characters)` : text;
}

function textOf(value: CelValue): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return Number.isInteger(value) ? `${value}.0` : String(value);
  if (value === null || typeof value !== "object") return String(value);
  if (value instanceof CelOptional) return value.value === undefined ? "none" : `optional ${textOf(value.value)}`;
  if (value instanceof CelType) return `type ${value.typeName}`;
  if (value instanceof CelFields) return "variables";
  if (value instanceof Map)
    return listed(
      "{",
      "}",
      [...value].map(([key, item]) => `${textOf(key)}: ${textOf(item)}`),
    );
  if (Array.isArray(value)) return listed("[", "]", value.map(textOf));
  return textOfOther(value);
}

/** Times read as in text; quantities, addresses and the like have no text of their own. */
function textOfOther(value: object): string {
  if (value instanceof CelTimestamp || value instanceof CelDuration) return String(value);
  if (value instanceof CelDecision) return decisionText(value);
  if (value instanceof CelUint) return `${value.value}u`;
  return "type" in value && value.type instanceof CelType ? `(a value of type ${value.type.typeName})` : "(bytes)";
}

function listed(open: string, close: string, items: readonly string[]): string {
  const rest = items.length > maxItems ? [`… ${items.length - maxItems} more`] : [];
  return `${open}${[...items.slice(0, maxItems), ...rest].join(", ")}${close}`;
}

/** `alice may not override networkpolicies.networking.k8s.io in shop named deny-all`: who was asked about, and what. */
function decisionText({ check, answer }: CelDecision): string {
  const who = `${check.subject.username} ${answer.allowed ? "may" : "may not"} ${check.verb}`;
  if (check.kind === "path") return `${who} ${check.path}`;
  const { group, resource, subresource, namespace, name } = check;
  const what = `${resource}${group === "" ? "" : `.${group}`}${subresource === "" ? "" : `/${subresource}`}`;
  return `${who} ${what}${namespace === "" ? "" : ` in ${namespace}`}${name === "" ? "" : ` named ${name}`}`;
}
