import { annotate, goesThrough } from "../ack/changes.ts";
import { grantEverything, s3Controller } from "../ack/identities.ts";
import { adoptedResource, bucket, namespaceOf, pathOf, generic } from "../ack/kinds.ts";
import { type Target, deniedController } from "../ack/rule-texts.ts";
import { storeNamespace, storeObject } from "../ack/stored-objects.ts";
import type { ApiRequest } from "../control-plane/api-client.ts";
import { type Mutation, type Row, both, noFault, replaced, withoutDocuments } from "./mutation.ts";
const marked = { [generic]: "true", "s3.services.k8s.aws/deletion-policy": "retain" };
const neighbour = "system:serviceaccount:ack-system-2:ack-s3-controller";

const bucketPath = pathOf(bucket, { namespace: "controlled", name: "data", query: "dryRun=All" });
const bucketTarget: Target = { described: "Bucket controlled/data", subject: 'buckets.s3.services.k8s.aws "data"' };
const adoptedTarget: Target = {
  described: "AdoptedResource controlled/data",
  subject: 'adoptedresources.services.k8s.aws "data"',
};
const namespaceTarget: Target = { described: "Namespace controlled", subject: 'namespaces "controlled"' };

const namespacePath = (subresource: string): string => `/api/v1/namespaces/controlled${subresource}?dryRun=All`;
const finalize: ApiRequest = { method: "PUT", path: namespacePath("/finalize"), body: namespaceOf("controlled") };

type Attempt = { readonly what: string; readonly request: ApiRequest; readonly as?: string; readonly denied?: Target };

const attempts: readonly Attempt[] = [
  { what: "adds", request: annotate(bucketPath, { [`rds.${generic}`]: "true" }), denied: bucketTarget },
  { what: "changes", request: annotate(bucketPath, { [generic]: "false" }), denied: bucketTarget },
  { what: "removes", request: annotate(bucketPath, { [generic]: null }), denied: bucketTarget },
  {
    what: "changes deletion-policy",
    request: annotate(bucketPath, { "s3.services.k8s.aws/deletion-policy": "delete" }),
    denied: bucketTarget,
  },
  { what: "changes another annotation", request: annotate(bucketPath, { plain: "other" }) },
  {
    what: "removes, in the group of all services",
    request: annotate(pathOf(adoptedResource, { namespace: "controlled", name: "data", query: "dryRun=All" }), {
      [generic]: null,
    }),
    denied: adoptedTarget,
  },
  { what: "removes, on the Namespace", request: annotate(namespacePath(""), { [generic]: null }), denied: namespaceTarget },
  {
    what: "removes, through namespaces/status",
    request: annotate(namespacePath("/status"), { [generic]: null }),
    denied: namespaceTarget,
  },
  { what: "removes, through namespaces/finalize", request: finalize, denied: namespaceTarget },
  { what: "another user removes", request: annotate(bucketPath, { [generic]: null }), as: neighbour },
];

const rows: readonly Row[] = attempts.map(({ what, request, as = s3Controller, denied }) => ({
  what,
  request: { ...request, as },
  expected: denied === undefined ? goesThrough() : { decision: deniedController(denied, `"${s3Controller}"`), warnings: [] },
}));

const deniedRows = attempts.filter(({ denied }) => denied !== undefined).map(({ what }) => what);
const onNamespaces = ["removes, on the Namespace", "removes, through namespaces/status", "removes, through namespaces/finalize"];

export const controllers: Mutation = {
  stem: "ack-controllers",
  prepare: async (server) => {
    await grantEverything(server, [s3Controller, neighbour]);
    await storeNamespace(server, "controlled", marked);
    for (const kind of [bucket, adoptedResource])
      await storeObject(server, kind, { name: "data", namespace: "controlled", annotations: marked });
  },
  rows,
  faults: [
    noFault,
    {
      what: "subresources forgotten",
      plant: replaced(/(operations: \[UPDATE\]\s+resources: )\["\*\/\*"\]/, '$1["*"]'),
      red: ["removes, through namespaces/status", "removes, through namespaces/finalize"],
    },
    {
      what: "Namespaces forgotten",
      plant: replaced("request.resource.group == '' && request.resource.resource == 'namespaces'", "false"),
      red: onNamespaces,
    },
    {
      what: "removals forgotten",
      plant: replaced("variables.annotations.all(key,", "dyn({}).all(key,"),
      red: ["removes", "removes, in the group of all services", ...onNamespaces],
    },
    { what: "additions forgotten", plant: replaced("variables.others.all(key,", "dyn({}).all(key,"), red: ["adds"] },
    {
      what: "changes forgotten",
      plant: both(
        replaced("variables.others[?key].orValue('') == variables.annotations[key]", "true"),
        replaced("variables.annotations[?key].orValue('') == variables.others[key]", "true"),
      ),
      red: ["changes", "changes deletion-policy"],
    },
    {
      what: "deletion-policy forgotten",
      plant: replaced("services.k8s.aws/deletion-policy'", "services.k8s.aws/no-policy'"),
      red: ["changes deletion-policy"],
    },
    {
      what: "no end of the namespace in the identity",
      plant: replaced("ack-system:'", "ack-system'"),
      red: ["another user removes"],
    },
    { what: "another namespace of the controllers", plant: replaced("ack-system:'", "ack:'"), red: deniedRows },
    { what: "no binding", plant: withoutDocuments("kind: ValidatingAdmissionPolicyBinding"), red: deniedRows },
  ],
};
