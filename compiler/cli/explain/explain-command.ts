import { kubeOf } from "../compile/compile-command.ts";
import type { Permission } from "../../simulator/testing/request-description.ts";
import type { FlagDefinitions, Flags } from "../arguments/flags.ts";
import { HelpfulError } from "../../api/helpful-error.ts";

export interface ExplainCommand {
  readonly kind: "explain";
  /** Its name, or the file that holds it. */
  readonly policy: string;
  readonly policies: readonly string[];
  readonly kube: number;
  readonly format: "text" | "json";
  readonly request: ExplainedRequest | undefined;
}

/** A request as flags describe it; objects are files, `-` is standard input. */
export interface ExplainedRequest {
  readonly operation: "delete" | "deleteCollection" | "create" | "update";
  readonly object: string;
  readonly oldObject: string | undefined;
  readonly namespaceObject: string | undefined;
  readonly as: string | undefined;
  readonly groups: readonly string[];
  readonly dryRun: boolean;
  readonly resource: string | undefined;
  readonly subresource: string | undefined;
  readonly through: string | undefined;
  /** What `authorizer` is told. */
  readonly permissions: readonly Permission[];
}

const example = "holdfast explain keep-labelled --object settings.yaml --as alice";

const once = (why: string, needs: string): FlagDefinitions[string] => ({ value: { needs, example }, once: why });

const objectFlag: FlagDefinitions[string] = {
  value: { needs: "a file with one object, or - for standard input", example, takesDash: true },
  once: "a request is about one object",
};

export const explainFlags: FlagDefinitions = {
  policies: { value: { needs: "a policy file or a directory", example: "holdfast explain keep --policies rules" } },
  kube: once("name the oldest version among your clusters", "a Kubernetes version"),
  format: once("write text or json", "text or json"),
  object: objectFlag,
  "old-object": once("a request is about one object", "a file with one object"),
  "namespace-object": once("an object is in one Namespace", "a file with a Namespace"),
  operation: once("a request does one thing", "delete, delete-collection, create or update"),
  as: once("a request comes from one user", "a user name"),
  groups: { value: { needs: "names of groups", example: `${example} --groups ops,admins` } },
  "dry-run": {},
  resource: once("an object has one plural", "a plural, such as buckets"),
  subresource: once("a request has one", "a subresource, such as status"),
  through: once("a client speaks one version", "an API version, such as v1beta1"),
  "allowed-to": { value: { needs: "a verb and a resource", example: `${example} --allowed-to delete:persistentvolumes` } },
};

/** Flags that say something about a request, which needs an object. */
const aboutRequests = [
  "old-object",
  "namespace-object",
  "operation",
  "as",
  "groups",
  "dry-run",
  "resource",
  "subresource",
  "through",
  "allowed-to",
];

export function parseExplain(words: readonly string[], flags: Flags): ExplainCommand {
  const [policy, ...others] = words;
  if (policy === undefined || policy === "" || others.length > 0) {
    const given = policy === undefined || policy === "" ? "no policy is named" : `\`${others[0] ?? ""}\` is one word too many`;
    throw new HelpfulError(given, "name one policy: `holdfast explain keep-labelled`");
  }
  const policies = flags.values("policies");
  return {
    kind: "explain",
    policy,
    policies: policies.length === 0 ? flags.defaults.policies : policies,
    kube: kubeOf(flags),
    format: flags.oneOf("format", ["text", "json"] as const) ?? "text",
    request: parseRequest(flags),
  };
}

function parseRequest(flags: Flags): ExplainedRequest | undefined {
  const object = flags.value("object");
  const stray = aboutRequests.find((name) => flags.has(name));
  if (object === undefined && stray !== undefined)
    throw new HelpfulError(`\`--${stray}\` is about a request, and there is no object`, `for example: ${example}`);
  if (object === undefined) return undefined;
  const oldObject = flags.value("old-object");
  const given = flags.oneOf("operation", ["delete", "delete-collection", "create", "update"] as const);
  const operation = given ?? (oldObject === undefined ? "delete" : "update");
  if ((operation === "update") !== (oldObject !== undefined))
    throw new HelpfulError("an update takes --old-object and --object, and nothing else does", "write both, or no --old-object");
  return {
    operation: operation === "delete-collection" ? "deleteCollection" : operation,
    object,
    oldObject,
    namespaceObject: flags.value("namespace-object"),
    as: flags.value("as"),
    groups: flags.values("groups").flatMap((groups) => groups.split(",")),
    dryRun: flags.has("dry-run"),
    resource: flags.value("resource"),
    subresource: flags.value("subresource"),
    through: flags.value("through"),
    permissions: flags.values("allowed-to").map(readPermission),
  };
}

/** `delete:persistentvolumes`, `override:deployments.apps:shop`, `override:deployments.apps:shop/web` */
function readPermission(text: string): Permission {
  const [verb = "", resource = "", place, ...others] = text.split(":");
  const [namespace = "", name, ...more] = place?.split("/") ?? [];
  if (verb === "" || resource === "" || place === "" || name === "" || others.length + more.length > 0)
    throw new HelpfulError(
      `\`--allowed-to ${text}\` is no permission`,
      "write a verb, a resource and perhaps where: --allowed-to delete:persistentvolumes, --allowed-to delete:deployments.apps:shop/web",
    );
  return { verb, resource, ...(namespace !== "" && { namespace }), ...(name !== undefined && { name }) };
}
