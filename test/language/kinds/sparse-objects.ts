import type { BuiltInKind } from "../../../compiler/language/served/built-in-kinds.ts";

type Json = Readonly<Record<string, unknown>>;

/** What a client may leave out, or send as null, of each kind; and a status with as little in it. */
export interface SparseObject {
  readonly object: Json;
  readonly status?: Json;
}

const conditions = [{ type: "Example", status: "True" }];
const selector = { matchLabels: { app: "a" } };
const template = {
  metadata: { labels: { app: "a" } },
  spec: {
    containers: [
      {
        name: "c",
        image: "i",
        resources: { requests: { cpu: 0.5 }, limits: null },
        ports: [{ containerPort: 80 }],
        env: [{ name: "E" }],
      },
    ],
    volumes: [
      { name: "e", emptyDir: {} },
      { name: "p", persistentVolumeClaim: { claimName: "p" } },
      { name: "c", configMap: { name: "c" } },
      { name: "s", secret: { secretName: "s" } },
    ],
    tolerations: [{ operator: "Exists" }],
  },
};
const podSpec = template.spec;
const containerStatuses = [
  {
    name: "c",
    ready: false,
    restartCount: 0,
    image: "",
    imageID: "",
    state: { running: {} },
    lastState: { terminated: { exitCode: 1 } },
  },
];
const rules = [{ verbs: ["get"], apiGroups: [null], resources: ["pods"] }];
const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" };
const jobTemplate = { ...template, spec: { ...podSpec, restartPolicy: "Never" } };

/** Of kinds that many people protect. */
const oftenProtected: Readonly<Record<string, SparseObject>> = {
  ClusterRole: { object: {} },
  ClusterRoleBinding: { object: { roleRef } },
  ConfigMap: { object: { data: { empty: null }, binaryData: { bytes: null } } },
  CronJob: {
    object: { spec: { schedule: "0 3 * * *", jobTemplate: { spec: { template: jobTemplate } } } },
    status: { active: [{}] },
  },
  CustomResourceDefinition: {
    object: {
      metadata: { name: "examples.example.com" },
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { kind: "Example", plural: "examples" },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
      },
    },
    status: { conditions: null, storedVersions: ["v1"] },
  },
  DaemonSet: {
    object: { spec: { selector, template } },
    status: { conditions, currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 },
  },
  Deployment: { object: { spec: { selector, template, replicas: null } }, status: { conditions } },
  Ingress: {
    object: {
      spec: {
        defaultBackend: { resource: { kind: "ConfigMap", name: "a" } },
        rules: [
          { http: { paths: [{ pathType: "Exact", path: "/", backend: { service: { name: "a", port: { number: 1 } } } }] } },
          {},
        ],
        tls: [{}],
      },
    },
    status: { loadBalancer: { ingress: [{ ip: "10.0.0.1" }] } },
  },
  Job: { object: { spec: { template: jobTemplate, completions: null } }, status: { conditions, active: 1 } },
  Namespace: { object: { spec: { finalizers: null } }, status: { conditions } },
  Node: {
    object: { spec: { taints: [{ key: "a", effect: "NoExecute" }] } },
    status: { conditions, capacity: { cpu: 2, memory: "1Gi" }, addresses: null },
  },
  PersistentVolume: {
    object: {
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        csi: { driver: "d", volumeHandle: "h" },
        claimRef: { name: "a", namespace: "default" },
        mountOptions: null,
      },
    },
    status: { phase: "Bound" },
  },
  PersistentVolumeClaim: {
    object: {
      spec: {
        accessModes: ["ReadWriteOnce"],
        resources: { requests: { storage: 1024 } },
        dataSource: { kind: "PersistentVolumeClaim", name: "b" },
      },
    },
    status: { conditions, capacity: null },
  },
  Pod: { object: { spec: podSpec }, status: { conditions, containerStatuses, phase: "Running" } },
  Role: { object: { rules } },
  RoleBinding: {
    object: {
      roleRef,
      subjects: [
        { kind: "Group", name: "a", apiGroup: "rbac.authorization.k8s.io" },
        { kind: "ServiceAccount", name: "a", namespace: "b" },
      ],
    },
  },
  Secret: { object: { data: { empty: null, one: "" } } },
  Service: {
    object: { spec: { ports: [{ port: 80 }], selector: null } },
    status: {
      conditions: [{ type: "A", status: "True", reason: "B", message: "" }],
      loadBalancer: { ingress: null },
    },
  },
  StatefulSet: {
    object: {
      spec: {
        selector,
        template,
        serviceName: "a",
        volumeClaimTemplates: [
          { metadata: { name: "v" }, spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } },
        ],
      },
    },
    status: { conditions, replicas: 0 },
  },
  StorageClass: { object: { provisioner: "example.com/p", parameters: null } },
};

