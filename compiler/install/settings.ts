import { type FallbackIr, noFeatures, defaultNamespace, selfManaged } from "../ir/fallback.ts";

/** What the webhook configuration depends on. */
export type FallbackSettings = Pick<
  FallbackIr,
  "namespace" | "certificates" | "events" | "usages" | "criticalServices" | "appcat" | "namespaceContents"
>;

export const defaultSettings: FallbackSettings = {
  ...noFeatures,
  namespace: defaultNamespace,
  certificates: selfManaged,
  events: false,
};

/** Names of what is installed; the processes, the manifests and the certificates agree by them. */
export const names = {
  configuration: "holdfast",
  webhook: "holdfast-webhook",
  controller: "holdfast-controller",
  /** A CA of its own, which nothing but the controller reads. */
  authoritySecret: "holdfast-webhook-ca",
  /** What the webhook serves with. */
  servingSecret: "holdfast-webhook-tls",
  /** Begins the names of ConfigMaps, which end in the hash of what they hold. */
  rules: "holdfast-rules",
} as const;

export const ports = { https: 8443, health: 8080 } as const;

/** Where the processes find what is mounted. */
export const paths = { rules: "/etc/holdfast/rules", tls: "/etc/holdfast/tls", clients: "/etc/holdfast/clients" } as const;

export const rulesFile = "rules.mjs";

/** Below the directory of the policies: what installs the webhook and the controller. */
export const fallbackDirectory = "fallback";

/** Below the directory of a chart of Helm. */
export const chartDirectories = { templates: "templates", files: "files" } as const;

/** In the directory of the fallback: when the webhook is asked. */
export const webhookConfigurationFile = "webhook-configuration.yaml";
