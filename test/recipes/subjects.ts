import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { builtInKinds } from "../../compiler/language/served/built-in-kinds.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { changed, created } from "../control-plane/requests.ts";
import { pages } from "./pages.ts";

interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly [field: string]: unknown };
  readonly status?: unknown;
  readonly [field: string]: unknown;
}

interface CustomKind {
  readonly group: string;
  readonly kind: string;
  readonly resource: string;
  readonly scope: "Namespaced" | "Cluster";
}

type Several<T> = T | readonly T[];

interface Case {
  readonly policy: string;
  readonly delete?: Several<KubernetesObject>;
  readonly deleteCollection?: KubernetesObject;
  readonly namespaceObject?: { readonly labels?: object };
  readonly inCluster?: Several<KubernetesObject>;
  readonly expect: unknown;
}

interface CaseFile {
  readonly kinds?: readonly CustomKind[];
  readonly cases: readonly Case[];
}

const files = pages.map(
  (page) => parse(readFileSync(join(import.meta.dirname, page.replace(/md$/, "test.yaml")), "utf8"), { merge: true }) as CaseFile,
);
const cases = files.flatMap((file) => file.cases);
const customKinds = files.flatMap(({ kinds = [] }) => kinds);

/** What the page of a recipe deletes in vain, and what its cases say can be deleted: the first of each, two objects. */
export interface Subjects {
  readonly denied: KubernetesObject;
  /** A recipe about all objects of a kind has none. */
  readonly allowed: KubernetesObject | undefined;
}

export function subjectsOf(policy: string): Subjects {
  const own = cases.filter((one) => one.policy === policy);
  const denied = objectOf(own[0]);
  if (denied === undefined) throw new Error(`the first case of ${policy} deletes nothing`);
  const allowed = own.filter((one) => one.expect === "allow" && one.delete !== undefined).map(objectOf);
  return { denied, allowed: allowed.find((object) => object !== undefined && placeOf(object) !== placeOf(denied)) };
}

const placeOf = ({ metadata: { namespace = "", name } }: KubernetesObject): string => `${namespace}/${name}`;

const listOf = <T>(several: Several<T> | undefined): readonly T[] => [several ?? []].flat() as readonly T[];

const objectOf = (one: Case | undefined): KubernetesObject | undefined => listOf(one?.delete)[0] ?? one?.deleteCollection;

/** The definitions of all kinds, before the policies: their guards wait for them. */
export async function defineKinds(server: ControlPlane): Promise<void> {
  for (const { group, kind, resource, scope } of customKinds) {
    const version = versionOf(group, kind);
    await applyCustomResourceDefinition(server, { group, kind, plural: resource, scope, versions: [{ name: version }] });
  }
}

function versionOf(group: string, kind: string): string {
  const objects = cases.flatMap((one) => [...listOf(one.delete), ...listOf(one.inCluster)]);
  const found = objects.find((one) => one.kind === kind && one.apiVersion.startsWith(`${group}/`));
  if (found === undefined) throw new Error(`no case has a ${kind} of ${group}`);
  return found.apiVersion.split("/")[1] ?? "";
}

/** Both objects of a recipe and what else its first case finds in the cluster, with their Namespaces. */
export async function storeSubjects(server: ControlPlane, policy: string): Promise<void> {
  const own = cases.filter((one) => one.policy === policy);
  const { denied, allowed } = subjectsOf(policy);
  const [first] = own;
  const others = listOf(first?.inCluster).filter(({ metadata }) => metadata.name !== denied.metadata.name);
  for (const object of [denied, allowed, ...others]) {
    if (object === undefined) continue;
    const { namespaceObject } = own.find((one) => objectOf(one) === object) ?? {};
    await store(server, object, namespaceObject?.labels);
  }
}

async function store(server: ControlPlane, { status, ...object }: KubernetesObject, labels: object = {}): Promise<void> {
  const { namespace, uid: _, creationTimestamp: __, ...metadata } = object.metadata;
  if (namespace !== undefined) await storeNamespace(server, namespace, labels);
  const { path, isCustom } = collectionOf(object);
  // Custom kinds here have no subresource for it.
  await created(server, path, { ...object, metadata, ...(isCustom && status !== undefined && { status }) });
  if (!isCustom && status !== undefined) await changed(server, `${path}/${metadata.name}/status`, { status });
}

async function storeNamespace(server: ControlPlane, name: string, labels: object): Promise<void> {
  const path = "/api/v1/namespaces";
  const { status } = await server.request({ method: "GET", path: `${path}/${name}` });
  if (status === 404) await created(server, path, { metadata: { name, labels } });
}

export const pathOf = (object: KubernetesObject): string => `${collectionOf(object).path}/${object.metadata.name}`;

interface Collection {
  readonly path: string;
  readonly isCustom: boolean;
}

function collectionOf({ apiVersion, kind, metadata }: Pick<KubernetesObject, "apiVersion" | "kind" | "metadata">): Collection {
  const [version = "", group = ""] = apiVersion.split("/").toReversed();
  const isKind = (one: { readonly group: string; readonly kind: string }): boolean => one.group === group && one.kind === kind;
  const custom = customKinds.find(isKind);
  const resource = (custom ?? builtInKinds.find(isKind))?.resource ?? "";
  const root = group === "" ? `/api/${version}` : `/apis/${apiVersion}`;
  const inNamespace = metadata.namespace === undefined ? "" : `/namespaces/${metadata.namespace}`;
  return { path: `${root}${inNamespace}/${resource}`, isCustom: custom !== undefined };
}
