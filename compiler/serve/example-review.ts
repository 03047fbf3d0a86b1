import type { ServedResource } from "../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import type { UntypedObject } from "../simulator/admission/index.ts";
import { matchesLabels } from "../language/matches-labels.ts";
import { groupCovers, resourceCovers } from "../api/coverage.ts";
import type { ResourceRule, ValidatingWebhook } from "../manifest/kubernetes-objects.ts";
import { servedKinds } from "../language/served/served-kinds.ts";
import type { ServedObject } from "./stored-objects.ts";

/** A webhook, and a review that it can be asked. */
export interface ExampleReview {
  readonly path: string;
  /** JSON on one line. */
  readonly review: string;
  /** `ConfigMap shop/settings` */
  readonly about: string;
}

interface Asked {
  readonly webhook: ValidatingWebhook;
  readonly rule: ResourceRule;
  readonly subject: Subject;
}

/** About an object that is there, rather than about one that is made up; undefined where neither can be had. */
export function exampleReview(
  webhooks: readonly ValidatingWebhook[],
  stored: readonly ServedObject[],
): ExampleReview | undefined {
  const shown = stored.filter(isShown);
  const [first] = [...webhooks.flatMap((webhook) => written(webhook, shown)), ...webhooks.flatMap(invented)];
  if (first === undefined) return undefined;
  const { webhook, rule, subject } = first;
  return {
    path: webhook.clientConfig.service.path,
    review: ascii(JSON.stringify(reviewOf(rule, subject))),
    about: textOf(subject),
  };
}

/** A line that people paste. */
const maxCharacters = 4_000;

/** What a Secret holds belongs neither on a terminal nor into the log of a pipeline. */
function isShown({ target: { group, resource }, object, place }: ServedObject): boolean {
  const isSecret = group === "" && resource === "secrets";
  return place !== "" && !isSecret && JSON.stringify(subjectObject(object)).length <= maxCharacters;
}

interface Subject {
  readonly resource: Pick<ServedResource, "group" | "version" | "resource" | "kind">;
  readonly object: UntypedObject;
}

function written(webhook: ValidatingWebhook, stored: readonly ServedObject[]): readonly Asked[] {
  const selected = stored.filter(({ object }) => matchesLabels(labelsOf(object), webhook.objectSelector));
  return webhook.rules.flatMap((rule) => {
    const found = selected.find((one) => isAbout(rule, one));
    return found === undefined ? [] : [{ webhook, rule, subject: subjectOf(found) }];
  });
}

function labelsOf({ metadata }: UntypedObject): Readonly<Record<string, string>> {
  return (metadata["labels"] ?? {}) as Readonly<Record<string, string>>;
}

function isAbout({ apiGroups, resources }: ResourceRule, { target }: ServedObject): boolean {
  return (
    apiGroups.some((group) => groupCovers(group, target.group)) &&
    resources.some((resource) => resourceCovers(resource, target.resource))
  );
}

function subjectOf({ target, object }: ServedObject): Subject {
  const { group, version, resource } = target;
  return { resource: { group, version, resource, kind: object.kind }, object: subjectObject(object) };
}

/** No rule reads who wrote which field, and it is longer than the object. */
function subjectObject({ metadata, ...others }: UntypedObject): UntypedObject {
  const { managedFields: _, ...kept } = metadata;
  return { ...others, metadata: kept };
}

/** Of a kind of Kubernetes that the webhook names; for others somebody has to have an object. */
function invented(webhook: ValidatingWebhook): readonly Asked[] {
  return webhook.rules.flatMap((rule) => {
    const kind = servedKinds.find(({ group, resource }) => rule.apiGroups.includes(group) && rule.resources.includes(resource));
    if (kind === undefined) return [];
    const resource = { group: kind.group, version: "v1", resource: kind.resource, kind: kind.kind };
    const metadata = {
      name: "example",
      ...(kind.isNamespaced && { namespace: "default" }),
      uid: "00000000-0000-4000-8000-000000000001",
      resourceVersion: "1",
      labels: Object.fromEntries((webhook.objectSelector.matchExpressions ?? []).flatMap(labelFor)),
    };
    const apiVersion = kind.group === "" ? "v1" : `${kind.group}/v1`;
    return [{ webhook, rule, subject: { resource, object: { apiVersion, kind: kind.kind, metadata } } }];
  });
}

type LabelRequirement = NonNullable<ValidatingWebhook["objectSelector"]["matchExpressions"]>[number];

/** A webhook is asked only about what carries its label. */
function labelFor(requirement: LabelRequirement): readonly (readonly [string, string])[] {
  const [value] = requirement.operator === "In" ? requirement.values : [];
  return value === undefined ? [] : [[requirement.key, value]];
}

/** As the API server sends it (kubernetes: staging/src/k8s.io/api/admission/v1/types.go). */
function reviewOf({ operations }: ResourceRule, { resource: served, object }: Subject): object {
  const { group, version, resource, kind } = served;
  const { name, namespace } = object.metadata;
  const [first = "DELETE"] = operations;
  const operation = first === "*" || operations.includes("DELETE") ? "DELETE" : first;
  const isNamespace = group === "" && resource === "namespaces";
  const ofKind = { group, version, kind };
  const ofResource = { group, version, resource };
  return {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      uid: "00000000-0000-4000-8000-000000000002",
      kind: ofKind,
      resource: ofResource,
      requestKind: ofKind,
      requestResource: ofResource,
      name,
      // A Namespace is in itself, as far as requests go.
      ...((namespace !== undefined || isNamespace) && { namespace: namespace ?? name }),
      operation,
      userInfo: { username: "alice", groups: ["system:authenticated"] },
      ...(operation !== "DELETE" && { object }),
      ...(operation !== "CREATE" && { oldObject: object }),
      dryRun: false,
      options: operation === "DELETE" ? { apiVersion: "meta.k8s.io/v1", kind: "DeleteOptions" } : null,
    },
  };
}

/** The same JSON without a character that a terminal could take for something else. */
function ascii(json: string): string {
  return json.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function textOf({ object: { kind, metadata } }: Subject): string {
  return `${kind} ${metadata.namespace === undefined ? "" : `${metadata.namespace}/`}${metadata.name}`;
}
