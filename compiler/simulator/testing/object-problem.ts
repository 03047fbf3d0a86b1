import { isJsonObject, type JsonObject } from "../../api/json.ts";
import { type TestedObject, RequestProblem } from "./request-description.ts";

/** What is wrong with an object, and where in it. */
export interface ObjectProblem {
  readonly path: readonly string[];
  readonly problem: string;
  readonly help: string;
}

/**
 * Why the API server would store no such object, whatever its kind. It types these fields itself, so that rules may
 * rely on them: a label that is a number or a boolean never gets to a policy.
 */
export function objectProblem(value: unknown): ObjectProblem | undefined {
  if (!isJsonObject(value))
    return { path: [], problem: "this is no Kubernetes object", help: "write apiVersion, kind and metadata" };
  const { apiVersion, kind, metadata = {} } = value;
  if (typeof apiVersion !== "string")
    return { path: ["apiVersion"], problem: "the object has no apiVersion", help: "write `v1`, `apps/v1`, ..." };
  if (!isApiVersion(apiVersion))
    return {
      path: ["apiVersion"],
      problem: `${JSON.stringify(apiVersion)} is no apiVersion`,
      help: "write group and version, as in `apps/v1`, or `v1` for the core group",
    };
  if (typeof kind !== "string" || kind === "")
    return { path: ["kind"], problem: "the object has no kind", help: "write `ConfigMap`, `Deployment`, ..." };
  if (!isJsonObject(metadata))
    return { path: ["metadata"], problem: "metadata is no map", help: "write metadata: { name: ... }" };
  return metadataProblem(metadata);
}

const label = "[a-z0-9](?:[-a-z0-9]*[a-z0-9])?";

/**
 * A group is a DNS subdomain, and a version of a custom kind any DNS label that begins with a letter:
 * `foo/bar`. The core group has `v1`.
 */
const apiVersionPattern = new RegExp(`^(?:v[0-9][a-z0-9]*|${label}(?:[.]${label})*/[a-z](?:[-a-z0-9]*[a-z0-9])?)$`);

const isApiVersion = (text: string): boolean => apiVersionPattern.test(text);

export function isTestedObject(value: unknown): value is TestedObject {
  return objectProblem(value) === undefined;
}

/** Throws a `RequestProblem` where `objectProblem` finds something. */
export function requireObject(value: unknown): void {
  const found = objectProblem(value);
  if (found === undefined) return;
  const place = found.path.length === 0 ? "" : ` (at ${found.path.join(".")})`;
  throw new RequestProblem(`${found.problem}${place}`, found.help);
}

/** The same for `metadata` alone, as that of a Namespace. */
export function metadataProblem(metadata: JsonObject, at: readonly string[] = ["metadata"]): ObjectProblem | undefined {
  const texts = ["name", "generateName", "namespace", "uid", "creationTimestamp", "deletionTimestamp", "resourceVersion"];
  const wrong = texts.find((name) => metadata[name] !== undefined && typeof metadata[name] !== "string");
  if (wrong !== undefined) return notText([...at, wrong]);
  for (const name of ["labels", "annotations"]) {
    const problem = marksProblem(metadata[name], [...at, name]);
    if (problem !== undefined) return problem;
  }
  const { finalizers = [], ownerReferences = [] } = metadata;
  if (!isListOf(finalizers, (item) => typeof item === "string"))
    return { path: [...at, "finalizers"], problem: "finalizers is no list of texts", help: "write finalizers: [example.com/x]" };
  return isListOf(ownerReferences, isOwner)
    ? undefined
    : {
        path: [...at, "ownerReferences"],
        problem: "ownerReferences is no list of owners",
        help: "each has apiVersion, kind, name and uid",
      };
}

function marksProblem(marks: unknown, path: readonly string[]): ObjectProblem | undefined {
  if (marks === undefined) return undefined;
  if (!isJsonObject(marks)) return { path, problem: `${path.join(".")} is no map`, help: "write key: value" };
  const wrong = Object.entries(marks).find(([, value]) => typeof value !== "string");
  return wrong === undefined ? undefined : notText([...path, wrong[0]]);
}

function notText(path: readonly string[]): ObjectProblem {
  const name = path.at(-1) ?? "";
  return { path, problem: `the value of ${name} is no text`, help: "the API server would reject it; write it in quotes" };
}

function isOwner(value: unknown): boolean {
  return isJsonObject(value) && ["apiVersion", "kind", "name", "uid"].every((name) => typeof value[name] === "string");
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}
