import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { ownFile } from "../../api/own-package.ts";

interface Row {
  /** What its marks say, for whoever is asked. */
  readonly means: string;
  /** The policy of this package, as it is copied; what it imports comes along. */
  readonly policy?: string;
  /** Where there are several: what each does. */
  readonly policies?: Readonly<Record<string, string>>;
}

const rows = {
  ack: {
    means: "AWS Controllers for Kubernetes: annotation services.k8s.aws/prevent-delete",
    policies: {
      "ack-prevent-delete": "ACK: denies deletes of resources that carry services.k8s.aws/prevent-delete",
      "ack-namespace": "ACK: denies deletes of Namespaces that carry it",
      "ack-values": "ACK: warns of values that ACK does not read",
    },
  },
  appcat: {
    means: "VSHN AppCat: claims, and volumes of instances",
    policies: {
      "appcat-claim": "VSHN AppCat: denies deletes of claims, unless deletionProtection is false",
      "presets/appcat-volumes": "VSHN AppCat: denies deletes of volumes of instances",
    },
  },
  argocd: {
    means: "Argo CD: sync options Prune=false and Delete=false",
    policy: "presets/argo-cd-sync-options",
  },
  cozystack: {
    means: "Cozystack: label platform.cozystack.io/no-delete",
    policy: "presets/cozystack-no-delete",
  },
  crossplane: { means: "Crossplane: what a Usage names", policy: "presets/crossplane-in-use" },
  flux: { means: "Flux: kustomize.toolkit.fluxcd.io/prune: disabled", policy: "presets/flux-prune-disabled" },
  gardener: { means: "Gardener: confirmation of deletions", policy: "presets/gardener-confirmation" },
  helm: { means: "Helm: helm.sh/resource-policy: keep", policy: "presets/helm-keep" },
  karmada: { means: "Karmada: deletion-protected: Always", policy: "presets/karmada-deletion-protected" },
  kruise: { means: "OpenKruise: delete-protection", policy: "presets/kruise-delete-protection" },
  kubevirt: { means: "KubeVirt: vm-delete-protection", policy: "presets/kubevirt-delete-protection" },
  neco: { means: "NECO: i-am-sure-to-delete", policy: "presets/neco-confirmation" },
} as const satisfies Readonly<Record<string, Row>>;

export type System = keyof typeof rows;

export const systemNames = Object.keys(rows) as readonly System[];

export const meaningOf = (system: System): string => rows[system].means;

export interface NewFile {
  /** From the directory of the package, with `/`. */
  readonly path: string;
  readonly text: string;
  /** What it is, in some words. */
  readonly is: string;
}

/** What there is to begin with where no system has marks. */
const own: Row = { means: "a label keeps ConfigMaps", policy: "starter/keep-labelled" };

/** The policies of these systems with their tests, and what they import, each once. */
export function filesOfSystems(systems: readonly System[]): readonly NewFile[] {
  const files = new Map<string, NewFile>();
  for (const row of systems.length === 0 ? [own] : systems.map((system): Row => rows[system]))
    for (const [policy, does] of policiesOf(row)) {
      addModule(files, `${policy}.ts`, `policy: ${does}`);
      add(files, `${policy}.test.${testedByPrograms.has(policy) ? "ts" : "yaml"}`, "its tests");
    }
  return [...files.values()];
}

const policiesOf = ({ policy, policies = {}, means }: Row): readonly (readonly [string, string])[] =>
  policy === undefined ? Object.entries(policies) : [[policy, means]];

const testedByPrograms: ReadonlySet<string> = new Set(["ack-prevent-delete", "starter/keep-labelled"]);

/** The module, and those beside it that it imports. */
function addModule(files: Map<string, NewFile>, path: string, is: string): void {
  if (files.has(path)) return;
  const text = add(files, path, is);
  for (const [, name] of text.matchAll(/from "\.\/([\w-]+\.ts)"/g))
    addModule(files, path.replace(/[^/]*$/, name ?? ""), "for the policies beside it");
}

function add(files: Map<string, NewFile>, path: string, is: string): string {
  const text = readFileSync(ownFile(`policies/${path}`, path), "utf8");
  files.set(path, { path: `policies/${basename(path)}`, text, is });
  return text;
}
