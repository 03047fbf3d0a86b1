/** Where kube-apiserver serves a kind of its own. */
export interface ServedKind {
  readonly group: string;
  readonly kind: string;
  /** The plural. */
  readonly resource: string;
  readonly isNamespaced: boolean;
}

interface Group {
  readonly namespaced?: string;
  readonly cluster?: string;
}

/**
 * The kinds of stable APIs that can be stored, by group, as `resource:Kind`. A test compares them with what a real API
 * server says of itself; a kind that is missing here has to be named by the test of a policy (`.resource("...")`).
 */
const groups: Readonly<Record<string, Group>> = {
  "": {
    namespaced: `configmaps:ConfigMap endpoints:Endpoints events:Event limitranges:LimitRange
      persistentvolumeclaims:PersistentVolumeClaim pods:Pod podtemplates:PodTemplate
      replicationcontrollers:ReplicationController resourcequotas:ResourceQuota secrets:Secret
      serviceaccounts:ServiceAccount services:Service`,
    cluster: "namespaces:Namespace nodes:Node persistentvolumes:PersistentVolume",
  },
  "admissionregistration.k8s.io": {
    cluster: `mutatingwebhookconfigurations:MutatingWebhookConfiguration
      validatingadmissionpolicies:ValidatingAdmissionPolicy
      validatingadmissionpolicybindings:ValidatingAdmissionPolicyBinding
      validatingwebhookconfigurations:ValidatingWebhookConfiguration`,
  },
  "apiextensions.k8s.io": { cluster: "customresourcedefinitions:CustomResourceDefinition" },
  "apiregistration.k8s.io": { cluster: "apiservices:APIService" },
  apps: {
    namespaced: `controllerrevisions:ControllerRevision daemonsets:DaemonSet deployments:Deployment replicasets:ReplicaSet
      statefulsets:StatefulSet`,
  },
  autoscaling: { namespaced: "horizontalpodautoscalers:HorizontalPodAutoscaler" },
  batch: { namespaced: "cronjobs:CronJob jobs:Job" },
  "certificates.k8s.io": { cluster: "certificatesigningrequests:CertificateSigningRequest" },
  "coordination.k8s.io": { namespaced: "leases:Lease" },
  "discovery.k8s.io": { namespaced: "endpointslices:EndpointSlice" },
  "events.k8s.io": { namespaced: "events:Event" },
  "flowcontrol.apiserver.k8s.io": {
    cluster: "flowschemas:FlowSchema prioritylevelconfigurations:PriorityLevelConfiguration",
  },
  "networking.k8s.io": {
    namespaced: "ingresses:Ingress networkpolicies:NetworkPolicy",
    cluster: "ingressclasses:IngressClass ipaddresses:IPAddress servicecidrs:ServiceCIDR",
  },
  "node.k8s.io": { cluster: "runtimeclasses:RuntimeClass" },
  policy: { namespaced: "poddisruptionbudgets:PodDisruptionBudget" },
  "rbac.authorization.k8s.io": {
    namespaced: "rolebindings:RoleBinding roles:Role",
    cluster: "clusterrolebindings:ClusterRoleBinding clusterroles:ClusterRole",
  },
  "resource.k8s.io": {
    namespaced: "resourceclaims:ResourceClaim resourceclaimtemplates:ResourceClaimTemplate",
    cluster: "deviceclasses:DeviceClass resourceslices:ResourceSlice",
  },
  "scheduling.k8s.io": { cluster: "priorityclasses:PriorityClass" },
  "storage.k8s.io": {
    namespaced: "csistoragecapacities:CSIStorageCapacity",
    cluster: `csidrivers:CSIDriver csinodes:CSINode storageclasses:StorageClass volumeattachments:VolumeAttachment
      volumeattributesclasses:VolumeAttributesClass`,
  },
};

export const servedKinds: readonly ServedKind[] = Object.entries(groups).flatMap(([group, { namespaced, cluster }]) => [
  ...readKinds(group, namespaced, true),
  ...readKinds(group, cluster, false),
]);

/** What kube-apiserver itself serves under this group and kind. */
export function findServedKind(group: string, kind: string): ServedKind | undefined {
  return servedKinds.find((served) => served.group === group && served.kind === kind);
}

/**
 * Whatever else some version from 1.30 on serves in these groups: kinds without a stable version in all of them, and
 * what is asked and never stored. Source: kubernetes v1.30.14 and v1.37.1, pkg/registry/<group>/rest.
 */
const others: Readonly<Record<string, string>> = {
  "": "bindings componentstatuses",
  "admissionregistration.k8s.io": "mutatingadmissionpolicies mutatingadmissionpolicybindings",
  "authentication.k8s.io": "selfsubjectreviews tokenreviews",
  "authorization.k8s.io": "localsubjectaccessreviews selfsubjectaccessreviews selfsubjectrulesreviews subjectaccessreviews",
  "certificates.k8s.io": "clustertrustbundles podcertificaterequests",
  "coordination.k8s.io": "leasecandidates",
  "internal.apiserver.k8s.io": "storageversions",
  "lifecycle.k8s.io": "evictionrequests evictions",
  "resource.k8s.io": `devicetaintrules podschedulingcontexts resourceclaimparameters resourceclasses resourceclassparameters
    resourcepoolstatusrequests`,
  "scheduling.k8s.io": "compositepodgroups podgroups workloads",
  "storagemigration.k8s.io": "storageversionmigrations",
};

