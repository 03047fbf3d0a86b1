import { fieldsOf, objectsOf, textAt } from "../../../api/json.ts";
import type { ClusterObject } from "../../deletion/cluster-object.ts";
import {
  type ApplierSettings,
  type PruneRules,
  type SettingsQuery,
  annotationsOf,
  helmKeeps,
  isKeptByHelm,
  labelsOf,
} from "./prune-rules.ts";

const group = "kustomize.toolkit.fluxcd.io";

export const flux: PruneRules = {
  shown: "Flux",
  user: "system:serviceaccount:flux-system:kustomize-controller",
  propagationPolicy: "Background",
  applierKind: "the Kustomization, as <namespace>/<name>",
  // fluxcd/pkg: ssa/manager.go, GetOwnerLabels: kustomize-controller deletes nothing without them.
  marks: [
    {
      applierOf: kustomizationOf,
      isCertain: true,
      unmarked: `no Kustomization has applied it (${group}/name)`,
      foreign: (kustomization, own) => `Kustomization ${kustomization} has applied it, not ${own.join(", ")}`,
    },
  ],
  keeps: ({ live }) => markOf(live),
  settings: kustomizationSettings,
  despite: (live) => (isKeptByHelm(live) ? `${helmKeeps}: keep is read by Helm alone` : undefined),
  remakes: (document) => (hasMark(document, "force", "enabled") ? "its annotations say so" : undefined),
};

function kustomizationOf(live: unknown): string | undefined {
  const [namespace, name] = ["namespace", "name"].map((key) => textAt(labelsOf(live), `${group}/${key}`));
  return namespace === undefined || name === undefined ? undefined : `${namespace}/${name}`;
}

/** As label or annotation, in any case (fluxcd/pkg: ssa/utils/meta.go, AnyInMetadata). */
function hasMark(object: unknown, key: string, value: string): boolean {
  const found = [labelsOf(object), annotationsOf(object)].map((marks) => textAt(marks, `${group}/${key}`));
  return found.some((one) => one?.toLowerCase() === value);
}

/** fluxcd/kustomize-controller: internal/controller/kustomization_controller.go, deleteObjects. */
const keeping = { prune: "disabled", reconcile: "disabled", ssa: "ignore" } as const;

function markOf(live: unknown): string | undefined {
  const found = Object.entries(keeping).find(([key, value]) => hasMark(live, key, value));
  return found === undefined ? undefined : `${group}/${found[0]}: ${found[1]}`;
}

function kustomizationSettings({ cluster, applier }: SettingsQuery): ApplierSettings {
  const found = cluster.objects.find(
    ({ of, name, namespace }) => of.group === group && of.kind === "Kustomization" && `${namespace}/${name}` === applier,
  );
  if (found === undefined) return { gaps: [`how Kustomization ${applier} prunes: it is not shown here`] };
  const { prune, suspend, serviceAccountName } = fieldsOf(found.stored["spec"]);
  const shown = `Kustomization ${applier}`;
  const entries = objectsOf(fieldsOf(fieldsOf(found.stored["status"])["inventory"])["entries"]);
  const inventory = new Set(entries.map(({ id }) => id));
  return {
    keeps: ({ object }) => {
      if (prune !== true) return `${shown} prunes nothing (spec.prune)`;
      const isKnown = object === undefined || inventory.size === 0 || inventory.has(inventoryId(object));
      return isKnown ? undefined : `it is not in the inventory of ${shown}, so that Flux does not look at it`;
    },
    gaps: [
      ...(suspend === true ? [`when it is pruned: ${shown} is suspended`] : []),
      ...(typeof serviceAccountName === "string"
        ? [`whether ${shown} may: it deletes as --as system:serviceaccount:${found.namespace}:${serviceAccountName}`]
        : []),
    ],
  };
}

/** `shop_settings__ConfigMap`; names of RBAC may have colons (fluxcd/cli-utils: pkg/object/objmetadata.go, String). */
function inventoryId({ of: { group: own, kind }, namespace = "", name }: ClusterObject): string {
  const shownName = own === "rbac.authorization.k8s.io" ? name.replaceAll(":", "__") : name;
  return [namespace, shownName, own, kind].join("_");
}
