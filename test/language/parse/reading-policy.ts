import { quote } from "../../../compiler/print/quote.ts";

/** Two texts, and what TypeScript says of them. */
export interface Row {
  readonly a: string;
  readonly b: string;
  readonly says: string;
}

const group = "reading.example.com";

/** A policy and its binding that name the rows of which CEL says something else: `0:TFT`. */
export function readingPolicy(kind: string, says: string): readonly [policy: object, binding: object] {
  const name = `read-${kind}`;
  const rows = "object.spec.rows";
  const apiVersion = "admissionregistration.k8s.io/v1";
  const resourceRules = [
    { apiGroups: [group], apiVersions: ["v1"], operations: ["CREATE"], resources: ["readings"], scope: "*" },
  ];
  const validation = {
    expression: `${rows}.all(r, ${says} == r.says)`,
    messageExpression: `'differs: ' + ${rows}.filter(r, ${says} != r.says).map(r, r.row + ':' + ${says}).join(' ')`,
  };
  const spec = {
    failurePolicy: "Fail",
    matchConstraints: { matchPolicy: "Equivalent", namespaceSelector: {}, objectSelector: {}, resourceRules },
    matchConditions: [{ name: "kind", expression: `object.spec.kind == ${quote(kind)}` }],
    validations: [validation],
  };
  const binding = { policyName: name, validationActions: ["Deny"] };
  return [
    { apiVersion, kind: "ValidatingAdmissionPolicy", metadata: { name }, spec },
    { apiVersion, kind: "ValidatingAdmissionPolicyBinding", metadata: { name }, spec: binding },
  ];
}

interface Reading {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly kind: string; readonly rows: readonly Row[] };
}

/** The object whose rows the policy looks at. */
export function readingOf(kind: string, rows: readonly Row[]): Reading {
  const numbered = rows.map((row, at) => ({ ...row, row: String(at) }));
  return {
    apiVersion: `${group}/v1`,
    kind: "Reading",
    metadata: { name: `reading-${kind}` },
    spec: { kind, rows: numbered },
  };
}

/** The rows that a message of the policy names, and what CEL says of them. */
export function differences(message: string, rows: readonly Row[]): readonly object[] {
  const [, named] = /differs: (.*)$/.exec(message) ?? [];
  if (named === undefined) throw new Error(message.slice(0, 2000));
  return named.split(" ").map((difference) => {
    const [at = "", said] = difference.split(":");
    return { ...rows[Number(at)], said };
  });
}
