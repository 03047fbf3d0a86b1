import type { UntypedObject } from "../../../compiler/simulator/admission/index.ts";
import type { ApiRequest } from "../../control-plane/api-client.ts";
import { mergePatch } from "../../control-plane/requests.ts";
import { type Stored, clusterObject, collectionPath, findStored, group, storedObjects } from "./stored-objects.ts";

/** One request in a Namespace; dry, unless it is asked for that the wish be fulfilled. */
export interface Act {
  readonly title: string;
  /** Reads a stored object for requests that send one back. */
  readonly request: (namespace: string, read: (stored: Stored) => UntypedObject) => Omit<ApiRequest, "as" | "groups">;
  readonly as?: string;
  readonly groups?: readonly string[];
  readonly isReal?: boolean;
}

type Options = Readonly<Record<string, unknown>>;

const serviceAccount = "system:serviceaccount:kube-system:generic-garbage-collector";
const machines = ["system:serviceaccounts", "system:serviceaccounts:kube-system"];

const plain = findStored("configmaps", "plain");
const marked = findStored("configmaps", "marked");
const secret = findStored("secrets", "token");
const pod = findStored("pods", "idle");
const deployment = findStored("deployments", "web");
const autoscaler = findStored("horizontalpodautoscalers", "web");
const widget = findStored("widgets", "w-full");

function deletion(options: Options): object {
  return { apiVersion: "v1", kind: "DeleteOptions", ...options };
}

function remove(stored: Stored, options: Options = {}, more: { readonly version?: string } & Partial<Act> = {}): Act {
  const { version, ...act } = more;
  const { name } = stored.object.metadata;
  return {
    title: `delete ${stored.resource}/${name} ${JSON.stringify(options)} ${version ?? ""} ${act.as ?? ""}`,
    request: (namespace) => ({
      method: "DELETE",
      path: `${collectionPath(stored, namespace, version)}/${name}`,
      body: deletion({ ...options, dryRun: ["All"] }),
    }),
    ...act,
  };
}

function removeAll(stored: Stored, selector: string, options: Options = {}): Act {
  return {
    title: `delete all ${stored.resource} ${selector} ${JSON.stringify(options)}`,
    request: (namespace) => ({
      method: "DELETE",
      path: `${collectionPath(stored, namespace)}?${selector}`,
      body: deletion({ ...options, dryRun: ["All"] }),
    }),
  };
}

function patch(
  stored: Stored,
  body: object,
  more: { readonly at?: string; readonly version?: string; readonly as?: string } = {},
): Act {
  const { at = "", version, as } = more;
  const { name } = stored.object.metadata;
  return {
    title: `patch ${stored.resource}/${name}${at} ${JSON.stringify(body)} ${version ?? ""} ${as ?? ""}`,
    request: (namespace) => mergePatch(`${collectionPath(stored, namespace, version)}/${name}${at}?dryRun=All`, body),
    ...(as !== undefined && { as }),
  };
}

function put(stored: Stored, change: (object: UntypedObject) => object, at = ""): Act {
  const { name } = stored.object.metadata;
  return {
    title: `put ${stored.resource}/${name}${at}`,
    request: (namespace, read) => ({
      method: "PUT",
      path: `${collectionPath(stored, namespace)}/${name}${at}?dryRun=All`,
      body: change(read(stored)),
    }),
  };
}

function create(stored: Stored, body: object, more: { readonly at?: string; readonly version?: string } = {}): Act {
  const { at = "", version } = more;
  return {
    title: `create ${stored.resource}${at} ${JSON.stringify(body)}`,
    request: (namespace) => ({ method: "POST", path: `${collectionPath(stored, namespace, version)}${at}?dryRun=All`, body }),
  };
}

function renamed({ object }: Stored, metadata: object): object {
  return { ...object, metadata: { ...object.metadata, ...metadata } };
}

const deletes: readonly Act[] = [
  ...storedObjects.map((stored) => remove(stored)),
  ...["Background", "Foreground", "Orphan"].map((propagationPolicy) => remove(plain, { propagationPolicy })),
  remove(plain, { orphanDependents: true }),
  remove(plain, { gracePeriodSeconds: 7 }),
  remove(pod, { gracePeriodSeconds: 0 }),
  remove(pod, { gracePeriodSeconds: 5, propagationPolicy: "Background" }),
  preconditioned(marked),
  remove(marked, {}, { as: "bob" }),
  remove(widget, {}, { as: serviceAccount, groups: machines }),
  remove(widget, {}, { version: "v1beta1" }),
  remove(autoscaler, {}, { version: "v1" }),
  removeAll(plain, "fieldSelector=metadata.name%3Dplain"),
  removeAll(marked, "fieldSelector=metadata.name%3Dmarked", { propagationPolicy: "Foreground" }),
  removeAll(plain, "labelSelector=batch%3Dthree"),
  removeAll(pod, "labelSelector=protected%3Dtrue", { gracePeriodSeconds: 3 }),
  removeAll(widget, "labelSelector=protected%3Dtrue"),
];

function preconditioned(stored: Stored): Act {
  const { name } = stored.object.metadata;
  return {
    title: `delete ${stored.resource}/${name} of one UID and version`,
    request: (namespace, read) => {
      const { uid, resourceVersion } = read(stored).metadata;
      return {
        method: "DELETE",
        path: `${collectionPath(stored, namespace)}/${name}`,
        body: deletion({ preconditions: { uid, resourceVersion }, dryRun: ["All"] }),
      };
    },
  };
}

