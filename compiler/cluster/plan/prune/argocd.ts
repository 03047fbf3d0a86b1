import { fieldsOf, metadataOf, textAt, textsOf } from "../../../api/json.ts";
import type { ClusterObject } from "../../deletion/cluster-object.ts";
import type { PropagationPolicy } from "../../deletion/propagation.ts";
import { versionIdOf } from "../../../../runtime-fallback/kubernetes/resource.ts";
import {
  type ApplierMark,
  type ApplierSettings,
  type PruneRules,
  type RemovedObject,
  type SettingsQuery,
  annotationsOf,
  helmKeeps,
  isKeptByHelm,
  labelsOf,
  partsOf,
} from "./prune-rules.ts";

const syncOptions = "argocd.argoproj.io/sync-options";
const compareOptions = "argocd.argoproj.io/compare-options";
const trackingId = "argocd.argoproj.io/tracking-id";
const instance = "app.kubernetes.io/instance";
const hooks = { argo: "argocd.argoproj.io/hook", helm: "helm.sh/hook" } as const;

/** argoproj/argo-cd: util/argo/resource_tracking.go, GetAppName. Charts write the label, too: it may be theirs. */
const marks: readonly ApplierMark[] = [
  {
    applierOf: (live) => trackedBy(live)?.application,
    isCertain: true,
    unmarked: `no Application tracks it (${trackingId})`,
    foreign: (application, own) => `Application ${application} tracks it, not ${own.join(", ")}`,
  },
  {
    applierOf: (live) => textAt(labelsOf(live), instance),
    isCertain: false,
    unmarked: `no Application tracks it (label ${instance})`,
    foreign: (application, own) => `its label ${instance} is ${application}, not ${own.join(", ")}`,
  },
];

export const argocd: PruneRules = {
  shown: "Argo CD",
  user: "system:serviceaccount:argocd:argocd-application-controller",
  propagationPolicy: "Foreground",
  applierKind: "the Application",
  marks,
  keeps: (removed) => {
    const { object, live } = removed;
    return optionKeeps(live) ?? hookKey(live) ?? ownerKeeps(object) ?? definitionKeeps(removed) ?? copyKeeps(live);
  },
  settings: applicationSettings,
  despite: (live) => {
    const option = optionOf(annotationsOf(live)[syncOptions], "Delete");
    if (option === "false" || option === "confirm") return `${syncOptions}: Delete=${option} is about a deleted Application`;
    return isKeptByHelm(live) ? `${helmKeeps}: keep is about a deleted Application` : undefined;
  },
  remakes: (document) => {
    const options = annotationsOf(document)[syncOptions];
    if (optionOf(options, "Force") === "true" && optionOf(options, "Replace") === "true") return "its annotations say so";
    return hookKey(document) === undefined ? undefined : "it is a hook, which each sync makes anew";
  },
  gaps: (pruned) =>
    pruned
      .filter(({ live }) => partsOf(annotationsOf(live)[compareOptions]).includes("IgnoreExtraneous"))
      .map(({ written: { kind, name } }) => `when ${kind} ${name} is pruned: it makes no sync necessary (IgnoreExtraneous)`),
};

/** The first that is written counts (gitops-engine: pkg/sync/resource/annotations.go, GetAnnotationOptionValue). */
function optionOf(options: unknown, key: string): string | undefined {
  const prefix = `${key}=`;
  return partsOf(options)
    .find((option) => option.startsWith(prefix))
    ?.slice(prefix.length);
}

/** gitops-engine: pkg/sync/sync_context.go, isPruningDisabled and objRequiresPruneConfirmation. */
function optionKeeps(live: unknown): string | undefined {
  return pruneKeeps(syncOptions, optionOf(annotationsOf(live)[syncOptions], "Prune"));
}

function pruneKeeps(where: string, option: string | undefined): string | undefined {
  if (option === "false") return `${where}: Prune=false`;
  return option === "confirm" ? `${where}: Prune=confirm: the sync waits until somebody confirms it` : undefined;
}

/** `Skip` alone makes it no hook, and Helm's `crd-install` is none of Argo CD (gitops-engine: pkg/sync/hook/hook.go). */
function hookKey(object: unknown): string | undefined {
  const annotations = annotationsOf(object);
  if (annotations[hooks.argo] !== undefined) {
    const types = new Set(partsOf(annotations[hooks.argo]));
    return types.size === 1 && types.has("Skip") ? undefined : `it is a hook (${hooks.argo})`;
  }
  const isHelm = annotations[hooks.helm] !== undefined && annotations[hooks.helm] !== "crd-install";
  return isHelm ? `it is a hook (${hooks.helm})` : undefined;
}

