import type { FeaturesIr } from "../../ir/fallback.ts";
import { type Installation, type ManifestObject, describedBy } from "../manifests/manifest-object.ts";
import { protectionGroup } from "../../api/names.ts";
import { criticalServiceSchema, criticalServiceStatus } from "./critical-service.ts";
import { type JsonSchema, object, status as conditionsAlone } from "./json-schema.ts";
import { clusterUsageSchema, usageSchema } from "./usage.ts";

/** One kind of the group. */
interface Definition {
  readonly kind: string;
  readonly plural: string;
  readonly scope: "Namespaced" | "Cluster";
  readonly description: string;
  readonly spec: JsonSchema;
  /** Conditions alone, unless told. */
  readonly status?: JsonSchema;
  readonly columns: readonly Column[];
}

/** Of a table that kubectl prints. */
interface Column {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
}

const usageColumns: readonly Column[] = [
  { name: "Of", type: "string", jsonPath: ".spec.of.kind" },
  { name: "Name", type: "string", jsonPath: ".spec.of.resourceRef.name" },
];

const usages: readonly Definition[] = [
  {
    kind: "Usage",
    plural: "usages",
    scope: "Namespaced",
    description:
      "Says that an object is used, by one in the same namespace or for a reason: until it is gone the object cannot be deleted.",
    spec: usageSchema,
    columns: usageColumns,
  },
  {
    kind: "ClusterUsage",
    plural: "clusterusages",
    scope: "Cluster",
    description: "Says that an object is used, wherever both are: until it is gone the object cannot be deleted.",
    spec: clusterUsageSchema,
    columns: usageColumns,
  },
];

const criticalService: Definition = {
  kind: "CriticalService",
  plural: "criticalservices",
  scope: "Cluster",
  description: "Says what serves others: it, its namespace and this object cannot be deleted before what it serves is gone.",
  spec: criticalServiceSchema,
  status: criticalServiceStatus,
  columns: [
    { name: "Provider", type: "string", jsonPath: ".spec.provider.name" },
    { name: "Namespace", type: "string", jsonPath: ".spec.provider.namespace" },
  ],
};

/**
 * The kinds of the features that are on: losing one would take every object of it, and what these
 * protect, without anybody being asked.
 */
export function definitionObjects(installation: Installation): readonly ManifestObject[] {
  const { usages: used, criticalServices }: FeaturesIr = installation.fallback;
  const definitions = [
    ...(used?.origins.includes("holdfast") === true ? usages : []),
    ...(criticalServices === undefined ? [] : [criticalService]),
  ];
  return definitions.map((definition) => definitionObject(installation, definition));
}

function definitionObject(installation: Installation, definition: Definition): ManifestObject {
  const { kind, plural, scope } = definition;
  const name = `${plural}.${protectionGroup}`;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: describedBy(installation, { name, wave: "foundation", isClusterScoped: true, pruned: "never" }),
    spec: {
      group: protectionGroup,
      names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase(), categories: ["holdfast"] },
      scope,
      conversion: { strategy: "None" },
      versions: [version(definition)],
    },
  };
}

function version({ description, spec, columns, status = conditionsAlone }: Definition): object {
  return {
    name: "v1alpha1",
    served: true,
    storage: true,
    subresources: { status: {} },
    additionalPrinterColumns: [
      ...columns,
      { name: "Ready", type: "string", jsonPath: ".status.conditions[?(@.type=='Ready')].status" },
      { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
    ],
    schema: {
      openAPIV3Schema: object(
        {
          apiVersion: { type: "string" },
          kind: { type: "string" },
          metadata: { type: "object" },
          spec,
          status,
        },
        { description, required: ["spec"] },
      ),
    },
  };
}
