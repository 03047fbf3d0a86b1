// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
/** A resource that some kube-apiserver since 1.30 serves itself. */
export interface ApiResource {
  readonly group: string;
  /** The plural. */
  readonly resource: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  /** Each with the Kubernetes that serves it first; `1.30` for all that is older. */
  readonly versions: ReadonlyMap<string, string>;
  /** Each with the kind that admission sees there. */
  readonly subresources: ReadonlyMap<string, string>;
}

/** By group: plural, kind, scope, versions, and subresources, with their kind where it is another one. */
const stored = `
  core configmaps ConfigMap namespaced v1
  core endpoints Endpoints namespaced v1
  core events Event namespaced v1
  core limitranges LimitRange namespaced v1
  core namespaces Namespace cluster v1 finalize,status
  core nodes Node cluster v1 proxy:NodeProxyOptions,status
  core persistentvolumeclaims PersistentVolumeClaim namespaced v1 status
  core persistentvolumes PersistentVolume cluster v1 status
  core pods Pod namespaced v1 attach:PodAttachOptions,binding:Binding,ephemeralcontainers,eviction:Eviction,exec:PodExecOptions,log:Pod,portforward:PodPortForwardOptions,proxy:PodProxyOptions,resize,status
  core podtemplates PodTemplate namespaced v1
  core replicationcontrollers ReplicationController namespaced v1 scale:Scale,status
  core resourcequotas ResourceQuota namespaced v1 status
  core secrets Secret namespaced v1
  core serviceaccounts ServiceAccount namespaced v1 token:TokenRequest
  core services Service namespaced v1 proxy:ServiceProxyOptions,status
  admissionregistration.k8s.io mutatingadmissionpolicies MutatingAdmissionPolicy cluster v1@1.36,v1alpha1@1.32,v1beta1@1.34
  admissionregistration.k8s.io mutatingadmissionpolicybindings MutatingAdmissionPolicyBinding cluster v1@1.36,v1alpha1@1.32,v1beta1@1.34
  admissionregistration.k8s.io mutatingwebhookconfigurations MutatingWebhookConfiguration cluster v1
  admissionregistration.k8s.io validatingadmissionpolicies ValidatingAdmissionPolicy cluster v1,v1alpha1,v1beta1 status
  admissionregistration.k8s.io validatingadmissionpolicybindings ValidatingAdmissionPolicyBinding cluster v1,v1alpha1,v1beta1
  admissionregistration.k8s.io validatingwebhookconfigurations ValidatingWebhookConfiguration cluster v1
  apiextensions.k8s.io customresourcedefinitions CustomResourceDefinition cluster v1 status
  apiregistration.k8s.io apiservices APIService cluster v1 status
  apps controllerrevisions ControllerRevision namespaced v1
  apps daemonsets DaemonSet namespaced v1 status
  apps deployments Deployment namespaced v1 scale:Scale,status
  apps replicasets ReplicaSet namespaced v1 scale:Scale,status
  apps statefulsets StatefulSet namespaced v1 scale:Scale,status
  autoscaling horizontalpodautoscalers HorizontalPodAutoscaler namespaced v1,v2 status
  batch cronjobs CronJob namespaced v1 status
  batch jobs Job namespaced v1 status
  certificates.k8s.io certificatesigningrequests CertificateSigningRequest cluster v1 approval,status
  certificates.k8s.io clustertrustbundles ClusterTrustBundle cluster v1@1.37,v1alpha1,v1beta1@1.33
  certificates.k8s.io podcertificaterequests PodCertificateRequest namespaced v1@1.37,v1alpha1@1.34,v1beta1@1.35 status
  coordination.k8s.io leasecandidates LeaseCandidate namespaced v1alpha1@1.31,v1alpha2@1.32,v1beta1@1.33
  coordination.k8s.io leases Lease namespaced v1
  discovery.k8s.io endpointslices EndpointSlice namespaced v1
  events.k8s.io events Event namespaced v1
  flowcontrol.apiserver.k8s.io flowschemas FlowSchema cluster v1,v1beta3 status
  flowcontrol.apiserver.k8s.io prioritylevelconfigurations PriorityLevelConfiguration cluster v1,v1beta3 status
  internal.apiserver.k8s.io storageversions StorageVersion cluster v1alpha1 status
  lifecycle.k8s.io evictionrequests EvictionRequest namespaced v1alpha1@1.37 status
  lifecycle.k8s.io evictions Eviction namespaced v1alpha1@1.37 status
  networking.k8s.io ingressclasses IngressClass cluster v1
  networking.k8s.io ingresses Ingress namespaced v1 status
  networking.k8s.io ipaddresses IPAddress cluster v1@1.33,v1alpha1,v1beta1@1.31
  networking.k8s.io networkpolicies NetworkPolicy namespaced v1
  networking.k8s.io servicecidrs ServiceCIDR cluster v1@1.33,v1alpha1,v1beta1@1.31 status
  node.k8s.io runtimeclasses RuntimeClass cluster v1
  policy poddisruptionbudgets PodDisruptionBudget namespaced v1 status
  rbac.authorization.k8s.io clusterrolebindings ClusterRoleBinding cluster v1
  rbac.authorization.k8s.io clusterroles ClusterRole cluster v1
  rbac.authorization.k8s.io rolebindings RoleBinding namespaced v1
  rbac.authorization.k8s.io roles Role namespaced v1
  resource.k8s.io deviceclasses DeviceClass cluster v1@1.34,v1alpha3@1.31,v1beta1@1.32,v1beta2@1.33
  resource.k8s.io devicetaintrules DeviceTaintRule cluster v1@1.37,v1alpha3@1.33,v1beta2@1.36 status
  resource.k8s.io podschedulingcontexts PodSchedulingContext namespaced v1alpha2,v1alpha3@1.31 status
  resource.k8s.io resourceclaimparameters ResourceClaimParameters namespaced v1alpha2
  resource.k8s.io resourceclaims ResourceClaim namespaced v1@1.34,v1alpha2,v1alpha3@1.31,v1beta1@1.32,v1beta2@1.33 status
  resource.k8s.io resourceclaimtemplates ResourceClaimTemplate namespaced v1@1.34,v1alpha2,v1alpha3@1.31,v1beta1@1.32,v1beta2@1.33
  resource.k8s.io resourceclasses ResourceClass cluster v1alpha2
  resource.k8s.io resourceclassparameters ResourceClassParameters namespaced v1alpha2
  resource.k8s.io resourcepoolstatusrequests ResourcePoolStatusRequest cluster v1alpha3@1.36 status
  resource.k8s.io resourceslices ResourceSlice cluster v1@1.34,v1alpha2,v1alpha3@1.31,v1beta1@1.32,v1beta2@1.33
  scheduling.k8s.io compositepodgroups CompositePodGroup namespaced v1alpha3@1.37 status
  scheduling.k8s.io podgroups PodGroup namespaced v1alpha2@1.36,v1alpha3@1.37,v1beta1@1.37 status
  scheduling.k8s.io priorityclasses PriorityClass cluster v1
  scheduling.k8s.io workloads Workload namespaced v1alpha1@1.35,v1alpha2@1.36,v1alpha3@1.37,v1beta1@1.37
  storage.k8s.io csidrivers CSIDriver cluster v1
  storage.k8s.io csinodes CSINode cluster v1 status
  storage.k8s.io csistoragecapacities CSIStorageCapacity namespaced v1
  storage.k8s.io storageclasses StorageClass cluster v1
  storage.k8s.io volumeattachments VolumeAttachment cluster v1 status
  storage.k8s.io volumeattributesclasses VolumeAttributesClass cluster v1@1.34,v1alpha1,v1beta1@1.31
  storagemigration.k8s.io storageversionmigrations StorageVersionMigration cluster v1@1.37,v1alpha1,v1beta1@1.35 status
`;

