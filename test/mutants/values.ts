import { annotate, goesThrough } from "../ack/changes.ts";
import { bucket, namespaceOf, objectOf, pathOf, generic } from "../ack/kinds.ts";
import { deniedDeletionPolicy, deniedPreventDelete, warnedOfIgnored } from "../ack/rule-texts.ts";
import { storeNamespace, storeObject } from "../ack/stored-objects.ts";
import type { ApiRequest } from "../control-plane/api-client.ts";
import { type Mutation, type Row, both, noFault, replaced } from "./mutation.ts";
const policy = "services.k8s.aws/deletion-policy";
const dryRun = "dryRun=All";

const target = { described: "Bucket values/data", subject: 'buckets.s3.services.k8s.aws "data"' };
const newTarget = { described: "Bucket values/new", subject: 'buckets.s3.services.k8s.aws "new"' };
const namespaceTarget = { described: "Namespace values", subject: 'namespaces "values"' };

const create = (annotations: Readonly<Record<string, string>>): ApiRequest => ({
  method: "POST",
  path: pathOf(bucket, { namespace: "values", query: dryRun }),
  body: objectOf(bucket, { name: "new", namespace: "values", annotations }),
});
const change = (annotations: Readonly<Record<string, string>>): ApiRequest =>
  annotate(pathOf(bucket, { namespace: "values", name: "data", query: dryRun }), annotations);

const rows: readonly Row[] = [
  { what: "right values", request: create({ [generic]: "true", [policy]: "retain" }), expected: goesThrough() },
  {
    what: "wrong prevent-delete",
    request: create({ [generic]: "yes" }),
    expected: { decision: deniedPreventDelete(newTarget, generic), warnings: [] },
  },
  {
    what: "wrong deletion-policy",
    request: create({ [policy]: "Retain" }),
    expected: { decision: deniedDeletionPolicy(newTarget, policy), warnings: [] },
  },
  {
    what: "other garbage",
    request: change({ [generic]: "no" }),
    expected: { decision: deniedPreventDelete(target, generic), warnings: [] },
  },
  { what: "another annotation beside garbage", request: change({ plain: "other" }), expected: goesThrough() },
  {
    what: "Namespace",
    request: annotate(`/api/v1/namespaces/values?${dryRun}`, { [generic]: "yes" }),
    expected: { decision: deniedPreventDelete(namespaceTarget, generic), warnings: [] },
  },
  {
    what: "namespaces/status",
    request: annotate(`/api/v1/namespaces/values/status?${dryRun}`, { [generic]: "yes" }),
    expected: { decision: deniedPreventDelete(namespaceTarget, generic), warnings: [] },
  },
  {
    what: "new Namespace",
    request: { method: "POST", path: `/api/v1/namespaces?${dryRun}`, body: namespaceOf("new", { [generic]: "yes" }) },
    expected: {
      decision: deniedPreventDelete({ described: "Namespace new", subject: 'namespaces "new"' }, generic),
      warnings: [],
    },
  },
  {
    what: "ignored mark",
    request: create({ "s3.services.k8s.aws/deletion-policy": "retain" }),
    expected: { decision: "allow", warnings: [warnedOfIgnored(newTarget, "s3.services.k8s.aws/deletion-policy")] },
  },
  {
    what: "ignored mark on the Namespace",
    request: annotate(`/api/v1/namespaces/values?${dryRun}`, { [policy]: "retain" }),
    expected: { decision: "allow", warnings: [warnedOfIgnored(namespaceTarget, policy)] },
  },
];

const onChange = ["other garbage", "Namespace", "namespaces/status", "ignored mark on the Namespace"];
const onCreate = ["wrong prevent-delete", "wrong deletion-policy", "new Namespace", "ignored mark"];

export const values: Mutation = {
  stem: "ack-values",
  prepare: async (server) => {
    await storeNamespace(server, "values");
    await storeObject(server, bucket, {
      name: "data",
      namespace: "values",
      annotations: { [generic]: "garbage", plain: "text" },
    });
  },
  rows,
  faults: [
    noFault,
    { what: "creates forgotten", plant: replaced("operations: [CREATE, UPDATE]", "operations: [UPDATE]"), red: onCreate },
    { what: "updates forgotten", plant: replaced("operations: [CREATE, UPDATE]", "operations: [CREATE]"), red: onChange },
    {
      what: "subresources forgotten",
      plant: replaced('resources: ["namespaces/*"]', "resources: [namespaces]"),
      red: ["namespaces/status"],
    },
    {
      what: "unchanged values judged as well",
      plant: replaced("oldObject.?metadata.?annotations[?key].hasValue()", "false"),
      red: ["another annotation beside garbage"],
    },
    {
      what: "the values of the design document",
      plant: replaced("['delete', 'retain']", "['Delete', 'Retain', 'retain']"),
      red: ["wrong deletion-policy"],
    },
    {
      what: "the generic key forgotten",
      plant: replaced(/key ([!=]=) 'services\.k8s\.aws\/prevent-delete'/, "'' $1 'services.k8s.aws/prevent-delete'"),
      red: ["wrong prevent-delete", "other garbage", "Namespace", "namespaces/status", "new Namespace"],
    },
    {
      what: "objects and Namespaces mixed up",
      plant: replaced(
        "(request.resource.group == '' && request.resource.resource == 'namespaces')",
        "!(request.resource.group == '' && request.resource.resource == 'namespaces')",
      ),
      red: ["right values", "wrong deletion-policy", "ignored mark", "ignored mark on the Namespace"],
    },
    {
      what: "Warn and Deny mixed up",
      plant: both(replaced("[Deny]", "[Audit]"), replaced("[Warn]", "[Deny]")),
      red: rows
        .filter(({ what }) => what !== "right values" && what !== "another annotation beside garbage")
        .map(({ what }) => what),
    },
  ],
};
