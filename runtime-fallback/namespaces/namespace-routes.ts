import type { ApiServer } from "../kubernetes/api-server.ts";
import type { Clock } from "../clock.ts";
import type { RulesModule } from "../../compiler/api/rules-module.ts";
import type { Route } from "../webhook/decision.ts";
import { coversDeletesOf } from "../webhook/coverage.ts";
import { decideNamespace } from "./namespace-guard.ts";

/** A path for each policy whose objects keep their Namespace. */
export function namespaceRoutes({ policies }: Pick<RulesModule, "policies">, server: ApiServer, clock: Clock): readonly Route[] {
  return policies.map((program) => ({
    path: program.path,
    rule: `${program.policy} namespaces`,
    covers: coversDeletesOf([{ group: "", resource: "namespaces" }]),
    decide: ({ request }, { deadline }) => decideNamespace({ server, program, clock }, request, deadline),
  }));
}
