import { fieldsOf, type JsonObject, objectsOf, textAt, textsOf, valueAt } from "../../../api/json.ts";
import { resourceName } from "../../../api/resource.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import type { VerifyFinding } from "../finding.ts";
import type { WantedPolicy } from "../wanted-policy.ts";
import { type FieldRead, fieldsRead } from "./fields-read.ts";
import { schemaField } from "./schema-field.ts";

/** More of them say the same: the definition is another one. */
const shownFields = 5;

/** A version of a definition that requests for the policy's kinds come in. */
interface MatchedVersion {
  /** `widgets.example.com v1` */
  readonly name: string;
  readonly schema: unknown;
}

interface MatchedDefinitions {
  readonly versions: readonly MatchedVersion[];
  /** Whether these are all kinds that the policy matches. */
  readonly isWhole: boolean;
  /** Why definitions could not be read. */
  readonly unread: readonly string[];
}

/**
 * Where the definitions in the cluster do not have the fields that the rules of a policy read, or have them of another
 * type. Only kinds that the policy names and that a CustomResourceDefinition defines are looked at.
 */
export async function changedFields(
  { name: policy, policy: document }: WantedPolicy,
  endpoint: Endpoint,
): Promise<readonly VerifyFinding[]> {
  const read = fieldsRead(document, endpoint.minor).filter(({ path }) => !isOfEveryObject(path));
  if (read.length === 0) return [];
  const matched = await matchedDefinitions(document, endpoint);
  const changes = outermost(read.flatMap((field) => changeOf(field, matched)));
  const shown = changes.slice(0, shownFields).map(({ state, why }) => ({ policy, state, why }));
  const more = changes.length - shown.length;
  const rest = more > 0 ? [{ policy, state: "warning" as const, why: `${more} more fields are missing or of another type` }] : [];
  return [...shown, ...rest, ...unreadOf(policy, matched)];
}

const isOfEveryObject = ([first = "metadata"]: readonly string[]): boolean => ["metadata", "apiVersion", "kind"].includes(first);

interface Change extends Pick<VerifyFinding, "state" | "why"> {
  readonly path: string;
}

/** Where `spec.parameters` is missing, everything in it is, too. */
function outermost(changes: readonly Change[]): readonly Change[] {
  return changes.filter(({ path }) => !changes.some((other) => path.startsWith(`${other.path}.`)));
}

/** Nothing, unless some version that is matched differs. Certain only where every kind of the policy does. */
function changeOf({ path, rules, types }: FieldRead, { versions, isWhole }: MatchedDefinitions): readonly Change[] {
  const differing = versions
    .map(({ name, schema }) => ({ name, found: schemaField(schema, path) }))
    .filter(({ found }) => found === "missing" || (found !== "unknown" && types.size > 0 && !types.has(found)));
  if (differing.length === 0) return [];
  const field = path.join(".").replaceAll(".[]", "[]");
  const what = differing.map(
    ({ name, found }) => `${name} ${found === "missing" ? "does not have" : `has as ${articled(found)}`}`,
  );
  const isCertain = isWhole && differing.length === versions.length;
  const help = isCertain
    ? "; run `holdfast types --cluster` again, and compile: it shows where"
    : "; other kinds or versions of the policy have it";
  const as =
    types.size > 0 && differing.some(({ found }) => found !== "missing") ? ` as ${articled([...types].join(" or "))}` : "";
  return [
    {
      path: field,
      state: isCertain ? "fields changed" : "warning",
      why: `${[...rules].join(", ")} read${rules.size === 1 ? "s" : ""} ${field}${as}, which ${what.join(", and ")}${help}`,
    },
  ];
}

function articled(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function unreadOf(policy: string, { unread }: MatchedDefinitions): readonly VerifyFinding[] {
  if (unread.length === 0) return [];
  return [{ policy, state: "warning", why: `the fields that its rules read were not compared: ${unread.join("; ")}` }];
}

async function matchedDefinitions({ spec }: JsonObject, endpoint: Endpoint): Promise<MatchedDefinitions> {
  const versions: MatchedVersion[] = [];
  const unread = new Set<string>();
  let isWhole = true;
  for (const { group, resource, apiVersions } of namedKinds(fieldsOf(spec))) {
    const found =
      group.includes(".") && resource !== "*" ? await readDefinition(resourceName({ group, resource }), endpoint) : undefined;
    if (typeof found === "object") versions.push(...servedVersions(found, apiVersions));
    else isWhole = false;
    if (typeof found === "string") unread.add(found);
  }
  return { versions, isWhole, unread: [...unread] };
}

interface NamedKind {
  readonly group: string;
  readonly resource: string;
  readonly apiVersions: readonly string[];
}

function namedKinds(spec: JsonObject): readonly NamedKind[] {
  const kinds = new Map<string, NamedKind>();
  for (const rule of objectsOf(fieldsOf(spec["matchConstraints"])["resourceRules"])) {
    for (const group of textsOf(rule["apiGroups"]))
      for (const text of textsOf(rule["resources"])) {
        const resource = text.split("/", 1)[0] ?? "";
        const key = `${resource}.${group}`;
        const apiVersions = [...(kinds.get(key)?.apiVersions ?? []), ...textsOf(rule["apiVersions"])];
        kinds.set(key, { group, resource, apiVersions });
      }
  }
  return [...kinds.values()];
}

/** Undefined where no CustomResourceDefinition defines it; a text where it cannot be read: why. */
async function readDefinition(name: string, { client }: Endpoint): Promise<JsonObject | string | undefined> {
  const { status, body } = await client.get(
    `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${encodeURIComponent(name)}`,
  );
  if (status === 404) return undefined;
  return status === 200
    ? body
    : `the CustomResourceDefinition ${name} answered ${status} (${textAt(body, "message") ?? "no reason given"})`;
}

/** Definitions from before apiextensions.k8s.io/v1 may keep whatever is stored. */
function servedVersions(definition: JsonObject, apiVersions: readonly string[]): readonly MatchedVersion[] {
  if (valueAt(definition, "spec", "preserveUnknownFields") === true) return [];
  const [group, plural] = [textAt(definition, "spec", "group"), textAt(definition, "spec", "names", "plural")];
  return objectsOf(valueAt(definition, "spec", "versions"))
    .filter((one) => one["served"] === true && (apiVersions.includes("*") || apiVersions.includes(textAt(one, "name") ?? "")))
    .map((one) => ({ name: `${plural}.${group} ${textAt(one, "name")}`, schema: valueAt(one, "schema", "openAPIV3Schema") }));
}
