import type { PathName } from "../../../compiler/report/paths.ts";
import type { ApiRequest, ApiResponse } from "../../control-plane/api-client.ts";
import { collectionPath, hold, isCustom } from "../matrix/targets.ts";
import type { Marks } from "../namespace-rules.ts";
import { hasField } from "./attacked-rules.ts";
import { definitionAttacks } from "./definition-attacks.ts";
import { type Circumstance, type Place, type State, type Subject, by, clean, fieldsOf, patched } from "./subject.ts";

/** A protected object: which of its deletes are denied. */
export interface Victim {
  readonly subject: Subject;
  readonly place: Place;
  readonly uid: string;
  readonly state: State;
  readonly denied: readonly Circumstance[];
  /**
   * The same, but its deletion has begun, and a finalizer holds it; undefined where everything of this kind is
   * protected.
   */
  readonly begun: Place | undefined;
  /** Other marks, at random. */
  readonly others: readonly Marks[];
}

/** A request that is a dry run, and what makes its answer a success of the attacker. */
export interface Attack {
  readonly path: PathName;
  readonly title: string;
  readonly request: ApiRequest;
  /** Of an answer that admits it; admitted at all, unless told. */
  readonly isHarm?: (body: ApiResponse["body"]) => boolean | Promise<boolean>;
}

export const dryRun = "?dryRun=All";

export function attacksOn(victim: Victim): readonly Attack[] {
  return [
    ...deletions(victim),
    ...unmarkings(victim),
    ...namespaceAttacks(victim),
    ...otherUpdates(victim),
    ...definitionAttacks(victim),
  ];
}

const objectPath = ({ subject, place }: Victim, subresource = "", version?: string): string => {
  const { target } = subject.rule;
  const collection = collectionPath(version === undefined ? target : { ...target, version }, place.namespace);
  return `${collection}/${place.name}${subresource === "" ? "" : `/${subresource}`}${dryRun}`;
};

const controllers = ["generic-garbage-collector", "namespace-controller", "statefulset-controller"];

function deletions(victim: Victim): readonly Attack[] {
  const { subject, place, denied } = victim;
  const { target, condition } = subject.rule;
  const collection = `${collectionPath(target, place.namespace)}${dryRun}&fieldSelector=metadata.name%3D${place.name}`;
  return denied.flatMap((circumstance): readonly Attack[] => {
    const title = `deleted by ${circumstance.as}, ${circumstance.propagationPolicy ?? "in the background"}`;
    const request = subject.deletion(place, circumstance);
    const { otherVersion } = target;
    return [
      { path: "delete", title, request },
      { path: "force", title, request: { ...request, body: { ...(request.body as object), gracePeriodSeconds: 0 } } },
      { path: "collection", title, request: { ...request, path: collection } },
      ...(otherVersion === undefined
        ? []
        : [
            {
              path: "version",
              title,
              request: subject.deletion(place, circumstance, { ...target, version: otherVersion }),
            } as const,
          ]),
      // A rule that reads who deletes says itself of whom it lets through.
      ...(condition.includes("userInfo")
        ? []
        : controllers.map((name): Attack => {
            const as = `system:serviceaccount:kube-system:${name}`;
            return { path: "impersonation", title: `as ${name}`, request: { ...request, as } };
          })),
      ...(target.kind === "Pod" ? [eviction(victim, circumstance)] : []),
    ];
  });
}

function eviction(victim: Victim, circumstance: Circumstance): Attack {
  const { propagationPolicy } = circumstance;
  const deleteOptions = { dryRun: ["All"], ...(propagationPolicy !== undefined && { propagationPolicy }) };
  const body = { apiVersion: "policy/v1", kind: "Eviction", metadata: victim.place, deleteOptions };
  return {
    path: "eviction",
    title: `by ${circumstance.as}, ${propagationPolicy ?? "in the background"}`,
    request: { method: "POST", path: objectPath(victim, "eviction"), body, ...by(circumstance) },
  };
}

type Nulled = Readonly<Record<string, string | null>>;

interface Change {
  readonly title: string;
  readonly labels: Nulled;
  readonly annotations: Nulled;
  readonly spec?: object | null;
}

