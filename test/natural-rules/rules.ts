/** A policy file as engineers write one who have read no docs, and what its objects are. */
export interface NaturalRule {
  readonly text: string;
  /** The kind of its objects; `Thing` where Kubernetes has none of that resource. */
  readonly kind: string;
  /** An object that it denies deleting, and what it says. */
  readonly denied: Denied;
}

interface Denied {
  readonly says: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

const policy = (of: { readonly imports?: string; readonly top?: string; readonly body: string }): string => `
import { deletionPolicy } from "holdfast";
${of.imports ?? ""}
${of.top ?? ""}
export default deletionPolicy${of.body};
`;

/** By name. Each is about something else that engineers do. */
export const naturalRules: Readonly<Record<string, NaturalRule>> = {
  "an enum, a table and a default": {
    kind: "Namespace",
    denied: { says: "tier: ask #gold-oncall about x", metadata: { labels: { tier: "gold" } } },
    text: policy({
      top: `
enum Tier { Gold = "gold", Silver = "silver", Bronze = "bronze" }
const CONTACTS: Record<string, string> = { gold: "#gold-oncall", silver: "#silver" };
const RANKS = { gold: 3, silver: 2, bronze: 1 } as const;
const tierOf = (labels: Record<string, string> = {}): string => labels["tier"] ?? Tier.Bronze;`,
      body: `({
  name: "tiers",
  match: [{ group: "", resource: "namespaces" }],
  rules: {
    tier: {
      denyWhen: ({ oldObject }) => (RANKS[tierOf(oldObject.metadata.labels) as keyof typeof RANKS] ?? 0) >= 2,
      message: ({ oldObject }) => \`ask \${CONTACTS[tierOf(oldObject.metadata.labels)] ?? "anybody"} about \${oldObject.metadata.name}\`,
    },
  },
})`,
    }),
  },
  "images of containers, by patterns": {
    kind: "Deployment",
    denied: {
      says: "released: it runs what has been released",
      spec: { replicas: 0, template: { spec: { containers: [{ name: "a", image: "registry.example.com/shop:v12" }] } } },
    },
    text: policy({
      imports: `import type { Deployment } from "holdfast/kinds";`,
      body: `<Deployment>({
  name: "images",
  match: [{ group: "apps", resource: "deployments" }],
  rules: {
    released: {
      denyWhen: ({ oldObject: { spec } }) => {
        const { containers = [], initContainers = [] } = spec.template.spec ?? {};
        return [...containers, ...initContainers].some(({ image }) => image && /^registry\\.example\\.com\\/.*:v\\d+$/.test(image));
      },
      message: "it runs what has been released",
    },
    busy: {
      denyWhen: ({ oldObject }) => (oldObject.spec.replicas ?? 1) > 0 && !oldObject.spec.paused,
      message: ({ oldObject }) => \`scale \${oldObject.metadata.name} to 0 first, from \${oldObject.spec.replicas}\`,
    },
  },
})`,
    }),
  },
  "requests added up": {
    kind: "Pod",
    denied: {
      says: "large: x listens on several ports",
      spec: { containers: [{ name: "a", ports: [{ containerPort: 80 }, { containerPort: 443 }] }] },
      status: { phase: "Running" },
    },
    text: policy({
      imports: `import type { Pod } from "holdfast/kinds";`,
      body: `<Pod>({
  name: "large",
  match: [{ group: "", resource: "pods" }],
  rules: {
    large: {
      denyWhen: ({ oldObject }) => {
        let ports = 0;
        for (const container of oldObject.spec?.containers ?? []) {
          if (container.name === "sidecar") continue;
          ports += container.ports?.length ?? 0;
        }
        return ports >= 2 && oldObject.status?.phase === "Running";
      },
      message: ({ oldObject }) => \`\${oldObject.metadata.name} listens on several ports\`,
    },
  },
})`,
    }),
  },
  "secrets of settings": {
    kind: "ConfigMap",
    denied: { says: "keep: it has 1 settings", data: { settings: "a=b" } },
    text: policy({
      imports: `import type { ConfigMap } from "holdfast/kinds";`,
      top: `const KEEP = new Set(["app.properties", "settings"]);`,
      body: `<ConfigMap>({
  name: "settings",
  match: [{ group: "", resource: "configmaps" }],
  rules: {
    keep: {
      denyWhen: ({ oldObject: { data = {}, immutable } }) =>
        !!immutable || Object.entries(data).some(([key, value]) => KEEP.has(key) && value.trim() !== ""),
      message: ({ oldObject }) => \`it has \${Object.keys(oldObject.data ?? {}).length} settings\`,
    },
  },
})`,
    }),
  },
  "owners and finalizers": {
    kind: "PersistentVolumeClaim",
    denied: {
      says: "owned: delete Database main instead",
      metadata: {
        ownerReferences: [{ apiVersion: "db.example.com/v1", kind: "Database", name: "main", uid: "1", controller: true }],
      },
    },
    text: policy({
      imports: `import type { PersistentVolumeClaim } from "holdfast/kinds";`,
      body: `<PersistentVolumeClaim>({
  name: "owned",
  match: [{ group: "", resource: "persistentvolumeclaims" }],
  rules: {
    owned: {
      denyWhen: ({ oldObject: { metadata, status } }) => {
        const owner = metadata.ownerReferences?.find((one) => one.controller);
        if (!owner) return status?.phase === "Bound" && metadata.finalizers?.includes("kubernetes.io/pvc-protection");
        return ["StatefulSet", "Database"].includes(owner.kind) && owner.apiVersion.split("/").length > 1;
      },
      message: ({ oldObject }) => {
        const [owner] = oldObject.metadata.ownerReferences ?? [];
        return \`delete \${owner?.kind ?? "its owner"} \${owner?.name} instead\`;
      },
    },
  },
})`,
    }),
  },
  "ports of a service, by a switch": {
    kind: "Service",
    denied: { says: "used: postgres, - is in use", spec: { ports: [{ name: "postgres", port: 5432 }, { port: 1 }] } },
    text: policy({
      imports: `import type { Service } from "holdfast/kinds";`,
      body: `<Service>({
  name: "ports",
  match: [{ group: "", resource: "services" }],
  rules: {
    used: {
      denyWhen: ({ oldObject }) => {
        switch (oldObject.spec?.type) {
          case "LoadBalancer":
            return !!oldObject.status?.loadBalancer?.ingress?.length;
          case "ExternalName":
            return oldObject.spec?.externalName?.endsWith(".example.com") ?? false;
          default:
            return oldObject.spec?.ports?.some((port) => port.port === 5432 || port.name === "postgres");
        }
      },
      message: ({ oldObject }) => \`\${oldObject.spec?.ports?.map((port) => port.name ?? "-").join(", ")} is in use\`,
    },
  },
})`,
    }),
  },
  "a database of one's own kind": {
    kind: "Thing",
    denied: {
      says: "ready: postgres has no backup (3 replicas)",
      spec: { engine: "postgres", replicas: 3, users: [{ name: "root", admin: true }] },
      status: { phase: "Up", conditions: [{ type: "Ready", status: "True" }] },
    },
    text: policy({
      imports: `import type { KubernetesObject } from "holdfast";`,
      top: `
interface Database extends KubernetesObject {
  spec: { engine: string; replicas?: number; backups?: { enabled: boolean; schedule?: string }; users: { name: string; admin?: boolean }[] };
  status?: { phase: string; conditions?: { type: string; status: string }[] };
}
const isReady = (database: Database): boolean =>
  database.status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") ?? false;`,
      body: `<Database>({
  name: "databases",
  match: [{ group: "db.example.com", version: "v1", resource: "databases" }],
  rules: {
    ready: {
      denyWhen: ({ oldObject }) => isReady(oldObject) && !oldObject.spec.backups?.enabled,
      message: ({ oldObject }) => \`\${oldObject.spec.engine} has no backup (\${oldObject.spec.replicas ?? 1} replicas)\`,
    },
    admins: {
      denyWhen: ({ oldObject }) => oldObject.spec.users.filter((user) => user.admin).map((user) => user.name).includes("root"),
      message: "root is an admin of it",
    },
  },
})`,
    }),
  },
  "numbers and lists in annotations": {
    kind: "Thing",
    denied: {
      says: "rows: it has 2000 rows",
      metadata: { annotations: { "example.com/rows": "2000", "example.com/teams": "shop, payments" } },
    },
    text: policy({
      body: `({
  name: "annotated",
  match: [{ group: "db.example.com", version: "v1", resource: "databases" }],
  rules: {
    rows: {
      denyWhen: ({ oldObject }) => Number(oldObject.metadata.annotations?.["example.com/rows"] ?? "0") > 1000,
      message: ({ oldObject }) => \`it has \${oldObject.metadata.annotations?.["example.com/rows"]} rows\`,
    },
    teams: {
      denyWhen: ({ oldObject: { metadata } }) =>
        (metadata.annotations?.["example.com/teams"] ?? "").split(",").map((team) => team.trim()).includes("payments"),
      message: "payments uses it",
    },
  },
})`,
    }),
  },
  "dates and versions": {
    kind: "Thing",
    denied: {
      says: "old: it is from before June",
      metadata: { creationTimestamp: "2026-01-01T00:00:00Z", labels: { "app.kubernetes.io/version": "v2.1.0" } },
    },
    text: policy({
      body: `({
  name: "dated",
  match: [{ group: "db.example.com", version: "v1", resource: "databases" }],
  rules: {
    old: {
      denyWhen: ({ oldObject }) => new Date(oldObject.metadata.creationTimestamp ?? "2026-01-01T00:00:00Z") < new Date("2026-06-01"),
      message: "it is from before June",
    },
    major: {
      denyWhen: ({ oldObject }) => {
        const [major = "0"] = (oldObject.metadata.labels?.["app.kubernetes.io/version"] ?? "").replace("v", "").split(".");
        return parseInt(major, 10) >= 2;
      },
      message: "it is of version 2 or newer",
    },
  },
})`,
    }),
  },
  "who asks": {
    kind: "Secret",
    denied: { says: "byRobot: Helm makes it, not alice", metadata: { labels: { "app.kubernetes.io/managed-by": "Helm" } } },
    text: policy({
      top: `const ROBOTS = ["system:serviceaccount:argocd:argocd-application-controller", "flux"];`,
      body: `({
  name: "robots",
  match: [{ group: "", resource: "secrets" }],
  rules: {
    byRobot: {
      denyWhen: ({ oldObject, request }) =>
        !ROBOTS.includes(request.userInfo.username) && oldObject.metadata.labels?.["app.kubernetes.io/managed-by"] !== undefined,
      message: ({ oldObject, request }) =>
        \`\${oldObject.metadata.labels?.["app.kubernetes.io/managed-by"] ?? "nobody"} makes it, not \${request.userInfo.username}\`,
    },
  },
})`,
    }),
  },
};