/**
 * Every resource that some kube-apiserver from 1.30 on serves itself in this group; none for a group that is not its
 * own.
 */
export function servedResources(group: string): readonly string[] {
  const stable = servedKinds.filter((served) => served.group === group).map(({ resource }) => resource);
  return [...stable, ...(Object.hasOwn(others, group) ? (others[group] ?? "").split(/\s+/) : [])];
}

/**
 * Groups of which a version before the stable one is still served by 1.30 or later, or whose stable version is younger.
 */
const groupsWithBetas: ReadonlySet<string> = new Set([
  "admissionregistration.k8s.io",
  "authentication.k8s.io",
  "certificates.k8s.io",
  "coordination.k8s.io",
  "flowcontrol.apiserver.k8s.io",
  "internal.apiserver.k8s.io",
  "lifecycle.k8s.io",
  "networking.k8s.io",
  "resource.k8s.io",
  "scheduling.k8s.io",
  "storage.k8s.io",
  "storagemigration.k8s.io",
]);

/** Whether some kube-apiserver from 1.30 on may serve this version of a group of its own. */
export function mayBeServed(group: string, version: string): boolean {
  if (version === "v1" || (group === "autoscaling" && version === "v2")) return true;
  return groupsWithBetas.has(group) && /^v\d+(alpha|beta)\d+$/.test(version);
}

/** Stable kinds of which an API server from 1.30 on may serve other versions, too (a test asks real ones). */
const inSeveralVersions: ReadonlySet<string> = new Set([
  "horizontalpodautoscalers.autoscaling",
  "validatingadmissionpolicies.admissionregistration.k8s.io",
  "validatingadmissionpolicybindings.admissionregistration.k8s.io",
  "ipaddresses.networking.k8s.io",
  "servicecidrs.networking.k8s.io",
  "volumeattributesclasses.storage.k8s.io",
  ...["flowschemas", "prioritylevelconfigurations"].map((resource) => `${resource}.flowcontrol.apiserver.k8s.io`),
  ...["deviceclasses", "resourceclaims", "resourceclaimtemplates", "resourceslices"].map(
    (resource) => `${resource}.resource.k8s.io`,
  ),
]);

/** The version of a kind of kube-apiserver's own that is served in no other; undefined for anything else. */
export function onlyVersion(group: string, resource: string): string | undefined {
  const isStable = servedKinds.some((kind) => kind.group === group && kind.resource === resource);
  return isStable && !inSeveralVersions.has(`${resource}.${group}`) ? "v1" : undefined;
}

function readKinds(group: string, text: string | undefined, isNamespaced: boolean): readonly ServedKind[] {
  return (text?.split(/\s+/) ?? []).map((pair) => {
    const [resource = "", kind = ""] = pair.split(":");
    return { group, kind, resource, isNamespaced };
  });
}

/**
 * Subresources of what kube-apiserver serves itself, as some version from 1.30 on names them in discovery, with those
 * of kinds that only some versions or feature gates serve. Source: kubernetes v1.30.14 and v1.37.1,
 * pkg/registry/<group>/rest; a test compares the stable ones with what a real API server says of itself.
 */
const subresources: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "": {
    namespaces: "finalize status",
    nodes: "proxy status",
    persistentvolumeclaims: "status",
    persistentvolumes: "status",
    pods: "attach binding ephemeralcontainers eviction exec log portforward proxy resize status",
    replicationcontrollers: "scale status",
    resourcequotas: "status",
    serviceaccounts: "token",
    services: "proxy status",
  },
  "admissionregistration.k8s.io": { validatingadmissionpolicies: "status" },
  "apiextensions.k8s.io": { customresourcedefinitions: "status" },
  "apiregistration.k8s.io": { apiservices: "status" },
  apps: {
    daemonsets: "status",
    deployments: "scale status",
    replicasets: "scale status",
    statefulsets: "scale status",
  },
  autoscaling: { horizontalpodautoscalers: "status" },
  batch: { cronjobs: "status", jobs: "status" },
  "certificates.k8s.io": { certificatesigningrequests: "approval status", podcertificaterequests: "status" },
  "flowcontrol.apiserver.k8s.io": { flowschemas: "status", prioritylevelconfigurations: "status" },
  "internal.apiserver.k8s.io": { storageversions: "status" },
  "lifecycle.k8s.io": { evictionrequests: "status", evictions: "status" },
  "networking.k8s.io": { ingresses: "status", servicecidrs: "status" },
  policy: { poddisruptionbudgets: "status" },
  "resource.k8s.io": {
    devicetaintrules: "status",
    podschedulingcontexts: "status",
    resourceclaims: "status",
    resourcepoolstatusrequests: "status",
  },
  "scheduling.k8s.io": { compositepodgroups: "status", podgroups: "status", workloads: "status" },
  "storage.k8s.io": { csinodes: "status", volumeattachments: "status" },
  "storagemigration.k8s.io": { storageversionmigrations: "status" },
};

/** Of a resource of kube-apiserver's own, or of any in the group (`*`). */
export function servedSubresources(group: string, resource: string): readonly string[] {
  const ofGroup = Object.hasOwn(subresources, group) ? (subresources[group] ?? {}) : {};
  const found = resource === "*" ? Object.values(ofGroup) : Object.hasOwn(ofGroup, resource) ? [ofGroup[resource] ?? ""] : [];
  return [...new Set(found.flatMap((text) => text.split(" ")))];
}
