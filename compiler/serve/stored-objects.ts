import { createHash } from "node:crypto";
import type { UntypedObject } from "../simulator/admission/index.ts";
import { neverStored } from "../api/stored-version.ts";
import type { MatchEntry } from "../api/coverage.ts";
import { type RequestTarget, resourceOf } from "../simulator/testing/resource-of.ts";
import { RequestProblem } from "../simulator/testing/request-description.ts";
import { storedObjects as asStored } from "../simulator/testing/stored-object.ts";
import type { DefinedKind } from "./defined-kinds.ts";
import { ManifestProblem, type WrittenObject } from "./written-objects.ts";

/** An object as an API server would store it, under the resource where it is found. */
export interface ServedObject {
  readonly target: RequestTarget;
  readonly object: UntypedObject;
  readonly place: string;
}

export interface Kinds {
  readonly defined: readonly DefinedKind[];
  /** What rules are about and ask about: where nothing else knows a plural, they do. */
  readonly named: readonly MatchEntry[];
}

/** All of them, each once. */
export function servedObjects(written: readonly WrittenObject[], kinds: Kinds): readonly ServedObject[] {
  const stored = written.map((one) => store(one, kinds));
  const byKey = Map.groupBy(stored, keyOf);
  for (const [first, second] of byKey.values()) {
    if (first === undefined || second === undefined) continue;
    throw new ManifestProblem(
      second.place,
      `${second.object.kind} ${second.object.metadata.name} is written in ${first.place}, too`,
      "an API server has one of them: remove the other",
    );
  }
  return stored;
}

function store({ object, place }: WrittenObject, { defined, named }: Kinds): ServedObject {
  const description = { operation: "delete", object } as const;
  try {
    const target = resourceOf(description, { kinds: defined, match: named });
    requireServed(target, place, defined);
    return { target, object: withIdentity(asStored(description, target).object, target), place };
  } catch (error) {
    if (!(error instanceof RequestProblem)) throw error;
    throw new ManifestProblem(place, error.problem, adapted(error.help));
  }
}

function requireServed({ group, version, resource }: RequestTarget, place: string, defined: readonly DefinedKind[]): void {
  const kind = defined.find((one) => one.group === group && one.resource === resource);
  if (kind === undefined || kind.versions.includes(version)) return;
  throw new ManifestProblem(
    place,
    `${resource}.${group} is not served as ${version}`,
    `its CustomResourceDefinition serves ${kind.versions.join(", ")}`,
  );
}

/** What a manifest may leave out, and every stored object has. The same file gives the same UID at every start. */
function withIdentity(object: UntypedObject, target: RequestTarget): UntypedObject {
  const { uid, resourceVersion } = object.metadata;
  const isWritten = typeof uid === "string" && uid !== "" && uid !== placeholder;
  const version = typeof resourceVersion === "string" && resourceVersion !== "" ? resourceVersion : neverStored;
  const metadata = { ...object.metadata, uid: isWritten ? uid : uidOf(object, target), resourceVersion: version };
  return { ...object, metadata };
}

/** What the tests of policies put where a request says nothing. */
const placeholder = "00000000-0000-4000-8000-000000000000";

function uidOf({ metadata }: UntypedObject, { group, resource }: RequestTarget): string {
  const text = JSON.stringify([group, resource, metadata.namespace, metadata.name]);
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function keyOf({ target: { group, resource }, object: { metadata } }: ServedObject): string {
  return JSON.stringify([group, resource, metadata.namespace, metadata.name]);
}

/** An override of a test is not one of this command. */
function adapted(help: string): string {
  return help.startsWith("give the resource")
    ? "put its CustomResourceDefinition beside it: kubectl get crd <plural>.<group> -o yaml"
    : help;
}
