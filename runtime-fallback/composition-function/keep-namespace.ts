import { type JsonObject, clone, create, fromBinary, toBinary, toJson, type JsonValue } from "@bufbuild/protobuf";
import { type Duration, DurationSchema, StructSchema } from "@bufbuild/protobuf/wkt";
import { HelpfulError, errorMessage } from "../../compiler/api/helpful-error.ts";
import { type ComposedNamespace, composedNamespace, fieldOf, composedName } from "./composed-namespace.ts";
import { type FunctionInput, readInput } from "./input.ts";
import {
  ResourceSchema,
  type Result,
  ResultSchema,
  type RunFunctionRequest,
  type RunFunctionResponse,
  RunFunctionResponseSchema,
  Severity,
  type State,
  StateSchema,
} from "./protocol/run_function_pb.js";
import { isJsonObject } from "../../compiler/api/json.ts";

/** As long as Crossplane's own SDK says; the answer depends on the request alone. */
const ttl: Duration = create(DurationSchema, { seconds: 60n });

/**
 * Has every Namespace that was composed stay desired, as long as its composite lives (AppCat ADR 0019, decision 3).
 * What Crossplane no longer finds in the desired state it deletes, and a Namespace goes with everything in it.
 *
 * Never takes anything away: what the functions before this one want, and the context, go on
 * as the bytes that they came as.
 */
export function keepNamespace(request: RunFunctionRequest): RunFunctionResponse {
  const { meta, desired, context } = request;
  const response = create(RunFunctionResponseSchema, {
    meta: { tag: meta?.tag ?? "", ttl },
    ...(desired !== undefined && { desired }),
    ...(context !== undefined && { context }),
  });
  const { added, results } = decide(request);
  if (added.length > 0) response.desired = withResources(desired ?? create(StateSchema), added);
  response.results = [...results];
  return response;
}

type Named = readonly [name: string, resource: Uint8Array];

interface Decision {
  readonly added: readonly Named[];
  readonly results: readonly Result[];
}

function decide(request: RunFunctionRequest): Decision {
  try {
    const input = readInput(request.input === undefined ? undefined : structOf(request.input, "input"));
    if (isBeingDeleted(request.observed)) return { added: [], results: [] };
    return keepMissing(request, input);
  } catch (error) {
    if (!(error instanceof HelpfulError)) throw error;
    return { added: [], results: [result(Severity.FATAL, `${error.message}: ${error.help}`)] };
  }
}

/** Crossplane runs no functions then; whoever does means the Namespace to go with its composite. */
function isBeingDeleted(observed: State | undefined): boolean {
  if (observed?.composite === undefined) return false;
  const composite = resourceOf(observed.composite, "the composite");
  return typeof fieldOf(fieldOf(composite, "metadata"), "deletionTimestamp") === "string";
}

function keepMissing({ observed, desired }: RunFunctionRequest, { onMissing, allowRemoval }: FunctionInput): Decision {
  const wanted = new Set(Object.keys(desired?.resources ?? {}));
  const missing = Object.keys(observed?.resources ?? {})
    .filter((name) => !wanted.has(name) && !allowRemoval.includes(name))
    .toSorted();
  const added: Named[] = [];
  const results: Result[] = [];
  for (const name of missing) {
    const resource = resourceOf(observed?.resources[name] ?? new Uint8Array(), `the observed resource ${shown(name)}`);
    const found = composedNamespace(resource);
    if (found === undefined) continue;
    const renamed = renamedTo(resource, desired);
    const isFatal = onMissing === "Fail" || renamed !== undefined;
    if (!isFatal) added.push([name, toBinary(ResourceSchema, create(ResourceSchema, { resource: desiredAgain(resource) }))]);
    results.push(result(isFatal ? Severity.FATAL : Severity.WARNING, messageOf({ name, found, renamed, isFatal })));
  }
  return { added, results };
}

/**
 * Another name that wants the very same object: Crossplane would write it under the new name,
 * and delete it under the old one.
 */
function renamedTo(resource: JsonObject, desired: State | undefined): string | undefined {
  const own = identityOf(resource);
  const others = Object.entries(desired?.resources ?? {});
  return others.find(([name, bytes]) => identityOf(resourceOf(bytes, `the desired resource ${shown(name)}`)) === own)?.[0];
}

