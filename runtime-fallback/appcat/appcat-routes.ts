import { type GroupResource, appcatKinds, namespaces } from "../../compiler/api/resource.ts";
import { type Coverage, coversDeletesOf } from "../webhook/coverage.ts";
import type { Review } from "../webhook/review/review.ts";
import type { DecisionContext, Decision, Route } from "../webhook/decision.ts";
import { type BackendGuard, decideManaged, decideUnmanaged } from "./backend-guard.ts";

type Decides = (guard: BackendGuard, request: Review["request"], signal: AbortSignal) => Promise<Decision>;

/** `objects`: those that the declaration names. Where the API server asks about AppCat's backend; compiler/install/webhooks/appcat-webhooks.ts aims at these paths. */
export function appcatRoutes(guard: BackendGuard, objects: readonly GroupResource[]): readonly Route[] {
  const route = (path: string, rule: string, [covers, decides]: readonly [readonly Coverage[], Decides]): Route => ({
    path,
    rule,
    covers,
    decide: async ({ request }: Review, { deadline }: DecisionContext) => decides(guard, request, deadline.signal),
  });
  return [
    route("/appcat/managed", "appcat managed", [coversDeletesOf([namespaces, ...appcatKinds.owned, ...objects]), decideManaged]),
    route("/appcat/unmanaged", "appcat unmanaged", [coversDeletesOf(appcatKinds.unmanaged), decideUnmanaged]),
  ];
}
