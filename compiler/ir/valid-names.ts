/**
 * `metadata.name` of policies and bindings: a DNS-1123 subdomain (apimachinery: pkg/util/validation,
 * IsDNS1123Subdomain).
 */
export const longestObjectName = 253;

export const dnsSubdomainPattern = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$";

/**
 * Keys of labels and annotations: an optional DNS prefix and `/`, then up to 63 letters, digits, `-`, `_`, `.`
 * (apimachinery: pkg/util/validation).
 */
export const qualifiedNamePattern = "^([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/)?([A-Za-z0-9][-A-Za-z0-9_.]{0,61})?[A-Za-z0-9]$";

export const labelValuePattern = "^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$";
export const longestLabelValue = 63;

/** Of policies that API servers read from files; since Kubernetes 1.37 nothing in the API can have it. */
export const staticEnding = ".static.k8s.io";

export const isLabelKey = (text: string): boolean => new RegExp(qualifiedNamePattern).test(text);

export const isLabelValue = (text: string): boolean =>
  text.length <= longestLabelValue && new RegExp(labelValuePattern).test(text);

/**
 * The longest ending that a policy's name can get: `-guard-namespaces-with-<63 characters>-where-audit`, with some room
 * for more.
 */
const longestEnding = 103;

/** Whether `name`, with any ending that the compiler adds, can be the name of a policy. */
export function isPolicyName(name: string): boolean {
  const isReserved = name.endsWith(staticEnding);
  return name.length <= longestObjectName - longestEnding && new RegExp(dnsSubdomainPattern).test(name) && !isReserved;
}

/** Not usable as names in CEL (cel-spec: doc/langdef.md, RESERVED and keywords). */
export const reservedWords: ReadonlySet<string> = new Set(
  "as break const continue else false for function if import in let loop namespace null package return true var void while".split(
    " ",
  ),
);

/** Names that mean something to the API server or to CEL's type tests; a variable of ours must not hide them. */
export const takenNames: ReadonlySet<string> = new Set(
  "object oldObject request namespaceObject variables params authorizer type bool int uint double bytes string list map dyn null_type optional".split(
    " ",
  ),
);

/** Opens every message of the rule. */
export function isRuleName(name: string): boolean {
  return /^[a-z][A-Za-z0-9]*$/.test(name);
}