/** A desired resource without a name is given one by Crossplane, and is nobody else's. */
function identityOf(resource: JsonObject): string | undefined {
  const name = composedName(resource);
  const namespace = fieldOf(fieldOf(resource, "metadata"), "namespace") ?? null;
  return name === undefined ? undefined : JSON.stringify([resource["apiVersion"], resource["kind"], namespace, name]);
}

interface Missing {
  readonly name: string;
  readonly found: ComposedNamespace;
  readonly renamed: string | undefined;
  readonly isFatal: boolean;
}

function messageOf({ name, found: { kind, namespace }, renamed, isFatal }: Missing): string {
  const what = `composed resource ${shown(name)} (${kind === "Object" ? "Object with " : ""}Namespace ${shown(namespace ?? "without a name")})`;
  const allow = `to remove it, add ${shown(name)} to allowRemoval in the input of this step`;
  if (renamed !== undefined)
    return `${what} is now named ${shown(renamed)}, and Crossplane would delete it under its old name: keep the name ${shown(name)}, or ${allow}`;
  if (isFatal) return `${what} is no longer desired, and Crossplane would delete it: restore it in the composition, or ${allow}`;
  return `${what} is no longer desired by the functions before this step; it was kept: restore it in the composition, or ${allow}`;
}

function result(severity: Severity, message: string): Result {
  return create(ResultSchema, { severity, message, reason: "NamespaceNotDesired" });
}

/** With what a newer Crossplane has put into the message. */
function withResources(desired: State, added: readonly Named[]): State {
  const state = clone(StateSchema, desired);
  for (const [name, resource] of added) state.resources[name] = resource;
  return state;
}

function resourceOf(bytes: Uint8Array, what: string): JsonObject {
  return readable(what, () => fromBinary(ResourceSchema, bytes).resource ?? {});
}

function structOf(bytes: Uint8Array, what: string): JsonObject {
  return readable(what, () => toJson(StructSchema, fromBinary(StructSchema, bytes)));
}

function readable<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const reason = errorMessage(error);
    throw new HelpfulError(`${what} cannot be read: ${reason}`, "look at what Crossplane and the steps before this one send");
  }
}

/** As people write it; whatever else it holds is quoted and cut. */
const shown = (name: string): string => (/^[\w.-]{1,100}$/.test(name) ? name : JSON.stringify(name.slice(0, 100)));

/**
 * Of an observed resource, what a composition wants of it: what it is, its labels and annotations, and its spec. What
 * Crossplane, the API server or a provider writes stays out, since whoever wants a field also owns it from then on: the
 * name (Crossplane keeps the one that there is), status, finalizers, owners, and annotations of Crossplane itself, but
 * for the external name, by which a provider finds what it has made.
 */
function desiredAgain(observed: JsonObject): JsonObject {
  const metadata = fieldOf(observed, "metadata");
  const namespace = fieldOf(metadata, "namespace");
  const labels = kept(fieldOf(metadata, "labels"), (key) => !isOfCrossplane(key));
  const annotations = kept(fieldOf(metadata, "annotations"), (key) => key === externalName || !isWrittenByOthers(key));
  // A Namespace's spec is its finalizers, which are the namespace controller's.
  const spec = observed["kind"] === "Namespace" ? undefined : observed["spec"];
  return sorted({
    apiVersion: observed["apiVersion"] ?? "",
    kind: observed["kind"] ?? "",
    metadata: {
      ...(namespace !== undefined && { namespace }),
      ...(Object.keys(labels).length > 0 && { labels }),
      ...(Object.keys(annotations).length > 0 && { annotations }),
    },
    ...(spec !== undefined && { spec }),
  });
}

const externalName = "crossplane.io/external-name";

const isOfCrossplane = (key: string): boolean => (key.split("/")[0] ?? "").endsWith("crossplane.io");

const isWrittenByOthers = (key: string): boolean =>
  isOfCrossplane(key) || key === "kubectl.kubernetes.io/last-applied-configuration";

function kept(value: JsonValue | undefined, isKept: (key: string) => boolean): JsonObject {
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => isKept(key))) : {};
}

/** Maps have no order on the wire: the same resource is the same bytes, however it came. */
function sorted(fields: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [key, sortedValue(value)]),
  );
}

function sortedValue(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortedValue);
  return isJsonObject(value) ? sorted(value) : value;
}
