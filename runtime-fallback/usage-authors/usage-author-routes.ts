import type { ApiServer } from "../api/api-server.ts";
import { discover } from "../api/discovery.ts";
import type { Route } from "../webhook/decision.ts";
import { decideAuthor } from "./decide-author.ts";

/** Where the API server asks who makes a Usage; compiler/fallback/usage-author-webhooks.ts aims at this path. */
export function usageAuthorRoutes(api: ApiServer): readonly Route[] {
  // A kind that is not served is let through, so a miss is looked up anew each time.
  const guard = { api, discovery: discover(api, { missMs: 0 }) };
  return [
    {
      path: "/usage-authors",
      rule: "usage authors",
      decide: ({ request }, { deadline }) => decideAuthor(guard, request, deadline.signal),
    },
  ];
}
