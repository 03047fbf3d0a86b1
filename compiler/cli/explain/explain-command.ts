import { kubeFlag, kubeOf } from "../compile/compile-command.ts";
import type { CommandDefinition } from "../arguments/command-definition.ts";
import type { Permission } from "../../simulator/testing/request-description.ts";
import { type OutputOptions, formatFlag, outputOptions } from "../arguments/format-flag.ts";
import { type FlagDefinition, type FlagDefinitions, type FlagValue, type Flags, listed } from "../arguments/flags.ts";
import { HelpfulError } from "../../api/helpful-error.ts";

export interface ExplainCommand extends OutputOptions<ExplainFormat> {
  readonly kind: "explain";
  /** Its name, or the file that holds it. */
  readonly policy: string;
  readonly policies: readonly string[];
  readonly kube: number;
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

const formats = ["text", "json", "yaml", "markdown"] as const;

export type ExplainFormat = (typeof formats)[number];

const operations = ["delete", "delete-collection", "create", "update"] as const;

const under = "More about the request";

interface About {
  readonly says: string;
  readonly once: string;
  readonly value: Omit<FlagValue, "example">;
}

const aboutRequest = ({ value, ...rest }: About): FlagDefinition => ({ ...rest, under, value: { ...value, example } });

const explainFlags: FlagDefinitions = {
  object: {
    says: "the object of a request, as YAML or JSON; `-` is standard input",
    value: {
      name: "file",
      needs: "a file with one object, or - for standard input",
      example,
      takesDash: true,
      paths: "files",
    },
    once: "a request is about one object",
  },
  policies: {
    says: "where the policies are; may be given again",
    value: {
      name: "path",
      needs: "a policy file or a directory",
      example: "holdfast explain keep --policies rules",
      paths: "files",
      default: "policies",
    },
  },
  format: formatFlag(formats, example),
  kube: kubeFlag("holdfast explain keep --kube 1.34"),
  operation: aboutRequest({
    says: "what it does",
    value: {
      name: "operation",
      needs: listed(operations),
      oneOf: operations,
      default: "update with `--old-object`, otherwise delete",
    },
    once: "a request does one thing",
  }),
  "old-object": aboutRequest({
    says: "the object before an update",
    value: { name: "file", needs: "a file with one object, or - for standard input", takesDash: true, paths: "files" },
    once: "a request is about one object",
  }),
  "namespace-object": aboutRequest({
    says: "the Namespace that the object is in",
    value: { name: "file", needs: "a file with a Namespace, or - for standard input", takesDash: true, paths: "files" },
    once: "an object is in one Namespace",
  }),
  as: aboutRequest({
    says: "who asks",
    value: { name: "user", needs: "a user name" },
    once: "a request comes from one user",
  }),
  groups: {
    under,
    says: "groups of that user; may be given again",
    value: { name: "a,b", needs: "names of groups", example: `${example} --groups ops,admins` },
  },
  "dry-run": { under, says: "nothing is stored" },
  resource: aboutRequest({
    says: "the plural of the object's kind",
    value: { name: "plural", needs: "a plural, such as buckets" },
    once: "an object has one plural",
  }),
  subresource: aboutRequest({
    says: "such as status",
    value: { name: "name", needs: "a subresource, such as status" },
    once: "a request has one",
  }),
  through: aboutRequest({
    says: "the version that the client speaks, such as v1beta1",
    value: { name: "version", needs: "an API version, such as v1beta1" },
    once: "a client speaks one version",
  }),
  "allowed-to": {
    under,
    says: "what the user may do: `verb:resource[:namespace[/name]]`; may be given again",
    value: {
      name: "permission",
      needs: "a verb and a resource",
      example: `${example} --allowed-to delete:persistentvolumes`,
    },
  },
};

export const explain: CommandDefinition<ExplainCommand> = {
  summary: "show the CEL of a policy, and why it decides as it does",
  does: `Shows the rules of a policy (its name, or its file), the CEL of each and what it costs; with an
    object also what the policy says to a request about it, and what each part of the CEL gave.`,
  usage: ["<policy>", "<policy> --object <file>"],
  words: "files",
  flags: explainFlags,
  examples: [
    { line: "holdfast explain keep", does: "the rules, their CEL and its cost" },
    { line: "holdfast explain keep --object settings.yaml --as alice", does: "why does it say that?" },
    {
      line: "kubectl get cm settings -o yaml | holdfast explain keep --object -",
      does: "the same for an object in a cluster",
    },
  ],
  page: "docs/rules/testing.md",
  parse: parseExplain,
};

/** Flags that say something about a request, which needs an object. */
const aboutRequests = Object.keys(explainFlags).filter((name) => explainFlags[name]?.under === under);

function parseExplain(words: readonly string[], flags: Flags): ExplainCommand {
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
    ...outputOptions(flags, formats),
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
  const given = flags.oneOf("operation", operations);
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
