import { fieldsOf } from "../../api/json.ts";
import { resourceName } from "../../api/resource.ts";
import type { AskingClient } from "../verify/index.ts";
import type { ClusterObject } from "../deletion/cluster-object.ts";

/** Who deletes, where somebody was named; else whoever the client speaks as. */
export interface Deleting {
  readonly user?: string | undefined;
  readonly groups?: readonly string[];
}

/** Which targets the user may not delete, whatever policies say. */
export interface Rights {
  readonly forbidden: readonly ClusterObject[];
  /** What nobody says, a line for each. */
  readonly gaps: readonly string[];
}

/** So many objects of one kind and Namespace are asked about one by one, where the user may not delete all of them. */
const mostOneByOne = 100;

/** Asks the authorizers of the cluster; manifests have none. */
export async function rightsOf(client: AskingClient, targets: readonly ClusterObject[], deleting: Deleting): Promise<Rights> {
  const groups = [...Map.groupBy(targets, ({ of, namespace = "" }) => `${resourceName(of)} ${namespace}`).values()];
  const answers: Rights[] = [];
  for (const own of groups) answers.push(await rightsOfGroup(client, own, deleting));
  return {
    forbidden: answers.flatMap(({ forbidden }) => forbidden),
    gaps: [...new Set(answers.flatMap(({ gaps }) => gaps))],
  };
}

async function rightsOfGroup(client: AskingClient, own: readonly ClusterObject[], deleting: Deleting): Promise<Rights> {
  const [first] = own;
  if (first === undefined) return { forbidden: [], gaps: [] };
  const all = await mayDelete(client, first, { ...deleting, name: undefined });
  if (all === true || all === undefined) return { forbidden: [], gaps: [] };
  if (typeof all === "string") return { forbidden: [], gaps: [all] };
  const answers = await Promise.all(
    own.slice(0, mostOneByOne).map(async (one) => [one, await mayDelete(client, one, { ...deleting, name: one.name })] as const),
  );
  const rest = own.length - mostOneByOne;
  return {
    forbidden: answers.filter(([, answer]) => answer === false).map(([one]) => one),
    gaps:
      rest <= 0
        ? []
        : [`whether the last ${rest} ${first.of.resource} may be deleted: one by one it is asked of ${mostOneByOne}`],
  };
}

interface Asked extends Deleting {
  /** Undefined: all of its kind. */
  readonly name: string | undefined;
}

/** Undefined: nobody here authorizes; a text: why it is not known. */
async function mayDelete(
  client: AskingClient,
  { of: { group, version, resource }, namespace }: ClusterObject,
  { user, groups = [], name }: Asked,
): Promise<boolean | string | undefined> {
  const resourceAttributes = {
    verb: "delete",
    group,
    version,
    resource,
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
  };
  const spec = user === undefined ? { resourceAttributes } : { resourceAttributes, user, groups: groupsOf(user, groups) };
  const { status, body } = await client.review(user === undefined ? "selfAccess" : "access", spec);
  // Nobody authorizes by manifests.
  if (status === 405) return undefined;
  const { allowed } = fieldsOf(body["status"]);
  if (status < 300 && typeof allowed === "boolean") return allowed;
  const why = typeof body["message"] === "string" ? body["message"] : `it answers ${status}`;
  return `whether ${user ?? "you"} may delete ${resource}: ${why}`;
}

/** With those that authentication adds; a review takes what it is given. */
function groupsOf(user: string, given: readonly string[]): readonly string[] {
  const [, namespace] = /^system:serviceaccount:([^:]+):[^:]+$/.exec(user) ?? [];
  const ofAccount = namespace === undefined ? [] : ["system:serviceaccounts", `system:serviceaccounts:${namespace}`];
  return [...new Set([...given, ...ofAccount, "system:authenticated"])];
}
