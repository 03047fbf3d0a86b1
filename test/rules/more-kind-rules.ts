import type { RuleTable } from "./rule-cases.ts";

const target = { apiVersion: "apps/v1", kind: "Deployment", name: "shop" };
const cpu = (averageUtilization: number) => ({
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization } },
});
const pod = (container: object) => ({
  template: { spec: { containers: [{ name: "main", image: "i", ...container }] } },
});
const hook = (more: object) => ({
  name: "check.example.com",
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  clientConfig: { url: "https://example.com/check" },
  ...more,
});

/** Fields that few people read, of many kinds: each sort of value that a Go type of Kubernetes becomes. */
export const moreKindRules: readonly RuleTable[] = [
  {
    policy: "kind-pod-template",
    apiVersion: "v1",
    kind: "PodTemplate",
    plural: "podtemplates",
    cases: [
      { title: "plain", object: pod({}) },
      { title: "a value", object: pod({ env: [{ name: "A", value: "a" }] }) },
      {
        title: "from a Secret",
        object: pod({ env: [{ name: "A" }, { name: "B", valueFrom: { secretKeyRef: { name: "keys", key: "b" } } }] }),
        denied: "secret: PodTemplate {name} reads the Secret keys",
      },
      {
        title: "a probe by number",
        object: pod({ livenessProbe: { httpGet: { path: "/", port: 8080 } } }),
        denied: "probe: PodTemplate {name} is probed",
      },
      { title: "a probe by name", object: pod({ livenessProbe: { httpGet: { path: "/", port: "http" } } }) },
    ],
  },
  {
    policy: "kind-network-policy",
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    plural: "networkpolicies",
    cases: [
      { title: "nothing goes out", object: { spec: { podSelector: {}, policyTypes: ["Egress"] } } },
      {
        title: "DNS",
        object: { spec: { podSelector: {}, egress: [{}, { ports: [{ port: 443 }, { port: 53, protocol: "UDP" }] }] } },
        denied: "dns: {name} lets names be asked",
      },
      { title: "a port by name", object: { spec: { podSelector: {}, egress: [{ ports: [{ port: "dns" }] }] } } },
    ],
  },
  {
    policy: "kind-autoscaler",
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    plural: "horizontalpodautoscalers",
    cases: [
      {
        title: "early",
        object: { spec: { scaleTargetRef: target, maxReplicas: 9, metrics: [cpu(50)] } },
        denied: "early: {name} scales early",
      },
      { title: "late", object: { spec: { scaleTargetRef: target, maxReplicas: 9, metrics: [cpu(90)] } } },
    ],
  },
  {
    policy: "kind-webhook",
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    plural: "validatingwebhookconfigurations",
    isClusterScoped: true,
    cases: [
      { title: "of nobody", object: { metadata: { name: "of-nobody" } } },
      {
        title: "may be ignored",
        object: {
          metadata: { name: "may-be-ignored" },
          webhooks: [
            hook({
              failurePolicy: "Ignore",
              rules: [{ operations: ["DELETE"], apiGroups: ["example.com"], apiVersions: ["v1"], resources: ["nothings"] }],
            }),
          ],
        },
        denied: "ignored: {name} is ignored when it fails",
      },
    ],
  },
  {
    policy: "kind-disruption-budget",
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    plural: "poddisruptionbudgets",
    cases: [
      { title: "a number", object: { spec: { minAvailable: 2 } }, denied: "strict: PodDisruptionBudget {name} is strict" },
      {
        title: "a percentage",
        object: { spec: { minAvailable: "100%" } },
        denied: "strict: PodDisruptionBudget {name} is strict",
      },
      { title: "the other way", object: { spec: { maxUnavailable: 1 } } },
    ],
  },
  {
    policy: "kind-endpoint-slice",
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    plural: "endpointslices",
    cases: [
      { title: "null", object: { addressType: "IPv4", endpoints: null, ports: null } },
      {
        title: "not ready",
        object: { addressType: "IPv4", endpoints: [{ addresses: ["10.1.2.3"], conditions: { ready: false } }] },
      },
      {
        title: "ready",
        object: { addressType: "IPv4", endpoints: [{ addresses: ["10.1.2.3"], conditions: { ready: true } }] },
        denied: "ready: {name} has 10.1.2.3",
      },
    ],
  },
  {
    policy: "kind-lease",
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    plural: "leases",
    cases: [
      { title: "free", object: { spec: {} } },
      {
        title: "held",
        object: { spec: { holderIdentity: "a", leaseDurationSeconds: 15, renewTime: "2026-11-03T12:00:00.000000Z" } },
        denied: "held: {name} is held",
      },
    ],
  },
  {
    policy: "kind-quota",
    apiVersion: "v1",
    kind: "ResourceQuota",
    plural: "resourcequotas",
    cases: [
      { title: "little", object: { spec: { hard: { "requests.storage": "10Gi" } } } },
      { title: "much", object: { spec: { hard: { "requests.storage": "2Ti" } } }, denied: "large: {name} allows 2Ti" },
    ],
  },
  {
    policy: "kind-priority-class",
    apiVersion: "scheduling.k8s.io/v1",
    kind: "PriorityClass",
    plural: "priorityclasses",
    isClusterScoped: true,
    cases: [
      { title: "low", object: { metadata: { name: "low-priority" }, value: -5 } },
      { title: "high", object: { metadata: { name: "high-priority" }, value: 100000 }, denied: "high: {name} goes first" },
    ],
  },
  {
    policy: "kind-csi-driver",
    apiVersion: "storage.k8s.io/v1",
    kind: "CSIDriver",
    plural: "csidrivers",
    isClusterScoped: true,
    cases: [
      { title: "plain", object: { metadata: { name: "plain.example.com" }, spec: {} } },
      {
        title: "with tokens",
        object: {
          metadata: { name: "tokens.example.com" },
          spec: { tokenRequests: [{ audience: "vault", expirationSeconds: 3600 }] },
        },
        denied: "tokens: {name} is given tokens",
      },
    ],
  },
  {
    policy: "kind-revision",
    apiVersion: "apps/v1",
    kind: "ControllerRevision",
    plural: "controllerrevisions",
    cases: [
      { title: "of nothing", object: { revision: 1, data: {} } },
      { title: "of a set", object: { revision: 7, data: { spec: { template: {} } } }, denied: "kept: {name} has data" },
    ],
  },
];
