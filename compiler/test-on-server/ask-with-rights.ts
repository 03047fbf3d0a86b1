import type { RequestServer } from "../../runtime-fallback/kubernetes/api-server.ts";
import type { CreatedObjects } from "./created-objects.ts";
import { type Right, grant, missingOf, rightOf, rightTo, waitFor } from "./rights.ts";
import type { ServerOutcome, StagedReview } from "./server-review.ts";

/** Everyone who sends a request may send such requests; where no policy asks for rights, more of them do no harm. */
export function sharedRights(staged: readonly StagedReview[]): readonly Right[] {
  const rights = staged.map((one) => rightTo(verbOf(one), one.resource, userOf(one), one.asked.subresource));
  return [...new Map(rights.map((right) => [JSON.stringify(right), right])).values()];
}

interface Context {
  readonly created: CreatedObjects;
  readonly client: RequestServer;
  /** Of the roles of this review. */
  readonly name: string;
}

/** Asks while the user has the rights that the test gives, and no others from this run. */
export async function askWithRights(
  staged: StagedReview,
  put: (staged: StagedReview) => Promise<ServerOutcome>,
  { created, client, name }: Context,
): Promise<ServerOutcome> {
  const user = userOf(staged);
  const { namespace, resource, asked } = staged;
  const permissions = asked.permissions ?? [];
  const strange = permissions.find((one) => one.namespace !== undefined && one.namespace !== namespace);
  if (strange !== undefined) return { kind: "not-asked", reason: `it gives a right in another Namespace: ${strange.namespace}` };
  const own = { ...rightTo(verbOf(staged), resource, user, asked.subresource), namespace, name: nameOf(staged) };
  const rights = [own, ...permissions.map((permission) => rightOf(permission, user))];
  const missing = await missingOf(rights, client);
  const before = created.count;
  await grant(missing, name, created, client);
  const outcome = await put(staged);
  await created.remove(before);
  await waitFor(missing, false, client);
  return outcome;
}

function userOf({ asked }: StagedReview): string {
  return asked.as ?? "alice";
}

/** RBAC cannot name what is created, or deleted with others. */
function nameOf({ asked: { operation, object } }: StagedReview): string | undefined {
  return operation === "delete" || operation === "update" ? object.metadata?.name : undefined;
}

function verbOf({ asked }: StagedReview): string {
  return asked.operation === "deleteCollection" ? "deletecollection" : asked.operation;
}
