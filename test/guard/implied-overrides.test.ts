import { beforeAll, describe, expect, test } from "vitest";
import { del } from "../../compiler/simulator/testing/index.ts";
import { type Asked, askedPolicy } from "./asked.ts";

/** Everything that controllers copy, with what they copy it from, and what Kubernetes makes in every Namespace. */
const policy = `
import { deletionPolicy } from "holdfast";

export default deletionPolicy({
  name: "keep",
  match: [
    { group: "", resource: "*" },
    { group: "apps", resource: "*" },
    { group: "discovery.k8s.io", resource: "endpointslices" },
  ],
  rules: {
    keep: {
      denyWhen: ({ oldObject, namespaceObject }) =>
        oldObject.metadata.annotations?.["keep"] === "true" || namespaceObject?.metadata.labels?.["keep"] === "true",
      message: "kept",
    },
  },
});
`;

const kube = (name: string): string => `system:serviceaccount:kube-system:${name}`;
const collector = kube("generic-garbage-collector");
const manager = "system:kube-controller-manager";

const owned = (kind: string, apiVersion = "apps/v1"): object => ({
  ownerReferences: [{ apiVersion, kind, name: "owner", uid: "o-1", controller: true }],
});

const object = (apiVersion: string, kind: string, metadata: object = {}) => ({
  apiVersion,
  kind,
  metadata: { name: "any", namespace: "shop", annotations: { keep: "true" }, ...metadata },
});

/** In both executions, which have to agree. */
describe("overrides that the compiler adds, as TypeScript and as CEL", () => {
  let asked: Asked;
  beforeAll(async () => {
    asked = await askedPolicy(policy);
  });

  const copies = [
    ["ReplicaSet", object("apps/v1", "ReplicaSet", owned("Deployment")), [kube("deployment-controller"), collector]],
    [
      "ControllerRevision",
      object("apps/v1", "ControllerRevision", owned("StatefulSet")),
      [kube("statefulset-controller"), collector],
    ],
    [
      "ControllerRevision",
      object("apps/v1", "ControllerRevision", owned("DaemonSet")),
      [kube("daemon-set-controller"), collector],
    ],
    [
      "EndpointSlice",
      object("discovery.k8s.io/v1", "EndpointSlice", owned("Service", "v1")),
      [kube("endpointslice-controller"), collector],
    ],
    [
      "EndpointSlice, mirrored",
      object("discovery.k8s.io/v1", "EndpointSlice", owned("Endpoints", "v1")),
      [kube("endpointslicemirroring-controller"), collector],
    ],
    [
      "Endpoints",
      object("v1", "Endpoints", { labels: { "endpoints.kubernetes.io/managed-by": "endpoint-controller" } }),
      [kube("endpoint-controller")],
    ],
    [
      "Endpoints before 1.33",
      object("v1", "Endpoints", {
        annotations: { keep: "true", "endpoints.kubernetes.io/last-change-trigger-time": "2026-01-01T00:00:00Z" },
      }),
      [kube("endpoint-controller")],
    ],
  ] as const;

  test.each(copies)("%s: its controllers delete it, and nobody else", (_, copy, users) => {
    for (const user of [...users, manager]) expect(asked.ask(del(copy).as(user))).toEqual([]);
    for (const user of ["alice", kube("namespace-controller"), kube("job-controller")])
      expect(asked.ask(del(copy).as(user))).toMatchObject([{ rule: "keep", action: "deny" }]);
  });

  test.each([
    ["without an owner", object("apps/v1", "ReplicaSet")],
    ["with another controller", object("apps/v1", "ReplicaSet", owned("Rollout", "argoproj.io/v1alpha1"))],
    ["with more owners than a rule may look at", object("apps/v1", "ReplicaSet", tooManyOwners())],
    ["Endpoints that somebody has made by hand", object("v1", "Endpoints")],
    [
      "Endpoints that somebody owns",
      object("v1", "Endpoints", {
        ...owned("Service", "v1"),
        labels: { "endpoints.kubernetes.io/managed-by": "endpoint-controller" },
      }),
    ],
    ["another kind that says a Deployment controls it", object("v1", "Secret", owned("Deployment"))],
  ])("%s: denied to all of them", (_, copy) => {
    for (const user of [kube("deployment-controller"), kube("endpoint-controller"), collector, manager])
      expect(asked.ask(del(copy).as(user))).toMatchObject([{ rule: "keep", action: "deny" }]);
  });

  const kept = { labels: { keep: "true" } };
  const going = { ...kept, deletionTimestamp: "2026-01-01T00:00:00Z" };
  const made = (kind: string, name: string, metadata: object = {}) => ({
    apiVersion: "v1",
    kind,
    metadata: { name, namespace: "shop", ...metadata },
  });
  const described = { annotations: { "kubernetes.io/description": "Contains a CA bundle" } };

  test.each([
    ["ConfigMap kube-root-ca.crt", made("ConfigMap", "kube-root-ca.crt", described)],
    ["ServiceAccount default", made("ServiceAccount", "default")],
  ])("%s goes with its Namespace, and not before", (_, content) => {
    expect(asked.ask(del(content).in(going))).toEqual([]);
    expect(asked.ask(del(content).in(kept))).toMatchObject([{ rule: "keep" }]);
  });

  test.each([
    ["with a label of somebody's own", made("ConfigMap", "kube-root-ca.crt", { labels: { a: "b" } })],
    ["with an annotation of somebody's own", made("ConfigMap", "kube-root-ca.crt", { annotations: { a: "b" } })],
    ["of another name", made("ConfigMap", "settings")],
    ["of another kind", made("Secret", "kube-root-ca.crt")],
  ])("%s: denied, whatever becomes of the Namespace", (_, content) => {
    for (const namespace of [kept, going]) expect(asked.ask(del(content).in(namespace))).toMatchObject([{ rule: "keep" }]);
  });
});

function tooManyOwners(): object {
  const owner = { apiVersion: "apps/v1", kind: "Deployment", name: "owner", controller: true };
  return { ownerReferences: Array.from({ length: 2001 }, (_, at) => ({ ...owner, uid: `o-${at}` })) };
}
