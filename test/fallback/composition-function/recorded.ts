import { type JsonObject, create, fromJson, toBinary } from "@bufbuild/protobuf";
import { StructSchema } from "@bufbuild/protobuf/wkt";
import {
  ResourceSchema,
  type RunFunctionRequest,
  RunFunctionRequestSchema,
  StateSchema,
} from "../../../runtime-fallback/composition-function/protocol/run_function_pb.js";

/** Composed resources as Crossplane 1.20 sends them, by the names that the composition gives them. */
export const observed = {
  namespace: {
    apiVersion: "kubernetes.crossplane.io/v1alpha2",
    kind: "Object",
    metadata: {
      name: "redis-1-x7k2p-ns",
      generateName: "redis-1-x7k2p-",
      uid: "5a0f0b7e-52a5-4a47-9d4a-111111111111",
      resourceVersion: "4711",
      generation: 3,
      creationTimestamp: "2026-11-20T08:00:00Z",
      labels: { "crossplane.io/composite": "redis-1-x7k2p", "appcat.vshn.io/ownerkind": "XVSHNRedis" },
      annotations: {
        "crossplane.io/composition-resource-name": "namespace",
        "crossplane.io/external-name": "vshn-redis-1",
        "crossplane.io/external-create-succeeded": "2026-11-20T08:00:02Z",
        "example.com/note": "kept",
      },
      finalizers: ["finalizer.managedresource.crossplane.io"],
      ownerReferences: [
        { apiVersion: "vshn.appcat.vshn.io/v1", kind: "XVSHNRedis", name: "redis-1-x7k2p", uid: "1", controller: true },
      ],
    },
    spec: {
      deletionPolicy: "Delete",
      providerConfigRef: { name: "kubernetes" },
      forProvider: {
        manifest: {
          apiVersion: "v1",
          kind: "Namespace",
          metadata: { name: "vshn-redis-1", labels: { "appcat.vshn.io/ownercomposite": "redis-1-x7k2p" } },
        },
      },
    },
    status: { atProvider: { manifest: {} }, conditions: [{ type: "Ready", status: "True" }] },
  },
  release: {
    apiVersion: "helm.crossplane.io/v1beta1",
    kind: "Release",
    metadata: { name: "redis-1-x7k2p-release" },
    spec: { forProvider: { namespace: "vshn-redis-1", chart: { name: "redis", version: "18.1.0" } } },
  },
} as const;

/** What the composition wants of the release, and an Object that is none of a Namespace. */
export const desired = {
  release: { apiVersion: "helm.crossplane.io/v1beta1", kind: "Release", spec: { forProvider: { chart: { version: "18.2.0" } } } },
  secret: {
    apiVersion: "kubernetes.crossplane.io/v1alpha2",
    kind: "Object",
    spec: { forProvider: { manifest: { apiVersion: "v1", kind: "Secret", metadata: { name: "credentials" } } } },
  },
} as const;

export const namespaceDesired = {
  apiVersion: "kubernetes.crossplane.io/v1alpha2",
  kind: "Object",
  spec: observed.namespace.spec,
} as const;

type Resources = Readonly<Record<string, object>>;

interface Parts {
  readonly observed?: Resources;
  readonly desired?: Resources;
  readonly composite?: object;
  readonly input?: object;
  readonly context?: object;
  readonly tag?: string;
}

/** A request of these resources; the names are those of the composition. */
export function requestOf({
  observed: there,
  desired: wanted,
  composite,
  input,
  context,
  tag = "a tag",
}: Parts): RunFunctionRequest {
  return create(RunFunctionRequestSchema, {
    meta: { tag },
    observed: stateOf(there ?? {}, composite ?? { apiVersion: "vshn.appcat.vshn.io/v1", kind: "XVSHNRedis" }),
    ...(wanted !== undefined && { desired: stateOf(wanted) }),
    ...(input !== undefined && { input: structOf(input) }),
    ...(context !== undefined && { context: structOf(context) }),
  });
}

function stateOf(resources: Resources, composite?: object) {
  return create(StateSchema, {
    ...(composite !== undefined && { composite: resourceOf(composite) }),
    resources: Object.fromEntries(Object.entries(resources).map(([name, resource]) => [name, resourceOf(resource)])),
  });
}

export function resourceOf(resource: object): Uint8Array {
  return toBinary(ResourceSchema, create(ResourceSchema, { resource: resource as JsonObject }));
}

export function structOf(fields: object): Uint8Array {
  return toBinary(StructSchema, fromJson(StructSchema, fields as JsonObject));
}
