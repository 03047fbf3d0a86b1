import { type UntypedObject, namespaceNamed } from "../simulator/admission/index.ts";
import type { MatchEntry } from "../api/coverage.ts";
import { type DefinedKind, definedKinds } from "./defined-kinds.ts";
import { guessedKinds } from "./guessed-kinds.ts";
import { type ManifestFile, readManifestFiles } from "./manifest-files.ts";
import { type ServedObject, servedObjects } from "./stored-objects.ts";
import { type WrittenObject, writtenObjects } from "./written-objects.ts";
import type { ServedResource } from "../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import { type GroupVersionResource, resourceName } from "../api/resource.ts";
import { servedKinds } from "../language/served/served-kinds.ts";

/** A cluster as manifests describe it. */
export interface ClusterObjects {
  readonly resources: readonly ServedResource[];
  readonly stored: readonly ServedObject[];
  /** `databases.example.org`: of a kind that nothing defines. */
  readonly guessed: readonly string[];
  /** Grows with every change. */
  readonly version: number;
}

export interface ClusterOptions {
  /** Files and directories; none: a cluster that holds nothing. */
  readonly paths: readonly string[];
  readonly workingDirectory: string;
  /** What the path `-` stands for. */
  readonly input?: string | undefined;
  /** Kinds that are installed with the webhook. */
  readonly defined: readonly DefinedKind[];
  /** What rules ask about. */
  readonly asked: readonly GroupVersionResource[];
  /** What policies and features are about. */
  readonly matched: readonly MatchEntry[];
  /** What nothing defines is an error, unless plurals may be guessed. */
  readonly guessesKinds?: boolean;
}

/** Reads the files at each call, and thinks about them only where something has changed. Throws a `ManifestProblem`. */
export function clusterReader(options: ClusterOptions): () => ClusterObjects {
  let known: { readonly files: readonly ManifestFile[]; readonly cluster: ClusterObjects } | undefined;
  let version = 0;
  const read = new Map<string, { readonly text: string; readonly objects: readonly WrittenObject[] }>();
  const objectsOf = (file: ManifestFile): readonly WrittenObject[] => {
    const before = read.get(file.shown);
    if (before?.text === file.text) return before.objects;
    const objects = writtenObjects(file);
    read.set(file.shown, { text: file.text, objects });
    return objects;
  };
  return () => {
    const files = readManifestFiles(options.paths, options.workingDirectory, options.input);
    if (known !== undefined && isSame(known.files, files)) return known.cluster;
    version += 1;
    known = { files, cluster: { ...clusterOf(files.flatMap(objectsOf), options), version } };
    return known.cluster;
  };
}

function isSame(before: readonly ManifestFile[], now: readonly ManifestFile[]): boolean {
  return before.length === now.length && before.every(({ shown, text }, at) => shown === now[at]?.shown && text === now[at].text);
}

function clusterOf(written: readonly WrittenObject[], options: ClusterOptions): Omit<ClusterObjects, "version"> {
  const known = [...options.defined, ...definedKinds(written)];
  const named = [...options.asked, ...options.matched];
  const guessed = options.guessesKinds === true ? guessedKinds(written, { defined: known, named }) : [];
  const defined = [...known, ...guessed];
  const stored = servedObjects(written, { defined, named });
  const all = [...stored, ...impliedNamespaces(stored)];
  const resources = resourcesOfSources({ defined, asked: options.asked, stored });
  return { stored: all, resources, guessed: guessed.map(resourceName) };
}

const alwaysThere = ["default", "kube-node-lease", "kube-public", "kube-system"];

/** Where an object is, its Namespace is, too, written or not. */
function impliedNamespaces(stored: readonly ServedObject[]): readonly ServedObject[] {
  const isNamespace = ({ target }: ServedObject): boolean => target.group === "" && target.resource === "namespaces";
  const written = new Set(stored.filter(isNamespace).map(({ object }) => object.metadata.name));
  const named = stored.flatMap(({ object }) => object.metadata.namespace ?? []);
  const missing = [...new Set([...alwaysThere, ...named])].filter((name) => !written.has(name));
  return missing.map((name, at) => ({ target: namespaces, object: impliedNamespace(name, at), place: "" }));
}

const namespaces: ServedObject["target"] = {
  group: "",
  version: "v1",
  resource: "namespaces",
  subresource: undefined,
  isNamespaced: false,
};

function impliedNamespace(name: string, at: number): UntypedObject {
  const uid = `00000000-0000-4000-9000-${String(at).padStart(12, "0")}`;
  return namespaceNamed(name, { name, uid, resourceVersion: "1", labels: { "kubernetes.io/metadata.name": name } });
}

/** What the kinds of a cluster come from. */
interface Sources {
  readonly defined: readonly DefinedKind[];
  /** What rules ask about: without a definition they are believed. */
  readonly asked: readonly GroupVersionResource[];
  readonly stored: readonly ServedObject[];
}

interface Known {
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  readonly versions: readonly string[];
}

/** Everything that is served, one entry for each version; a definition says all about its kind. */
function resourcesOfSources(sources: Sources): readonly ServedResource[] {
  const known = new Map<string, Known>();
  const add = (one: Known): void => void known.set(nameOf(one), one);
  const find = (one: { readonly group: string; readonly resource: string }): Known | undefined => known.get(nameOf(one));
  for (const kind of servedKinds) add({ ...kind, versions: versionsOfBuiltIn(kind) });
  for (const { group, version, resource } of sources.asked)
    add(withVersion(find({ group, resource }) ?? unknown({ group, resource }), version));
  for (const { target, object } of sources.stored) {
    const { group, version, resource } = target;
    const before = find({ group, resource }) ?? unknown({ group, resource });
    const isNamespaced = target.isNamespaced ?? (before.isNamespaced || object.metadata.namespace !== undefined);
    add({ ...withVersion(before, version), kind: object.kind, isNamespaced });
  }
  for (const kind of sources.defined) add(kind);
  return [...known.values()].flatMap((one) => one.versions.map((version) => served(one, version)));
}

const nameOf = ({ group, resource }: { readonly group: string; readonly resource: string }): string => `${group}/${resource}`;

function unknown({ group, resource }: { readonly group: string; readonly resource: string }): Known {
  return { group, resource, kind: resource, isNamespaced: false, versions: [] };
}

function withVersion(known: Known, version: string): Known {
  return known.versions.includes(version) ? known : { ...known, versions: [...known.versions, version] };
}

/** Of the stable APIs of Kubernetes one has a second version. */
function versionsOfBuiltIn({ group }: { readonly group: string }): readonly string[] {
  return group === "autoscaling" ? ["v2", "v1"] : ["v1"];
}

function served({ group, resource, kind, isNamespaced }: Known, version: string): ServedResource {
  const verbs = ["delete", "deletecollection", "get", "list"];
  return { group, version, resource, kind, isNamespaced, verbs, subresources: [] };
}
