import { type Fault, type Mutation, both, noFault, replaced, withoutDocuments } from "./mutation.ts";
import { namesOfObjects, prepareMatrixRows, preventDeleteRows, deniedRows } from "./prevent-delete-rows.ts";

const own = String.raw`oldObject\.metadata\.\?annotations`;
const inherited = String.raw`namespaceObject\.\?metadata\.\?annotations`;
const generic = String.raw`'services\.k8s\.aws/prevent-delete'`;

/** The service's key, then the generic one, as the variables `own` and `inherited` look for them. */
const keysOf = (annotations: string): RegExp =>
  new RegExp(String.raw`(${annotations}\[\?variables\.service\])\s+\.or\((${annotations}\[\?${generic}\])\)`);

const failing = replaced(
  new RegExp(String.raw`${own}\[\?variables\.service\](?=\s+\.or)`),
  "optional.of(oldObject.metadata.annotations[variables.service])",
);

const deciding = "variables.own.or(variables.inherited)";
const protects = "variables.value.orValue('') != 'true'";

const collections = ["collection", "collection, in a marked Namespace"];
const garbage = ["garbage of the service", "generic garbage", "garbage on the Namespace"];
const without = (...rows: readonly string[]): readonly string[] => deniedRows.filter((row) => !rows.includes(row));

/** Which marks are read, and in which order. */
const precedence: readonly Fault[] = [
  {
    what: "the service's key dropped",
    plant: replaced(keysOf(own), "$2"),
    red: [
      "own service mark",
      "service unmarks the generic mark",
      "service keeps what the generic mark unmarks",
      "garbage of the service",
      "another service",
      "cluster-scoped",
    ],
  },
  {
    what: "the generic key dropped",
    plant: replaced(keysOf(own), "$1"),
    red: [
      "own generic mark",
      "object unmarks its Namespace's mark",
      "object keeps what its Namespace unmarks",
      "generic garbage",
      "collection",
      "second version",
    ],
  },
  {
    what: "the service's key on the Namespace dropped",
    plant: replaced(keysOf(inherited), "$2"),
    red: [
      "service mark of the Namespace",
      "service unmarks the generic mark, on the Namespace",
      "service keeps what the generic mark unmarks, on the Namespace",
      "garbage on the Namespace",
      "collection, in a marked Namespace",
    ],
  },
  {
    what: "the generic key on the Namespace dropped",
    plant: replaced(keysOf(inherited), "$1"),
    red: ["generic mark of the Namespace"],
  },
  {
    what: "the generic key before the service's",
    plant: replaced(keysOf(own), "$2.or($1)"),
    red: ["service unmarks the generic mark", "service keeps what the generic mark unmarks"],
  },
  {
    what: "the generic key before the service's, on the Namespace",
    plant: replaced(keysOf(inherited), "$2.or($1)"),
    red: ["service unmarks the generic mark, on the Namespace", "service keeps what the generic mark unmarks, on the Namespace"],
  },
  {
    what: "the Namespace before the object",
    plant: replaced(deciding, "variables.inherited.or(variables.own)"),
    red: ["object unmarks its Namespace's mark", "object keeps what its Namespace unmarks"],
  },
  {
    what: "the Namespace not read",
    plant: replaced(deciding, "variables.own"),
    red: [
      "service mark of the Namespace",
      "generic mark of the Namespace",
      "service keeps what the generic mark unmarks, on the Namespace",
      "garbage on the Namespace",
      "collection, in a marked Namespace",
    ],
  },
  {
    what: "the Namespace read as if there always were one",
    plant: replaced("namespaceObject.?metadata.?annotations", "namespaceObject.metadata.?annotations"),
    red: ["cluster-scoped, unmarked"],
  },
];

/** What a value means. */
const values: readonly Fault[] = [
  {
    what: "garbage does not protect",
    plant: replaced(/!variables\.value\.hasValue\(\) \|\|\s+variables\.value\.orValue\(''\) in \['true', 'false'\]/, "true"),
    red: garbage,
  },
  { what: "garbage taken for true", plant: replaced(protects, "variables.value.orValue('false') == 'false'"), red: garbage },
  {
    what: "every value protects",
    plant: replaced(protects, "!variables.value.hasValue()"),
    red: [
      "object unmarks its Namespace's mark",
      "service unmarks the generic mark",
      "service unmarks the generic mark, on the Namespace",
      ...garbage,
    ],
  },
];

