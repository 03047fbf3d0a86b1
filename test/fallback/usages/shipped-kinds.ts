import { expect } from "vitest";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { claimSpec, workloadSpec } from "../../fixtures/objects.ts";
import { shop } from "./objects.ts";

export interface ShippedKind {
  readonly kind: string;
  readonly apiVersion: string;
  /** Of the collection, in the Namespace of the tests. */
  readonly path: string;
  readonly spec: object;
}

const workload = workloadSpec();
const claim = claimSpec();
const workloads = "/apis/apps/v1/namespaces/shop";

/** Those of USABLE (policies/usages.ts) that have a subresource through which labels and annotations can be changed. */
export const shippedKinds: readonly ShippedKind[] = [
  { kind: "Deployment", apiVersion: "apps/v1", path: `${workloads}/deployments`, spec: workload },
  { kind: "StatefulSet", apiVersion: "apps/v1", path: `${workloads}/statefulsets`, spec: { ...workload, serviceName: "x" } },
  { kind: "PersistentVolumeClaim", apiVersion: "v1", path: `${shop}/persistentvolumeclaims`, spec: claim },
];

export async function makeShipped(server: ControlPlane, { kind, apiVersion, path, spec }: ShippedKind): Promise<string> {
  const name = kind.toLowerCase();
  const made = await server.request({ method: "POST", path, body: { apiVersion, kind, metadata: { name }, spec } });
  expect(made.status, made.text).toBe(201);
  return name;
}