const updates: readonly Act[] = [
  put(plain, (object) => ({ ...object, data: { b: "2" } })),
  put(widget, (object) => ({ ...object, spec: { replicas: 4 } })),
  put(deployment, (object) => ({ ...object, metadata: { ...object.metadata, labels: { tier: "front" } } })),
  patch(plain, { metadata: { labels: { protected: "true" } } }),
  patch(marked, { metadata: { labels: { protected: null } } }),
  patch(marked, { metadata: { annotations: { "holdfast.dev/reason": null } } }, { as: "bob" }),
  patch(marked, { metadata: { finalizers: null } }),
  patch(plain, {}),
  patch(secret, { stringData: { other: "x" } }),
  patch(pod, { metadata: { labels: { protected: "false" } } }),
  patch(pod, { status: { phase: "Running" } }, { at: "/status" }),
  patch(deployment, { spec: { template: { spec: { terminationGracePeriodSeconds: 5 } } } }),
  patch(deployment, { spec: { replicas: 0 } }, { at: "/scale" }),
  patch(deployment, { status: { observedGeneration: 1 } }, { at: "/status" }),
  patch(autoscaler, { spec: { maxReplicas: 6 } }, { version: "v1" }),
  patch(widget, { spec: { ratio: 2 } }),
  patch(widget, { spec: { ratio: null } }, { version: "v1beta1" }),
  patch(widget, { status: { done: true } }, { at: "/status" }),
  {
    title: "apply configmaps/plain",
    request: (namespace) => ({
      method: "PATCH",
      path: `${collectionPath(plain, namespace)}/plain?dryRun=All&fieldManager=applier&force=true`,
      contentType: "application/apply-patch+yaml",
      body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "plain", labels: { protected: "true" } } },
    }),
  },
];

const creations: readonly Act[] = [
  create(plain, renamed(plain, { name: "new", labels: { protected: "true" } })),
  create(plain, { apiVersion: "v1", kind: "ConfigMap", metadata: { generateName: "random-", labels: { protected: "true" } } }),
  create(secret, { apiVersion: "v1", kind: "Secret", metadata: { name: "new" }, type: "Opaque", stringData: { a: "b" } }),
  create(pod, renamed(pod, { name: "new" })),
  create(deployment, renamed(deployment, { name: "new" })),
  create(widget, renamed(widget, { name: "new" })),
  create(
    widget,
    { apiVersion: `${group}/v1beta1`, kind: "Widget", metadata: { name: "new" }, spec: "text" },
    { version: "v1beta1" },
  ),
  create(
    pod,
    { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "idle" }, deleteOptions: { gracePeriodSeconds: 2 } },
    { at: "/idle/eviction" },
  ),
  create(
    pod,
    { apiVersion: "v1", kind: "Binding", metadata: { name: "idle" }, target: { kind: "Node", name: "none" } },
    { at: "/idle/binding" },
  ),
];

const namespacePath = (namespace: string): string => `/api/v1/namespaces/${namespace}`;

const onNamespace: readonly Act[] = [
  {
    title: "delete the Namespace",
    request: (namespace) => ({ method: "DELETE", path: namespacePath(namespace), body: deletion({ dryRun: ["All"] }) }),
  },
  namespacePatch({ metadata: { labels: { protected: "true" } } }),
  namespacePatch({ metadata: { annotations: { a: "b" } } }, "/status"),
  {
    title: "finalize the Namespace",
    request: (namespace) => ({
      method: "PUT",
      path: `${namespacePath(namespace)}/finalize?dryRun=All`,
      body: {
        apiVersion: "v1",
        kind: "Namespace",
        metadata: { name: namespace },
        spec: { finalizers: ["kubernetes", "example.com/hold"] },
      },
    }),
  },
];

function namespacePatch(body: object, at = ""): Act {
  return {
    title: `patch the Namespace ${JSON.stringify(body)}${at}`,
    request: (namespace) => mergePatch(`${namespacePath(namespace)}${at}?dryRun=All`, body),
  };
}

/** About an object in no Namespace. */
export const clusterActs: readonly Act[] = [
  remove(clusterObject),
  remove(clusterObject, { propagationPolicy: "Orphan" }, { as: "bob" }),
  removeAll(clusterObject, "labelSelector=protected%3Dtrue"),
  patch(clusterObject, { metadata: { labels: null } }),
  create(clusterObject, renamed(clusterObject, { name: "new" })),
].map(withoutNamespace);

function withoutNamespace({ request, ...act }: Act): Act {
  return {
    ...act,
    request: (namespace, read) => {
      const { path, ...rest } = request(namespace, read);
      return { ...rest, path: path.replace(`/namespaces/${namespace}`, "") };
    },
  };
}

/** Last of all, since they change what the others are about. */
const forReal: readonly Act[] = [
  { ...create(plain, renamed(plain, { name: "created", labels: { protected: "true" } })), isReal: true },
  { ...patch(plain, { metadata: { annotations: { changed: "yes" } } }), isReal: true },
  { ...remove(findStored("configmaps", "one")), isReal: true },
  { ...remove(findStored("configmaps", "two"), { propagationPolicy: "Background" }), isReal: true },
  { ...remove(widget), isReal: true },
];

/** All objects, each in one way. */
export const fewActs: readonly Act[] = [
  ...storedObjects.map((stored) => remove(stored)),
  patch(findStored("configmaps", "text"), { metadata: { labels: null } }),
  create(widget, renamed(widget, { name: "new" })),
];

export const acts: readonly Act[] = [...deletes, ...updates, ...creations, ...onNamespace, ...forReal];

/** The same request without dry run. */
export function asReal<Request extends Pick<ApiRequest, "path" | "body">>(request: Request): Request {
  const path = request.path.replace("?dryRun=All", "");
  if (typeof request.body !== "object" || request.body === null || !("dryRun" in request.body)) return { ...request, path };
  const { dryRun: _, ...body } = request.body;
  return { ...request, path, body };
}
