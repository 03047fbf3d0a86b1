import { isPathSegment } from "../../kubernetes/resource.ts";
import { escapeText } from "../../escape-text.ts";
import { own, isJsonObject } from "../../../compiler/api/json.ts";
import type { Review } from "../review/review.ts";

/** What an Event is about, as `regarding` has it. */
export interface Regarding {
  readonly apiVersion: string;
  readonly kind: string;
  /** Absent for what is in no namespace. */
  readonly namespace?: string;
  readonly name: string;
  readonly uid?: string;
}

const maxNameCharacters = 253;
const namespacePattern = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
const groupPattern = /^[-a-z0-9.]{0,253}$/;
const versionPattern = /^[a-z0-9]{1,63}$/;
const kindPattern = /^[A-Za-z][A-Za-z0-9]{0,62}$/;
const uidPattern = /^[-\w]{1,128}$/;

/**
 * The object of the review; undefined where no object can be called so: whoever reaches the port may send a review. Of
 * Events there are no Events: that would never end.
 */
export function regardingOf({ request }: Review): Regarding | undefined {
  const kind = request.subResource === "eviction" ? pod : request.kind;
  const key = keyOf(request);
  if (!isKind(kind) || kind.kind === "Event" || !isKey(key)) return undefined;
  const apiVersion = kind.group === "" ? kind.version : `${kind.group}/${kind.version}`;
  return { apiVersion, kind: kind.kind, ...key };
}

/** An Eviction is no object that anybody could look at. */
const pod = { group: "", version: "v1", kind: "Pod" };

function keyOf(request: Review["request"]): Omit<Regarding, "apiVersion" | "kind"> {
  const object = request.oldObject ?? request.object;
  const metadata = isJsonObject(object) ? own(object, "metadata") : undefined;
  const namespace = textOf(metadata, "namespace") ?? namespaceOf(request);
  const uid = textOf(metadata, "uid");
  return {
    name: textOf(metadata, "name") ?? request.name ?? "",
    ...(namespace !== undefined && { namespace }),
    ...(uid !== undefined && uidPattern.test(uid) && { uid }),
  };
}

/** The request for a Namespace names it as its namespace, too, and it is in none. */
function namespaceOf({ kind, namespace }: Review["request"]): string | undefined {
  return kind.group === "" && kind.kind === "Namespace" ? undefined : namespace;
}

function textOf(object: unknown, key: string): string | undefined {
  const value = isJsonObject(object) ? own(object, key) : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}

function isKind({ group, version, kind }: Review["request"]["kind"]): boolean {
  return groupPattern.test(group) && versionPattern.test(version) && kindPattern.test(kind);
}

function isKey({ name, namespace }: Pick<Regarding, "name" | "namespace">): boolean {
  const isName = name.length <= maxNameCharacters && isPathSegment(name) && escapeText(name) === name;
  return isName && (namespace === undefined || namespacePattern.test(namespace));
}
