import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { builtInKinds } from "../../compiler/language/served/built-in-kinds.ts";
import type { Report } from "../report/page.ts";
import { targets } from "../guard/matrix/targets.ts";
import { root } from "../house/source-files.ts";

/** A delete that the cases beside a shipped policy say is denied, of an object that can be stored. */
export interface DeniedDelete {
  /** The YAML file that has the policy, from `generated`, without its ending. */
  readonly stem: string;
  /** One of them denies it. */
  readonly policies: readonly string[];
  readonly title: string;
  readonly object: KubernetesObject;
  readonly ofNamespace: object;
  readonly served: Served;
}

export interface Served {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly resource: string;
  readonly isNamespaced: boolean;
  readonly isCustom: boolean;
}

interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly [field: string]: unknown };
}

interface CaseFile {
  readonly policy?: string;
  readonly policies?: readonly string[];
  readonly kinds?: readonly {
    readonly group: string;
    readonly kind: string;
    readonly resource: string;
    readonly scope: string;
  }[];
  readonly cases: readonly {
    readonly name: string;
    readonly policy?: string;
    readonly delete?: KubernetesObject;
    readonly user?: unknown;
    readonly options?: unknown;
    readonly namespaceObject?: object;
    readonly expect: unknown;
  }[];
}

/**
 * Policies that deny deletes by themselves, without the webhook, by the file that has them. Those that ask are in
 * test/fallback.
 */
export function denyingPolicies(): ReadonlyMap<string, string> {
  const folders = ["", "presets/"];
  return new Map(
    folders.flatMap((folder) => {
      const report = JSON.parse(readFileSync(join(root, "generated", folder, "report.json"), "utf8")) as Report;
      const denying = report.policies.filter(({ paths }) =>
        paths.some(({ path, state, text }) => path === "delete" && state === "closed" && !text.includes("webhook")),
      );
      return denying.map(({ name }) => [name, folder] as const);
    }),
  );
}

/** The cases of all policies, so that one that is added is in the test. */
export function deniedDeletes(): readonly DeniedDelete[] {
  const policies = denyingPolicies();
  const paths = readdirSync(join(root, "policies"), { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".test.yaml"),
  );
  const found = paths.toSorted().flatMap((path) => {
    const file = parse(readFileSync(join(root, "policies", path), "utf8"), { merge: true }) as CaseFile;
    return file.cases.flatMap((one) => {
      const { delete: object, user, options, namespaceObject: ofNamespace = {}, expect: expected, name: title } = one;
      const own = [one.policy ?? file.policy ?? file.policies ?? []].flat().filter((policy) => policies.has(policy));
      const [first] = own;
      if (first === undefined || object === undefined || user !== undefined || options !== undefined || !isDenial(expected))
        return [];
      const stem = `${policies.get(first) ?? ""}${(path.split("/").at(-1) ?? "").replace(".test.yaml", "")}`;
      return [{ stem, policies: own, title, object: storable(object), ofNamespace, served: servedAs(object, file) }];
    });
  });
  return [...found, bucket];
}

/** The cases of this policy are TypeScript. */
const bucket: DeniedDelete = {
  stem: "ack-prevent-delete",
  policies: ["ack-prevent-delete"],
  title: "a Bucket with a mark",
  object: {
    apiVersion: "s3.services.k8s.aws/v1alpha1",
    kind: "Bucket",
    metadata: { name: "data", namespace: "app", annotations: { "services.k8s.aws/prevent-delete": "true" } },
  },
  ofNamespace: {},
  served: {
    group: "s3.services.k8s.aws",
    version: "v1alpha1",
    kind: "Bucket",
    resource: "buckets",
    isNamespaced: true,
    isCustom: true,
  },
};

const isDenial = (expected: unknown): boolean =>
  expected === "deny" || (typeof expected === "object" && expected !== null && "deny" in expected);

function servedAs({ apiVersion, kind }: KubernetesObject, { kinds = [] }: CaseFile): Served {
  const [version = "", group = ""] = apiVersion.split("/").toReversed();
  const builtIn = builtInKinds.find((one) => one.group === group && one.kind === kind);
  const custom = kinds.find((one) => one.group === group && one.kind === kind);
  const resource = builtIn?.resource ?? custom?.resource ?? `${kind.toLowerCase()}s`;
  const isNamespaced = (builtIn?.scope ?? custom?.scope ?? "Namespaced") === "Namespaced";
  return {
    group,
    version,
    kind,
    resource,
    isNamespaced,
    isCustom: builtIn === undefined && group.includes(".") && !group.endsWith(".k8s.io"),
  };
}

/** With what the API server wants of its kind, where the case leaves it out. */
function storable(object: KubernetesObject): KubernetesObject {
  const fields = targets.find(({ kind, only }) => kind === object.kind && (only === undefined || only === "T16"))?.fields ?? {};
  const { uid: _, ...metadata } = object.metadata;
  return { ...fields, ...object, metadata: { ...metadata, name: object.metadata.name } };
}