/** gitops-engine: pkg/cache/cluster.go, GetManagedLiveObjs: what has an owner is that one's. */
function ownerKeeps(object: ClusterObject | undefined): string | undefined {
  const [owner] = object?.owners ?? [];
  return owner === undefined ? undefined : `${owner.kind} ${owner.name} owns it, and Argo CD prunes no dependents`;
}

/** argoproj/argo-cd: reposerver/repository/repository.go, GenerateManifests, marks none; who writes a mark has it pruned. */
function definitionKeeps({ written: { group, kind }, live }: RemovedObject): string | undefined {
  const isDefinition = group === "apiextensions.k8s.io" && kind === "CustomResourceDefinition";
  const isMarked = marks.some(({ applierOf }) => applierOf(live) !== undefined);
  return isDefinition && !isMarked ? "Argo CD tracks no definitions" : undefined;
}

/** `shop:apps/Deployment:shop/web`; of another form it is none. */
function trackedBy(live: unknown): { readonly application: string; readonly isOfItself: boolean } | undefined {
  const id = textAt(annotationsOf(live), trackingId);
  const [, application, group, kind, namespace, name] = /^([^:]*):([^/:]*)\/([^/:]*):([^/]*)\/([^/]*)$/.exec(id ?? "") ?? [];
  if (application === undefined) return undefined;
  const own = metadataOf(live);
  const { apiVersion, kind: ownKind } = fieldsOf(live);
  const isHere = own["namespace"] === undefined || own["namespace"] === "" || own["namespace"] === namespace;
  const isOfItself = isHere && own["name"] === name && ownKind === kind && versionIdOf(String(apiVersion)).group === group;
  return { application, isOfItself };
}

/** argoproj/argo-cd: controller/state.go, isSelfReferencedObj. */
function copyKeeps(live: unknown): string | undefined {
  if (trackedBy(live)?.isOfItself !== false) return undefined;
  return `its ${trackingId} is that of another object, so that Argo CD takes it for a copy`;
}

/** argoproj/argo-cd: controller/sync.go and controller/appcontroller.go, autoSync. */
async function applicationSettings({ client, cluster, applier, isAllRemoved }: SettingsQuery): Promise<ApplierSettings> {
  const found = cluster.objects.filter(
    ({ of, name, namespace }) =>
      of.group === "argoproj.io" && of.kind === "Application" && [name, `${namespace}_${name}`].includes(applier),
  );
  const [application] = found;
  if (application === undefined || found.length > 1)
    return { gaps: [`how Application ${applier} prunes: ${found.length === 0 ? "it is not shown here" : "there are several"}`] };
  const shown = `Application ${application.namespace}/${application.name}`;
  // Its metadata alone were read with all others.
  const { of, namespace, name } = application;
  const listed = await client.listAll({
    resource: of,
    ...(namespace !== undefined && { namespace }),
    fieldSelector: `metadata.name=${name}`,
  });
  const spec = typeof listed === "string" ? undefined : listed.find(({ metadata }) => metadata.name === name)?.["spec"];
  if (spec === undefined) return { gaps: [`how ${shown} prunes: ${String(listed)}`] };
  return syncPolicySettings(fieldsOf(fieldsOf(spec)["syncPolicy"]), shown, isAllRemoved);
}

const propagationPolicies: Readonly<Record<string, PropagationPolicy>> = {
  foreground: "Foreground",
  background: "Background",
  orphan: "Orphan",
};

function syncPolicySettings(
  { automated, syncOptions: options }: ReturnType<typeof fieldsOf>,
  shown: string,
  isAllRemoved: boolean,
): ApplierSettings {
  const ofApplication = textsOf(options).join(",");
  const byDefault = optionOf(ofApplication, "Prune");
  const { prune, enabled, allowEmpty } = fieldsOf(automated);
  const isAutomated = prune === true && enabled !== false;
  const unasked = "a sync that is told to does";
  return {
    propagationPolicy: propagationPolicies[optionOf(ofApplication, "PrunePropagationPolicy") ?? ""],
    keeps: ({ live }: RemovedObject) =>
      optionOf(annotationsOf(live)[syncOptions], "Prune") === undefined
        ? pruneKeeps(`${shown}, syncOptions`, byDefault)
        : undefined,
    gaps: [
      ...(isAutomated ? [] : [`when it is pruned: ${shown} does not prune by itself (syncPolicy.automated); ${unasked}`]),
      ...(isAutomated && isAllRemoved && allowEmpty !== true
        ? [`when it is pruned: ${shown} does not prune everything by itself (allowEmpty); ${unasked}`]
        : []),
    ],
  };
}