const involvedObject = { kind: "Pod", name: "a", namespace: "default" };
const minimalWebhook = {
  name: "a.example.com",
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  clientConfig: { url: "https://a.example.com" },
};
const policy = {
  matchConstraints: { resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }] },
};

/** Of kinds that fewer people protect, as far as fields of theirs may be null. */
const seldomProtected: Readonly<Record<string, SparseObject>> = {
  APIService: {
    object: {
      metadata: { name: "v1.example.org" },
      spec: {
        group: "example.org",
        version: "v1",
        groupPriorityMinimum: 1,
        versionPriority: 1,
        service: { name: "a", namespace: "b" },
        insecureSkipTLSVerify: true,
      },
    },
  },
  AutoscalingV1HorizontalPodAutoscaler: {
    object: {
      metadata: { name: "sparse-v1" },
      spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "a" } },
    },
  },
  CSIDriver: { object: { spec: {} } },
  CSINode: { object: { spec: { drivers: null } } },
  CSIStorageCapacity: { object: { storageClassName: "a" } },
  ControllerRevision: { object: { revision: 1, data: {} } },
  Endpoints: { object: { subsets: [{ addresses: [{ ip: "10.0.0.9" }] }] } },
  EndpointSlice: { object: { addressType: "IPv4", endpoints: null, ports: null } },
  Event: { object: { involvedObject } },
  HorizontalPodAutoscaler: {
    object: { spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "a" } } },
    status: { conditions, currentMetrics: null, desiredReplicas: 1 },
  },
  IngressClass: { object: { spec: { controller: "example.com/c", parameters: { kind: "ConfigMap", name: "a" } } } },
  Lease: { object: { spec: { renewTime: "2026-11-03T12:00:00.000000Z" } } },
  LimitRange: { object: { spec: { limits: [{ type: "Pod" }] } } },
  MutatingWebhookConfiguration: { object: { webhooks: [minimalWebhook] } },
  NetworkPolicy: { object: { spec: { podSelector: {}, egress: [{ ports: [{ port: 53 }, { port: "dns" }] }, {}] } } },
  PodDisruptionBudget: {
    object: { spec: { maxUnavailable: 1 } },
    status: { disruptedPods: { a: null }, currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 },
  },
  PodTemplate: { object: { template } },
  PriorityClass: { object: { value: 1 } },
  ReplicaSet: { object: { spec: { selector, template } }, status: { conditions, replicas: 0 } },
  ReplicationController: { object: { spec: { selector: { app: "a" }, template } }, status: { conditions, replicas: 0 } },
  ResourceQuota: { object: { spec: { hard: { pods: 10 }, scopes: null } } },
  RuntimeClass: { object: { handler: "runc", scheduling: {} } },
  ServiceAccount: { object: { secrets: null, imagePullSecrets: [{}] } },
  ValidatingAdmissionPolicy: { object: { spec: { ...policy, validations: [{ expression: "true" }] } } },
  ValidatingAdmissionPolicyBinding: { object: { spec: { policyName: "a", validationActions: ["Deny"] } } },
  ValidatingWebhookConfiguration: { object: { webhooks: [minimalWebhook] } },
  VolumeAttachment: {
    object: { spec: { attacher: "a", nodeName: "b", source: { persistentVolumeName: "c" } } },
    status: { attached: false, attachError: { message: "no" } },
  },
};

/** By type. */
export const sparseObjects: Readonly<Record<string, SparseObject>> = { ...oftenProtected, ...seldomProtected };

/** The object as it is sent. */
export function sparseObject({
  type,
  kind,
  group,
  version,
}: BuiltInKind): Json & { readonly metadata: { readonly name: string } } {
  const { object } = sparseObjects[type] ?? { object: {} };
  const metadata = { name: "sparse", ...(object["metadata"] as Json | undefined) };
  return { ...object, apiVersion: group === "" ? version : `${group}/${version}`, kind, metadata };
}
