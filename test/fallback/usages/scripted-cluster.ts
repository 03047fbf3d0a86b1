import type { ApiAnswer, ApiRequest } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { systemClock } from "../../../runtime-fallback/clock.ts";
import { lookAt } from "../../../runtime-fallback/usages/snapshot/look.ts";
import type { UsageCluster, UsageFlags } from "../../../runtime-fallback/usages/snapshot/places.ts";
import { reconcileUsage } from "../../../runtime-fallback/usages/reconcile-usage.ts";
import { usageKinds } from "../../../compiler/api/usage-kinds.ts";
import { noReports } from "../../../runtime-fallback/usages/usage-events.ts";

type Json = Readonly<Record<string, unknown>>;

/** Kinds that the cluster serves: everything in namespaces but composites and releases. */
const served: Readonly<Record<string, { readonly version: string; readonly resource: string; readonly isNamespaced: boolean }>> =
  {
    "/ConfigMap": { version: "v1", resource: "configmaps", isNamespaced: true },
    "/Secret": { version: "v1", resource: "secrets", isNamespaced: true },
    "/Namespace": { version: "v1", resource: "namespaces", isNamespaced: false },
    "example.com/Composite": { version: "v1", resource: "composites", isNamespaced: false },
    "protection.holdfast.dev/Usage": { version: "v1alpha1", resource: "usages", isNamespaced: true },
    "protection.holdfast.dev/ClusterUsage": { version: "v1alpha1", resource: "clusterusages", isNamespaced: false },
  };

export const usagesPath = "/apis/protection.holdfast.dev/v1alpha1/namespaces/shop/usages";
export const mapsPath = "/api/v1/namespaces/shop/configmaps";
export const secretsPath = "/api/v1/namespaces/shop/secrets";
export const compositesPath = "/apis/example.com/v1/composites";

export interface ScriptedCluster {
  readonly cluster: UsageCluster;
  readonly flags: UsageFlags;
  /** By path, to be changed by tests. */
  readonly objects: Map<string, Json>;
  /** `GET /api/v1/...`, in order. */
  readonly requests: readonly string[];
  look(name: string): ReturnType<typeof lookAt>;
  /** On 2026-01-02, a day after what is `going` was deleted, unless told. */
  reconcile(name: string, now?: number): ReturnType<typeof reconcileUsage>;
}

const resource = { group: "protection.holdfast.dev", version: "v1alpha1", resource: "usages" };

/** Objects by their paths, and requests that are answered 403: `PATCH /api/v1/...`, or of everything that begins so. */
export function scriptedCluster(
  given: Readonly<Record<string, Json>>,
  forbidden: readonly string[] = [],
  more: Partial<UsageFlags> = {},
): ScriptedCluster {
  const objects = new Map(Object.entries(given));
  const requests: string[] = [];
  const request = (asked: ApiRequest): Promise<ApiAnswer> => {
    const text = `${asked.method} ${asked.path.split("?")[0] ?? ""}`;
    requests.push(text);
    const isForbidden = forbidden.some((start) => text.startsWith(start));
    return Promise.resolve(isForbidden ? failure(403, "Forbidden", asked.path) : answer(objects, asked));
  };
  const cluster: UsageCluster = {
    api: { url: "https://scripted", request, close: () => Promise.resolve(), watch: () => noEvents() },
    discovery: {
      findKind: ({ group, kind }) => {
        const found = served[`${group}/${kind}`];
        if (found === undefined) return Promise.resolve({ state: "not served" });
        return Promise.resolve({
          state: "served",
          resource: { group, kind, verbs: [], subresources: [], ...found },
          versions: [],
        });
      },
      findResource: () => Promise.resolve({ state: "not served" }),
    },
    usageKinds,
  };
  const flags: UsageFlags = {
    namespace: "holdfast-system",
    acrossNamespaces: "denied",
    attempts: "ignored",
    protects: () => true,
    ...more,
  };
  const places = new Map();
  const { signal } = new AbortController();
  const at = (name: string) => ({ resource, key: { namespace: "shop", name } });
  return {
    cluster,
    flags,
    objects,
    requests,
    look: (name) => lookAt(cluster, flags, { ...at(name), now: 0, signal }),
    reconcile: (name, now = Date.parse("2026-01-02T00:00:00Z")) => {
      const nothing = (): void => undefined;
      const options = {
        ...cluster,
        flags,
        clock: { ...systemClock, now: () => now },
        random: () => 0.5,
        log: nothing,
        places,
        reports: noReports,
        onLook: nothing,
      };
      return reconcileUsage(options, at(name), signal);
    },
  };
}