/** What the policy matches, and what becomes of its evaluation. */
const reach: readonly Fault[] = [
  {
    what: "matchPolicy Exact and one version",
    plant: both(
      replaced("matchPolicy: Equivalent", "matchPolicy: Exact"),
      replaced(/apiVersions: \["\*"\](\s+)operations: \[DELETE\]/, "apiVersions: [v1alpha1]$1operations: [DELETE]"),
    ),
    red: ["second version"],
  },
  {
    what: "resourceNames, with the names of all objects",
    plant: replaced(/( +)operations: \[DELETE\]/, `$1resourceNames: [${namesOfObjects.join(", ")}]\n$1operations: [DELETE]`),
    red: collections,
  },
  {
    what: "request.name in the message",
    plant: replaced("'/' + oldObject.metadata.name", "'/' + request.name"),
    red: collections,
  },
  { what: "request.name in the condition", plant: replaced(protects, `request.name == '' || ${protects}`), red: collections },
  {
    what: "an expression that fails where the mark is absent",
    plant: failing,
    red: preventDeleteRows
      .map(({ what }) => what)
      .filter((row) => ![...ownServiceMarks(), "services.k8s.aws", "evilservices.k8s.aws"].includes(row)),
  },
  {
    what: "the same expression, and failurePolicy Ignore",
    plant: both(failing, replaced("failurePolicy: Fail", "failurePolicy: Ignore")),
    red: without(...ownServiceMarks(), "services.k8s.aws"),
  },
  { what: "no binding", plant: withoutDocuments("kind: ValidatingAdmissionPolicyBinding"), red: deniedRows },
  {
    what: "a binding of another policy",
    plant: replaced("policyName: ack-prevent-delete", "policyName: ack-prevent-deletes"),
    red: deniedRows,
  },
  { what: "Audit instead of Deny", plant: replaced("validationActions: [Deny]", "validationActions: [Audit]"), red: deniedRows },
  { what: "Warn instead of Deny", plant: replaced("validationActions: [Deny]", "validationActions: [Warn]"), red: deniedRows },
  { what: "no reason", plant: replaced(/\n +reason: Forbidden/, ""), red: deniedRows },
  {
    what: "one group instead of the pattern",
    plant: replaced(
      /apiGroups: \["\*"\](?=\s+apiVersions: \["\*"\]\s+operations: \[DELETE\])/,
      "apiGroups: [s3.services.k8s.aws]",
    ),
    red: ["another service", "cluster-scoped", "services.k8s.aws"],
  },
  { what: "UPDATE instead of DELETE", plant: replaced("operations: [DELETE]", "operations: [UPDATE]"), red: deniedRows },
  {
    what: "no dot before services.k8s.aws",
    plant: replaced("endsWith('.services.k8s.aws')", "endsWith('services.k8s.aws')"),
    red: ["evilservices.k8s.aws"],
  },
  {
    what: "services.k8s.aws itself forgotten",
    plant: replaced(" || request.resource.group == 'services.k8s.aws'", ""),
    red: ["services.k8s.aws"],
  },
  {
    what: "namespaced objects alone",
    plant: replaced(/(operations: \[DELETE\]\s+resources: \["\*"\]\s+scope: )"\*"/, "$1Namespaced"),
    red: ["cluster-scoped"],
  },
  {
    what: "a selector on a label",
    plant: replaced("objectSelector: {}", "objectSelector: { matchLabels: { protect: always } }"),
    red: deniedRows,
  },
  {
    what: "a service excluded with the groups of Kubernetes",
    plant: replaced("- storagemigration.k8s.io", "- storagemigration.k8s.io\n          - s3.services.k8s.aws"),
    red: without("another service", "cluster-scoped", "services.k8s.aws"),
  },
];

function ownServiceMarks(): readonly string[] {
  return [
    "own service mark",
    "service unmarks the generic mark",
    "service keeps what the generic mark unmarks",
    "garbage of the service",
    "another service",
    "cluster-scoped",
  ];
}

export const preventDelete: Mutation = {
  stem: "ack-prevent-delete",
  prepare: prepareMatrixRows,
  rows: preventDeleteRows,
  faults: [noFault, ...precedence, ...values, ...reach],
};
