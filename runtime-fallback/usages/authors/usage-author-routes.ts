import type { ApiServer } from "../../kubernetes/api-server.ts";
import { discover } from "../../kubernetes/discovery/discovery.ts";
import type { Clock } from "../../clock.ts";
import { usageKinds, crossplaneGroups } from "../../../compiler/api/usage-kinds.ts";
import type { Coverage } from "../../webhook/coverage.ts";
import type { Route } from "../../webhook/decision.ts";
import { accessReviewsLimit } from "./access-reviews-limit.ts";
import { decideAuthor } from "./decide-author.ts";
import { protectionGroup } from "../../../compiler/api/names.ts";

/** The versions whose `spec` is known here. */
const versionsOf: Readonly<Record<string, readonly string[]>> = {
  [protectionGroup]: ["v1alpha1"],
  [crossplaneGroups.protection]: ["v1beta1"],
  [crossplaneGroups.apiextensions]: ["v1alpha1", "v1beta1"],
};

const coverage: readonly Coverage[] = usageKinds.map(({ group, resource }) => ({
  group,
  resource,
  versions: versionsOf[group] ?? [],
  operations: ["CREATE", "UPDATE"],
}));

/** Where the API server asks who makes a Usage; compiler/install/webhooks/usage-author-webhooks.ts aims at this path. */
export function usageAuthorRoutes(api: ApiServer, clock: Clock): readonly Route[] {
  // A kind that is not served needs a wider right, so a miss may be remembered: no stranger has the API server list its kinds each time.
  const guard = { api, discovery: discover(api, { clock }), limit: accessReviewsLimit(clock) };
  return [
    {
      path: "/usage-authors",
      rule: "usage authors",
      covers: coverage,
      decide: ({ request }, circumstances) => decideAuthor(guard, request, circumstances),
    },
  ];
}
