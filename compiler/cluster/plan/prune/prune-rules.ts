import { type JsonObject, fieldsOf, metadataOf } from "../../../api/json.ts";
import type { ClusterObject } from "../../deletion/cluster-object.ts";
import type { PropagationPolicy } from "../../deletion/propagation.ts";
import type { AskingClient } from "../../verify/index.ts";
import type { ReadCluster } from "../read-cluster.ts";
import type { WrittenObject } from "../written-objects.ts";

/** Who applies the manifests, and deletes what is no longer among them. */
export const pruners = ["argocd", "flux", "helm", "kubectl", "applyset"] as const;
export type Pruner = (typeof pruners)[number];

/** An object that is no longer written. */
export interface RemovedObject {
  readonly written: WrittenObject;
  /** Undefined: the cluster does not show it. */
  readonly object: ClusterObject | undefined;
  /** As the cluster has it, or as it was written. */
  readonly live: unknown;
}

/** How the tool is run. */
export interface ApplyRun {
  /** Those of what is written from now on. */
  readonly namespaces: ReadonlySet<string>;
  /** `kubectl apply --prune -l`; undefined: nobody says. */
  readonly labels: Readonly<Record<string, string>> | undefined;
}

/** By what objects say who has applied them: each tool deletes its own alone. */
export interface ApplierMark {
  /** Undefined: it says nothing. */
  readonly applierOf: (live: unknown) => string | undefined;
  /** Whether what has no such mark, or that of somebody else, is surely left alone. */
  readonly isCertain: boolean;
  readonly unmarked: string;
  readonly foreign: (applier: string, own: readonly string[]) => string;
}

/** What whoever applies the manifests says of itself in the cluster. */
export interface ApplierSettings {
  readonly propagationPolicy?: PropagationPolicy | undefined;
  readonly keeps?: (removed: RemovedObject) => string | undefined;
  /** What is not known anyway, a line for each. */
  readonly gaps: readonly string[];
}

/** Where settings are looked for. */
export interface SettingsQuery {
  readonly client: AskingClient;
  readonly cluster: ReadCluster;
  readonly applier: string;
  /** Nothing is written any more. */
  readonly isAllRemoved: boolean;
}

/** What a tool does about objects that are no longer written. */
export interface PruneRules {
  readonly shown: string;
  /** In whose name it deletes, as it is usually installed; undefined: of whoever runs it. */
  readonly user: string | undefined;
  readonly propagationPolicy: PropagationPolicy;
  /** Why it leaves an object alone; undefined: it deletes it. */
  readonly keeps: (removed: RemovedObject, run: ApplyRun) => string | undefined;
  /** The first of which there is any counts; none: it deletes whatever is no longer written. */
  readonly marks: readonly ApplierMark[];
  /** What `--owner` names: `the Application`. */
  readonly applierKind: string;
  readonly settings?: (query: SettingsQuery) => Promise<ApplierSettings> | ApplierSettings;
  /** A mark that seems to keep an object from it, and does not. */
  readonly despite?: (live: unknown) => string | undefined;
  /** Why it may delete an object that is still written, and make it anew. */
  readonly remakes?: (document: unknown) => string | undefined;
  /** What is never known of it, a line for each. */
  readonly gaps?: (pruned: readonly RemovedObject[], run: ApplyRun) => readonly string[];
}

export const annotationsOf = (object: unknown): JsonObject => fieldsOf(metadataOf(object)["annotations"]);
export const labelsOf = (object: unknown): JsonObject => fieldsOf(metadataOf(object)["labels"]);

/** The parts of a text between commas. */
export function partsOf(value: unknown): readonly string[] {
  const parts = typeof value === "string" ? value.split(",") : [];
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** The annotation of Helm, which other tools do not read. */
export const helmKeeps = "helm.sh/resource-policy";

export function isKeptByHelm(live: unknown): boolean {
  return annotationsOf(live)[helmKeeps] === "keep";
}