/** Everything taken off, each entry taken off or overwritten, and marks at random. */
function changesOf(before: Marks, others: readonly Marks[]): readonly Change[] {
  const maps = ["labels", "annotations"] as const;
  const none = { labels: {}, annotations: {} };
  const nulled = (map: "labels" | "annotations"): Nulled =>
    Object.fromEntries(Object.keys(before[map] ?? {}).map((key) => [key, null]));
  const entries = maps.flatMap((map) => Object.entries(before[map] ?? {}).map(([key, value]) => ({ map, key, value })));
  return [
    { title: "without marks", labels: nulled("labels"), annotations: nulled("annotations") },
    ...entries.flatMap(({ map, key, value }) =>
      [null, "", "true", "false", "a"]
        .filter((other) => other !== value)
        .map((other) => ({ ...none, title: `${map} ${key}: ${other}`, [map]: { [key]: other } })),
    ),
    ...others.map((after) => ({
      title: `marks ${JSON.stringify(after)}`,
      labels: { ...nulled("labels"), ...after.labels },
      annotations: { ...nulled("annotations"), ...after.annotations },
    })),
  ];
}

function unmarkings(victim: Victim): readonly Attack[] {
  const { subject, state, uid, denied } = victim;
  const { target } = subject.rule;
  const fields: readonly Change[] = !hasField(target)
    ? []
    : [{ spec: { locked: false } }, { spec: { locked: null } }, { spec: null }].map(({ spec }) => {
        return { title: `spec ${JSON.stringify(spec)}`, labels: {}, annotations: {}, spec };
      });
  const isHarm = (body: ApiResponse["body"]): Promise<boolean> =>
    subject.isUnmarked(denied, state, { ...state, ...shownIn(body) });
  const send = (path: PathName, subresource: string, version?: string): readonly Attack[] =>
    [...changesOf(state.own, victim.others), ...fields].map(({ title, labels, annotations, spec }) => {
      const body = { metadata: { labels, annotations }, ...(spec !== undefined && { spec }) };
      const place = [version, subresource].filter((part) => part !== undefined && part !== "").join("/");
      return { path, title: `${title} ${place}`, request: patched(objectPath(victim, subresource, version), body), isHarm };
    });
  const released = (subresource: string): Attack => ({
    path: "unmark-subresource",
    title: `released through /${subresource}`,
    request: patched(objectPath(victim, subresource), { metadata: { annotations: { "holdfast.dev/release": uid } } }),
    isHarm: (body) => metadataOf(body).annotations?.["holdfast.dev/release"] === uid,
  });
  return [
    ...send("unmark", ""),
    ...(target.otherVersion === undefined ? [] : send("unmark", "", target.otherVersion)),
    { path: "unmark", title: "replaced (PUT)", request: replaced(victim), isHarm },
    ...subresourcesOf(victim).flatMap((one) => [...send("unmark-subresource", one), released(one)]),
    ...(target.kind === "Pod" ? bindings(victim) : []),
  ];
}

const subresourcesOf = ({ subject: { rule } }: Victim): readonly string[] =>
  rule.target.kind === "Deployment"
    ? ["status", "scale"]
    : rule.target.kind === "Pod"
      ? ["status", "ephemeralcontainers"]
      : rule.target.subresources;

function replaced(victim: Victim): ApiRequest {
  const { target } = victim.subject.rule;
  const apiVersion = target.group === "" ? target.version : `${target.group}/${target.version}`;
  const metadata = { name: victim.place.name, ...(isCustom(target) && { uid: victim.uid }) };
  return {
    method: "PUT",
    path: objectPath(victim),
    body: { apiVersion, kind: target.kind, metadata, ...fieldsOf(target, false) },
  };
}

/** A Binding writes its annotations onto the Pod, and answers with a Status. */
function bindings(victim: Victim): readonly Attack[] {
  const { place, uid } = victim;
  const metadata = { name: place.name, annotations: { "holdfast.dev/release": uid } };
  const body = { apiVersion: "v1", kind: "Binding", metadata, target: { kind: "Node", name: "nowhere" } };
  const all = `/api/v1/namespaces/${place.namespace}/bindings${dryRun}`;
  return [objectPath(victim, "binding"), all].map((path, at) => ({
    path: "unmark-subresource",
    title: `released by a Binding ${at + 1}`,
    request: { method: "POST", path, body },
  }));
}

interface Metadata extends Marks {
  readonly ownerReferences?: readonly object[];
  readonly finalizers?: readonly string[];
}

const metadataOf = (body: ApiResponse["body"]): Metadata => body["metadata"] ?? {};

/**
 * Of what was written. A Scale has no labels and annotations, and changes none of the object (registry/apps/deployment:
 * ScaleREST).
 */
function shownIn(body: ApiResponse["body"]): Partial<State> {
  if (body["kind"] === "Scale") return {};
  const spec = (body["spec"] ?? {}) as { readonly locked?: boolean };
  return { own: clean(metadataOf(body)), isLocked: spec.locked === true };
}

