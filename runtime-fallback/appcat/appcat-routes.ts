import type { Review } from "../webhook/review.ts";
import type { Circumstances, Decision, Route } from "../webhook/decision.ts";
import { type BackendGuard, decideManaged, decideUnmanaged } from "./backend-guard.ts";

type Decides = (guard: BackendGuard, request: Review["request"], signal: AbortSignal) => Promise<Decision>;

/** Where the API server asks about AppCat's backend; compiler/fallback/appcat-webhooks.ts aims at these paths. */
export function appcatRoutes(guard: BackendGuard): readonly Route[] {
  const route = (path: string, rule: string, decides: Decides): Route => ({
    path,
    rule,
    decide: async ({ request }: Review, { deadline }: Circumstances) => decides(guard, request, deadline.signal),
  });
  return [
    route("/appcat/managed", "appcat managed", decideManaged),
    route("/appcat/unmanaged", "appcat unmanaged", decideUnmanaged),
  ];
}
