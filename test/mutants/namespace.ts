import { goesThrough } from "../ack/changes.ts";
import { deniedNamespace } from "../ack/rule-texts.ts";
import { storeNamespace } from "../ack/stored-objects.ts";
import { type Mutation, type Row, noFault, replaced, withoutDocuments } from "./mutation.ts";
import { generic } from "../ack/kinds.ts";

const s3 = `s3.${generic}`;

const namespaces: readonly {
  readonly what: string;
  readonly name: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly unmarkedBy?: string;
}[] = [
  { what: "unmarked", name: "unmarked", annotations: { "example.com/plain": "true" } },
  { what: "generic mark", name: "generic", annotations: { [generic]: "true" }, unmarkedBy: `${generic}=false` },
  { what: "service mark", name: "service", annotations: { [s3]: "true" }, unmarkedBy: `${s3}=false` },
  {
    what: "two marks",
    name: "two",
    annotations: { [generic]: "true", [s3]: "true" },
    unmarkedBy: `${s3}=false ${generic}=false`,
  },
  { what: "garbage", name: "garbage", annotations: { [generic]: "yes" }, unmarkedBy: `${generic}=false` },
  { what: "overridden", name: "overridden", annotations: { [generic]: "false" } },
  { what: "a mark of a group that ends alike", name: "evil", annotations: { [`evil${generic}`]: "true" } },
];

const rows: readonly Row[] = namespaces.map(({ what, name, unmarkedBy }) => ({
  what,
  request: { method: "DELETE", path: `/api/v1/namespaces/marked-${name}?dryRun=All` },
  expected: unmarkedBy === undefined ? goesThrough() : { decision: deniedNamespace(`marked-${name}`, unmarkedBy), warnings: [] },
}));

const denied = ["generic mark", "service mark", "two marks", "garbage"];

export const namespace: Mutation = {
  stem: "ack-namespace",
  prepare: async (server) => {
    for (const { name, annotations } of namespaces) await storeNamespace(server, `marked-${name}`, annotations);
  },
  rows,
  faults: [
    noFault,
    {
      what: "the keys of services forgotten",
      plant: replaced("key.endsWith('.services.k8s.aws/prevent-delete')", "false"),
      red: ["service mark", "two marks"],
    },
    {
      what: "the generic key forgotten",
      plant: replaced(/key ([!=]=) 'services\.k8s\.aws\/prevent-delete'/, "'' $1 'services.k8s.aws/prevent-delete'"),
      red: ["generic mark", "two marks", "garbage"],
    },
    {
      what: "no dot before services.k8s.aws",
      plant: replaced("'.services.k8s.aws/", "'services.k8s.aws/"),
      red: ["a mark of a group that ends alike"],
    },
    { what: "removed marks not known", plant: replaced("'false'", "'no'"), red: ["overridden"] },
    { what: "the command unmarks one mark", plant: replaced("[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]", "[0]"), red: ["two marks"] },
    { what: "no binding", plant: withoutDocuments("kind: ValidatingAdmissionPolicyBinding"), red: denied },
    {
      what: "the subresources alone",
      plant: replaced("resources: [namespaces]", 'resources: ["namespaces/status"]'),
      red: denied,
    },
  ],
};