function namespaceAttacks({ subject, place, state, denied, others }: Victim): readonly Attack[] {
  if (!subject.rule.target.isNamespaced) return [];
  const path = `/api/v1/namespaces/${place.namespace}`;
  const isHarm = (body: ApiResponse["body"]): Promise<boolean> => {
    const { labels = {}, annotations } = metadataOf(body);
    // The API server keeps this one there itself.
    const { "kubernetes.io/metadata.name": _, ...rest } = labels;
    return subject.isUnmarked(denied, state, { ...state, ofNamespace: clean({ labels: rest, annotations }) });
  };
  const changes = changesOf(state.ofNamespace, others);
  const finalize = { apiVersion: "v1", kind: "Namespace", metadata: { name: place.namespace } };
  return [
    ...["", "/status"].flatMap((subresource) =>
      changes.map(({ title, labels, annotations }): Attack => {
        const request = patched(`${path}${subresource}${dryRun}`, { metadata: { labels, annotations } });
        return { path: "unmark-namespace", title: `${title} ${subresource}`, request, isHarm };
      }),
    ),
    {
      path: "unmark-namespace",
      title: "without marks /finalize",
      request: { method: "PUT", path: `${path}/finalize${dryRun}`, body: { ...finalize, spec: { finalizers: ["kubernetes"] } } },
      isHarm,
    },
    ...denied.map((one): Attack => ({
      path: "namespace",
      title: `by ${one.as}`,
      request: { method: "DELETE", path: `${path}${dryRun}`, ...by(one) },
    })),
    {
      path: "namespace-finalize",
      title: "its finalizers emptied",
      request: { method: "PUT", path: `${path}/finalize${dryRun}`, body: { ...finalize, spec: { finalizers: [] } } },
    },
  ];
}

const gone = { apiVersion: "v1", kind: "ConfigMap", name: "gone", uid: "0b7c0000-0000-4000-8000-000000000001" };

function otherUpdates(victim: Victim): readonly Attack[] {
  const { subject, begun } = victim;
  const { target } = subject.rule;
  const owned: readonly Attack[] = ["", ...target.subresources].map((subresource) => ({
    path: "owner",
    title: `that does not exist /${subresource}`,
    request: patched(objectPath(victim, subresource), { metadata: { ownerReferences: [gone] } }),
    isHarm: (body) => (metadataOf(body).ownerReferences ?? []).length > 0,
  }));
  const stripped: readonly Attack[] =
    begun === undefined
      ? []
      : ["", ...target.subresources].map((subresource) => ({
          path: "finalizer",
          title: `taken off /${subresource}`,
          request: patched(objectPath({ ...victim, place: begun }, subresource), { metadata: { finalizers: null } }),
          isHarm: (body) => metadataOf(body).finalizers?.includes(hold) !== true,
        }));
  return [...owned, ...stripped, ...emptyings(victim), ...weakenings(victim)];
}

function emptyings(victim: Victim): readonly Attack[] {
  const send = (title: string, body: object, subresource = ""): Attack => ({
    path: "emptied",
    title,
    request: patched(objectPath(victim, subresource), body),
  });
  const nothing = { spec: { replicas: 0 } };
  switch (victim.subject.rule.target.kind) {
    case "ConfigMap":
      return [send("no data", { data: null }), send("an empty map", { data: { a: null } })];
    case "Deployment":
      return [send("no replicas", nothing), send("no replicas through /scale", nothing, "scale")];
    case "PersistentVolume":
      return [send("its storage is deleted with its claim", { spec: { persistentVolumeReclaimPolicy: "Delete" } })];
    default:
      return [];
  }
}

function weakenings(victim: Victim): readonly Attack[] {
  if (victim.subject.rule.target.kind !== "ValidatingWebhookConfiguration") return [];
  const { webhooks } = victim.subject.rule.target.fields as { readonly webhooks: readonly object[] };
  const send = (title: string, more: object): Attack => ({
    path: "weakened",
    title,
    request: patched(objectPath(victim), { webhooks: webhooks.map((webhook) => ({ ...webhook, ...more })) }),
  });
  return [
    { path: "weakened", title: "no webhooks", request: patched(objectPath(victim), { webhooks: [] }) },
    send("ignores failures", { failurePolicy: "Ignore" }),
    send("asks about nothing", { rules: [] }),
    send("narrowed by labels", { objectSelector: { matchLabels: { a: "b" } } }),
    send("narrowed by Namespaces", { namespaceSelector: { matchLabels: { a: "b" } } }),
    send("narrowed by a condition", { matchConditions: [{ name: "never", expression: "false" }] }),
  ];
}
