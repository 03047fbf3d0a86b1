import { bucket, pathOf } from "../ack/kinds.ts";
import { warnedOfConsequence } from "../ack/rule-texts.ts";
import { storeNamespace, storeObject } from "../ack/stored-objects.ts";
import { type Mutation, type Row, noFault, replaced, withoutDocuments } from "./mutation.ts";

const generic = "services.k8s.aws/deletion-policy";
const s3 = `s3.${generic}`;

type Warned = {
  readonly what: string;
  readonly name: string;
  readonly namespace: string;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Undefined: nothing is said. */
  readonly said: string | undefined;
};

const objects: readonly Warned[] = [
  { what: "default", name: "default", namespace: "silent", said: undefined },
  {
    what: "own",
    name: "own",
    namespace: "retaining",
    annotations: { [generic]: "delete" },
    said: `ACK deletes the AWS resource too: annotation ${generic} on the object`,
  },
  {
    what: "Namespace's",
    name: "inherited",
    namespace: "retaining",
    said: `ACK keeps the AWS resource: annotation ${s3} on Namespace retaining`,
  },
  {
    what: "garbage",
    name: "garbage",
    namespace: "silent",
    annotations: { [generic]: "Delete" },
    said: `ACK keeps the AWS resource: annotation ${generic} on the object (it takes "Delete" for retain)`,
  },
  {
    what: "ignored",
    name: "ignored",
    namespace: "silent",
    annotations: { [s3]: "retain" },
    said: `ACK deletes the AWS resource too: default of the controller; it does not read ${s3} on the object`,
  },
];

const rows: readonly Row[] = objects.map(({ what, name, namespace, said }) => ({
  what,
  request: { method: "DELETE", path: pathOf(bucket, { namespace, name, query: "dryRun=All" }) },
  expected: { decision: "allow", warnings: said === undefined ? [] : [warnedOfConsequence(`Bucket ${namespace}/${name}`, said)] },
}));

const warned = objects.flatMap(({ what, said }) => (said === undefined ? [] : [what]));

export const deletionPolicy: Mutation = {
  stem: "ack-deletion-policy",
  prepare: async (server) => {
    await storeNamespace(server, "silent");
    await storeNamespace(server, "retaining", { [s3]: "retain" });
    for (const { name, namespace, annotations = {} } of objects)
      await storeObject(server, bucket, { name, namespace, annotations });
  },
  rows,
  faults: [
    noFault,
    {
      what: "the Namespace before the object",
      plant: replaced("variables.own.or(variables.inherited)", "variables.inherited.or(variables.own)"),
      red: ["own"],
    },
    { what: "another default", plant: replaced(".orValue('delete')", ".orValue('retain')"), red: ["default", "ignored"] },
    {
      what: "garbage taken for delete",
      plant: replaced("variables.value == 'delete'", "variables.value != 'retain'"),
      red: ["garbage"],
    },
    { what: "Deny instead of Warn", plant: replaced("[Warn]", "[Deny]"), red: warned },
    { what: "no binding", plant: withoutDocuments("kind: ValidatingAdmissionPolicyBinding"), red: warned },
  ],
};