/** What is sent, answered and forgotten. */
const asked = `
  core bindings Binding namespaced v1
  core componentstatuses ComponentStatus cluster v1
  authentication.k8s.io selfsubjectreviews SelfSubjectReview cluster v1,v1alpha1,v1beta1
  authentication.k8s.io tokenreviews TokenReview cluster v1
  authorization.k8s.io localsubjectaccessreviews LocalSubjectAccessReview namespaced v1
  authorization.k8s.io selfsubjectaccessreviews SelfSubjectAccessReview cluster v1
  authorization.k8s.io selfsubjectrulesreviews SelfSubjectRulesReview cluster v1
  authorization.k8s.io subjectaccessreviews SubjectAccessReview cluster v1
`;

export const storedResources = readTable(stored);

export const askedResources = readTable(asked);

function readTable(table: string): readonly ApiResource[] {
  return table.trim().split("\n").map(readRow);
}

function readRow(line: string): ApiResource {
  const [group = "", resource = "", kind = "", scope, versions = "", subresources = ""] = line.trim().split(" ");
  return {
    group: group === "core" ? "" : group,
    resource,
    kind,
    isNamespaced: scope === "namespaced",
    versions: readPairs(versions, "@", "1.30"),
    subresources: readPairs(subresources, ":", kind),
  };
}

function readPairs(text: string, between: string, otherwise: string): ReadonlyMap<string, string> {
  const pairs = text === "" ? [] : text.split(",").map((pair) => pair.split(between));
  return new Map(pairs.map(([first = "", second = otherwise]) => [first, second]));
}
