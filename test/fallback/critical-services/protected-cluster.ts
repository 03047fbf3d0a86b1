import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { criticalServiceResource } from "../../../compiler/api/critical-services.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { mergePatch, created } from "../../control-plane/requests.ts";
import { root } from "../../house/source-files.ts";
import { type Installation, type Sources, install } from "../../install/installed/installation.ts";
import { workloadSpec } from "../../fixtures/objects.ts";

/** A kind of provider besides Deployments. */
export const operators = { group: "platform.example.com", resource: "operators" } as const;
/** What criteria are about: as in the document, and the same for a second delete beside that. */
export const coolResources = { group: "my.crd.group", resource: "coolresources" } as const;
export const otherCoolResources = { group: "other.crd.group", resource: "coolresources" } as const;
export const servicesPath = "/apis/protection.holdfast.dev/v1alpha1/criticalservices";

const criteria = [
  { group: "", resource: "configmaps" },
  { group: "late.example.com", resource: "widgets" },
  coolResources,
  otherCoolResources,
  { group: "apiextensions.k8s.io", resource: "customresourcedefinitions" },
];
const providers = [{ group: "apps", resource: "deployments" }, operators];

const declaration = `import { fallback } from "holdfast";
export default fallback({
  image: "registry.example.com/holdfast@sha256:${"a".repeat(64)}",
  criticalServices: ${JSON.stringify({ providers, criteria })},
});
`;

/** The policy of this repository, with the other kind of provider, as its header says. */
function policy(): string {
  const deployments = `{ group: "apps", resource: "deployments" }`;
  const text = readFileSync(join(root, "policies/fallback/critical-services.ts"), "utf8");
  const more = text.replace(`[${deployments}]`, `[${deployments}, ${JSON.stringify(operators)}]`);
  if (more === text) throw new Error("the policy has no list in which Deployments stand alone");
  return more;
}

/** What a user has in their repository. */
export const sources = (): Sources => ({ "critical-services.ts": policy(), "fallback.ts": declaration });

/** Status and message. */
export type Said = readonly [status: number, message: string];

/** What tests do on a cluster with CriticalServices. */
export interface ProtectedCluster {
  installation(): Installation;
  remove(path: string): Promise<Said>;
  patch(path: string, metadata: object): Promise<Said>;
  read(path: string): Promise<Readonly<Record<string, unknown>>>;
  /** A Namespace with a Deployment of the same name, and a service of that name for it, in force. */
  protect(name: string, criteria: readonly object[], metadata?: object): Promise<unknown>;
  deployment(namespace: string, name: string, metadata?: object): Promise<unknown>;
  service(name: string, spec: object): Promise<unknown>;
  /** In force: its marks stand. */
  ready(name: string): Promise<unknown>;
  /** In the Namespace `users`. */
  configMap(name: string, finalizers?: readonly string[]): Promise<unknown>;
  /** What both processes warned of, and queries that the webhook could not answer. */
  warnings(): readonly string[];
}

/**
 * Both processes as they are compiled from the policy and a declaration, from before the first test until after the
 * last.
 */
export function protectedCluster(server: () => ControlPlane): ProtectedCluster {
  let installation: Installation | undefined;
  beforeAll(async () => {
    const versions = [{ name: "v1" }, { name: "v1beta1" }] as const;
    const kind = { kind: "Operator", plural: "operators", scope: "Namespaced", versions } as const;
    await applyCustomResourceDefinition(server(), { ...operators, ...kind });
    await created(server(), "/api/v1/namespaces", { metadata: { name: "users" } });
    installation = await install(server(), sources());
  });
  afterAll(() => installation?.end());
  const installed = (): Installation => {
    if (installation === undefined) throw new Error("nothing is installed yet");
    return installation;
  };
  return { installation: installed, ...actionsOn(server), warnings: () => warningsIn(installed().log()) };
}

function warningsIn(log: readonly Record<string, unknown>[]): readonly string[] {
  const isWarning = ({ level, evaluation }: Record<string, unknown>) =>
    level === "warn" || level === "error" || evaluation === "error";
  return log.filter(isWarning).map((line) => JSON.stringify(line));
}

function actionsOn(server: () => ControlPlane): Omit<ProtectedCluster, "installation" | "warnings"> {
  const read = async (path: string) => (await server().request({ method: "GET", path })).body;
  const service = (name: string, spec: object) => {
    const apiVersion = `${criticalServiceResource.group}/${criticalServiceResource.version}`;
    return created(server(), servicesPath, { apiVersion, kind: "CriticalService", metadata: { name }, spec });
  };
  const ready = (name: string) =>
    waitUntil(`CriticalService ${name} is ready`, async () => {
      const { conditions = [] } = ((await read(`${servicesPath}/${name}`))["status"] ?? {}) as { conditions?: object[] };
      const said = (conditions as readonly { type: string; status: string; reason: string }[]).find(
        ({ type }) => type === "Ready",
      );
      // A criterion that nobody can meet keeps the provider anyway.
      return said?.status === "True" || said?.reason.startsWith("Criterion") === true;
    });
  const deployment = (namespace: string, name: string, metadata: object = {}) =>
    created(server(), `/apis/apps/v1/namespaces/${namespace}/deployments`, deploymentObject(name, metadata));
  return {
    read,
    service,
    ready,
    deployment,
    remove: async (path) => {
      const { status, body } = await server().request({ method: "DELETE", path });
      return [status, String(body["message"] ?? "")];
    },
    patch: async (path, metadata) => {
      const { status, body } = await server().request(mergePatch(path, { metadata }));
      return [status, String(body["message"] ?? "")];
    },
    protect: async (name, open, metadata) => {
      await created(server(), "/api/v1/namespaces", { metadata: { name } });
      await deployment(name, name, metadata);
      await service(name, { provider: providerOf(name, name), criteria: open });
      await ready(name);
    },
    configMap: (name, finalizers = []) =>
      created(server(), "/api/v1/namespaces/users/configmaps", { metadata: { name, finalizers } }),
  };
}

function deploymentObject(name: string, metadata: object): object {
  const spec = workloadSpec({ app: name }, { replicas: 0 });
  return { apiVersion: "apps/v1", kind: "Deployment", metadata: { name, ...metadata }, spec };
}

export function providerOf(namespace: string, name: string): object {
  return { group: "apps", resource: "deployments", namespace, name };
}

/** A criterion about a ConfigMap, or another resource of the core group. */
export function byName(namespace: string, name: string, resource = "configmaps"): object {
  return { type: "SpecificResource", specificResource: { group: "", resource, namespace, name } };
}

export const users = (name: string): string => `/api/v1/namespaces/users/configmaps/${name}`;
export const deploymentPath = (name: string): string => `/apis/apps/v1/namespaces/${name}/deployments/${name}`;
export const hold = "critical.example.com/hold";

export const done: Said = [200, ""];

/** Denied with a message that says so. */
export function denied(...parts: readonly string[]): readonly unknown[] {
  return [403, parts.length === 1 ? expect.stringContaining(parts[0] ?? "") : parts.join("")];
}

/** Whether that controller was told 403 for a delete in the Namespace. */
export function deniedIn(auditLog: string, controller: string, namespace: string): boolean {
  return readFileSync(auditLog, "utf8")
    .split("\n")
    .some(
      (line) =>
        /"verb":"delete(collection)?"/.test(line) &&
        line.includes(controller) &&
        line.includes(`"namespace":"${namespace}"`) &&
        line.includes('"resource":"deployments"') &&
        line.includes('"code":403'),
    );
}
