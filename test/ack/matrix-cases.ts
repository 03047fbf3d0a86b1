import { type ExpectedDecision, type Mark, expectedDecisions } from "./expected-decisions.ts";
import { type TestKind, bucket, dbInstance, generic } from "./kinds.ts";

type Annotations = Readonly<Record<string, string>>;
type MarkPlace = "ownService" | "ownGeneric" | "namespaceService" | "namespaceGeneric";

/** One row of the table for one kind. */
export type MatrixCase = {
  readonly kind: TestKind;
  /** The row in words, for failures. */
  readonly row: string;
  /** The row in four letters, for names of objects. */
  readonly code: string;
  readonly annotations: Annotations;
  /** Absent for cluster-scoped kinds. */
  readonly namespace: string | undefined;
  readonly namespaceAnnotations: Annotations;
  readonly expected: ExpectedDecision;
};
const letters: Readonly<Record<Mark, string>> = { absent: "a", true: "t", false: "f", garbage: "g" };

/** Another one for each place, so that the message shows which mark was read. */
const garbage: Readonly<Record<MarkPlace, { readonly value: string; readonly shown: string }>> = {
  ownService: { value: "yes", shown: '"yes"' },
  ownGeneric: { value: "True", shown: '"True"' },
  namespaceService: { value: "", shown: '""' },
  namespaceGeneric: { value: "true\n", shown: "(cannot be shown)" },
};

export const services: readonly TestKind[] = [bucket, dbInstance];

export function matrixCases(kind: TestKind): readonly MatrixCase[] {
  return expectedDecisions.map((expected) => caseOf(kind, expected));
}

export function caseOf(kind: TestKind, expected: ExpectedDecision): MatrixCase {
  const { ownService, ownGeneric, namespaceService, namespaceGeneric } = expected;
  const service = `${kind.group}/prevent-delete`;
  const inherited = letters[namespaceService] + letters[namespaceGeneric];
  return {
    kind,
    row: `object: service ${ownService}, generic ${ownGeneric}; Namespace: service ${namespaceService}, generic ${namespaceGeneric}`,
    code: letters[ownService] + letters[ownGeneric] + inherited,
    annotations: { ...mark(service, "ownService", ownService), ...mark(generic, "ownGeneric", ownGeneric) },
    namespace: kind.scope === "Cluster" ? undefined : `marks-${inherited}`,
    namespaceAnnotations: {
      ...mark(service, "namespaceService", namespaceService),
      ...mark(generic, "namespaceGeneric", namespaceGeneric),
    },
    expected,
  };
}

function mark(key: string, place: MarkPlace, value: Mark): Annotations {
  if (value === "absent") return {};
  return { [key]: value === "garbage" ? garbage[place].value : value };
}

/** The text of the denial, word for word; undefined when the delete goes through. */
export function expectedMessage({ kind, namespace, expected }: MatrixCase, name: string): string | undefined {
  if (expected.denial === undefined) return undefined;
  const { rule, key, place } = expected.denial;
  const service = `${kind.group}/prevent-delete`;
  const annotation = key === "service" ? service : generic;
  const on = place === "object" ? "the object" : `Namespace ${namespace}`;
  const why = {
    preventDelete: `by the annotation ${annotation}: "true" on ${on}`,
    unreadableMark: `because the annotation ${annotation} on ${on} is neither "true" nor "false" but ${garbage[placeOf(key, place)].shown}`,
  };
  const [inNamespace, subject] = namespace === undefined ? ["", name] : [` -n ${namespace}`, `${namespace}/${name}`];
  const command = `kubectl annotate ${kind.plural}.${kind.group}/${name}${inNamespace} ${service}=false --overwrite`;
  return `${rule}: ${kind.kind} ${subject} is protected ${why[rule]}. To delete it anyway, first run: ${command}`;
}

function placeOf(key: "service" | "generic", place: "object" | "namespace"): MarkPlace {
  if (place === "object") return key === "service" ? "ownService" : "ownGeneric";
  return key === "service" ? "namespaceService" : "namespaceGeneric";
}