async function* noEvents(): AsyncGenerator<never> {}

function answer(objects: Map<string, Json>, { method, path, body }: ApiRequest): ApiAnswer {
  const [whole = ""] = path.split("?");
  const named = whole.replace(/\/status$/, "");
  const current = objects.get(named);
  if (method === "GET" && current === undefined && isCollection(whole)) return success(listed(objects, whole));
  if (current === undefined) return failure(404, "NotFound", named);
  if (method === "GET") return success(current);
  if (method === "DELETE") {
    const { finalizers = [] } = current["metadata"] as { readonly finalizers?: readonly string[] };
    if (finalizers.length === 0) objects.delete(named);
    else objects.set(named, merged(current, { metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" } }));
    return success({});
  }
  const changed = merged(current, body as Json);
  const { deletionTimestamp, finalizers } = changed["metadata"] as { deletionTimestamp?: string; finalizers?: readonly string[] };
  if (deletionTimestamp !== undefined && (finalizers ?? []).length === 0) objects.delete(named);
  else objects.set(named, changed);
  return success(changed);
}

/** `/apis/<group>/<version>/<plural>`, or of core. */
function isCollection(path: string): boolean {
  return /^\/apis\/[^/]+\/[^/]+(\/namespaces\/[^/]+)?\/[^/]+$|^\/api\/v1(\/namespaces\/[^/]+)?\/[^/]+$/.test(path);
}

function listed(objects: ReadonlyMap<string, Json>, path: string): Json {
  const slash = path.lastIndexOf("/");
  const prefix = path.slice(0, slash + 1);
  const items = [...objects].filter(([key]) => key.startsWith(prefix) && key.includes(`${path.slice(slash)}/`));
  return { kind: "List", metadata: { resourceVersion: "1" }, items: items.map(([, object]) => object) };
}

/** RFC 7386. */
function merged(base: Json, patch: Json): Json {
  const entries = Object.entries(patch).flatMap(([key, value]) => {
    if (value === null) return [];
    const old = base[key];
    return [[key, isObject(value) ? merged(isObject(old) ? old : {}, value) : value]];
  });
  const kept = Object.entries(base).filter(([key]) => !(key in patch));
  return Object.fromEntries([...kept, ...entries]) as Json;
}

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

const success = (body: Json): ApiAnswer => ({ status: 200, body, retryAfterSeconds: undefined });

function failure(status: number, reason: string, path: string): ApiAnswer {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const body = { kind: "Status", status: "Failure", reason, message: `${reason}: ${path}`, details: { name } };
  return { status, body, retryAfterSeconds: undefined };
}

/** An object as it is stored. */
export function storedAs(uid: string, name: string, metadata: object = {}, rest: object = {}): Json {
  return { metadata: { name, namespace: "shop", uid, resourceVersion: "1", ...metadata }, ...rest };
}

/** What `spec` says of these; without `by`, a reason is there. */
export const mapOf = { apiVersion: "v1", kind: "ConfigMap", resourceRef: { name: "used" } };
export const secretBy = { apiVersion: "v1", kind: "Secret", resourceRef: { name: "user" } };

/** The Usage `uses` of the ConfigMap `used`, after everything but its end. */
export function usageOfMap(metadata: object = {}, spec: object = { reason: "kept" }): Json {
  const record = JSON.stringify({ usage: "u1", group: "", kind: "ConfigMap", namespace: "shop", name: "used" });
  const whole = {
    finalizers: ["usage.holdfast.dev/in-use"],
    annotations: { "holdfast.dev/marks": record },
    ...metadata,
  };
  return storedAs("u1", "uses", whole, { spec: { of: mapOf, ...spec } });
}

/** The ConfigMap `used`, marked by it. */
export function markedMap(metadata: object = {}): Json {
  const marks = {
    labels: { "holdfast.dev/in-use": "true" },
    annotations: { "usage.holdfast.dev/u1": "usages.protection.holdfast.dev/shop/uses" },
  };
  return storedAs("t1", "used", { ...marks, ...metadata });
}

/** What stands of marks on that ConfigMap: all of its labels and annotations. */
export function marksLeft({ objects }: ScriptedCluster): object {
  const { labels, annotations } = (objects.get(`${mapsPath}/used`)?.["metadata"] ?? {}) as Json;
  return { labels, annotations };
}

export const noMarks = { labels: {}, annotations: {} };

/** Deleted already, but for its finalizers. */
export const going = { deletionTimestamp: "2026-01-01T00:00:00Z" };
