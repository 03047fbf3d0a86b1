import type { Compilation } from "../../../compiler/compile.ts";
import { compileFiles } from "../../fixtures/compile-files.ts";
import type { Tree } from "../../fixtures/tree.ts";
import { documentsIn } from "../../fixtures/yaml-documents.ts";

export const image = `registry.example.com/holdfast@sha256:${"0123456789abcdef".repeat(4)}`;

/** A file that declares the fallback with these properties, besides its image. */
export const fallbackText = (properties = ""): string => `import { fallback } from "holdfast";
export default fallback({ image: "${image}", ${properties} });
`;

/** Every feature, and nothing else. */
export const everyFeature = `
  usages: {
    of: [{ group: "apps", resource: "deployments" }, { group: "", resource: "configmaps" }],
    by: [{ group: "apps", resource: "statefulsets" }],
    crossplane: true,
  },
  criticalServices: {
    providers: [{ group: "apps", resource: "deployments" }],
    criteria: [{ group: "my.crd.group", resource: "coolresources" }],
  },
  foregroundClaims: [
    { claim: { group: "example.com", resource: "databases" }, composite: { group: "example.com", resource: "xdatabases" } },
  ],
  unprotected: {
    of: [{ group: "", resource: "persistentvolumeclaims" }, { group: "apps", resource: "deployments" }],
    restores: { labels: { "example.com/keep": "true" } },
    removes: { annotations: ["example.com/may-go"] },
  },
  appcat: {
    composites: [{ group: "vshn.appcat.vshn.io", resource: "xvshnpostgresqls" }],
    objects: [{ group: "helm.crossplane.io", resource: "releases" }],
  },`;

/** Who may write the notes of the controller on Usages. */
export const recordKeeper = `import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "records",
  match: ["protection.holdfast.dev", "*.crossplane.io"].map((group) => ({ group, resource: "*/*" })),
  rules: {
    noted: {
      operation: "update",
      denyWhen: ({ object, authorizer }) =>
        object.metadata.annotations?.["holdfast.dev/used-by"] === "me" && !authorizer.requestResource.check("delete").allowed(),
      message: "only who may delete it may say so",
    },
  },
});
`;

/** What keeps the marks of features; without it they are not compiled. */
export const keepers: Tree = {
  "policies/keepers.ts": `import { deletionPolicy, resource } from "holdfast";
const usages = resource({ group: "protection.holdfast.dev", version: "v1alpha1", resource: "usages" });
const services = resource({ group: "protection.holdfast.dev", version: "v1alpha1", resource: "criticalservices" });
const crossplane = resource({ group: "protection.crossplane.io", version: "v1beta1", resource: "usages" });
const match = ["", "apps", "*.example.com"].map((group) => ({ group, resource: "*/*" }));
const isMarked = (object: { metadata: { labels?: Record<string, string> } }) => object.metadata.labels?.marked === "true";
export default [
  deletionPolicy({
    name: "keepers",
    match,
    overrides: { none: "the rule alone is asked" },
    rules: {
      used: {
        denyWhen: ({ oldObject, cluster }) => isMarked(oldObject) && (cluster.exists(usages) || cluster.exists(crossplane)),
        message: "it is used",
      },
      asked: {
        operation: "update",
        denyWhen: ({ oldObject, object, authorizer }) =>
          isMarked(oldObject) &&
          object.metadata.annotations?.["holdfast.dev/delete-when-unused"] !== undefined &&
          !authorizer.requestResource.check("delete").allowed(),
        message: "only who may delete it may ask",
      },
      critical: {
        operation: "update",
        denyWhen: ({ oldObject, object, cluster }) => isMarked(oldObject) && !isMarked(object) && cluster.exists(services),
        message: "it is critical",
      },
    },
  }),
];
`,
  "policies/records.ts": recordKeeper,
};

/** A policy with one rule about deletes of Deployments. */
export const policyText = (
  condition: string,
  { asks = `{ group: "", version: "v1", resource: "pods" }`, name = "used" } = {},
): string =>
  `import { deletionPolicy, resource } from "holdfast";
const asked = resource(${asks});
export default deletionPolicy({
  name: "${name}",
  match: [{ group: "apps", resource: "deployments" }],
  overrides: { none: "the rule alone is asked" },
  rules: { ${name}: { denyWhen: ({ oldObject, namespaceObject, cluster }) => ${condition}, message: "it is used" } },
});
export const unused = [asked];
`.replace("namespaceObject, ", condition.includes("namespaceObject") ? "namespaceObject, " : "");

export const asksPods = 'oldObject.metadata.labels?.["keep"] === "yes" && cluster.exists(asked)';

export interface Written {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}

/** What was planned for `fallback/`: each object with the file that holds it, in the order of the files. */
export function writtenBy({
  diagnostics,
  fallback,
}: Compilation): readonly { readonly file: string; readonly object: Written }[] {
  const problems = diagnostics.map(({ message }) => message);
  if (problems.length > 0) throw new Error(problems.join("; "));
  return (fallback?.files ?? []).flatMap(({ name, text }) =>
    documentsIn(text).map((document) => ({ file: name, object: document as Written })),
  );
}

/** Nothing where no feature marks anything. */
export function keepersFor(properties: string): Tree {
  return /usages:|criticalServices:/.test(properties) ? keepers : {};
}

const known = new Map<string, readonly Written[]>();

/** The objects that these policies and this declaration become; compiled once for each. */
export function objectsOf(properties: string, policies: Tree = {}): readonly Written[] {
  const key = JSON.stringify([properties, policies]);
  const objects = known.get(key) ?? compileObjects(properties, policies);
  known.set(key, objects);
  return objects;
}

function compileObjects(properties: string, policies: Tree): readonly Written[] {
  const tree = { "policies/fallback.ts": fallbackText(properties), ...keepersFor(properties), ...policies };
  return writtenBy(compileFiles(tree, ["policies"])).map(({ object }) => object);
}

export function find(objects: readonly Written[], kind: string, name: string): Written {
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name);
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
  return found;
}

/** `spec.template.spec.containers.0.args` of a parsed object. */
export function at(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((inside, key) => (inside as Readonly<Record<string, unknown>> | undefined)?.[key], value);
}
