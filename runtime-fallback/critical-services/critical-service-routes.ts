import { criticalServicesPath } from "../../compiler/fallback/critical-services.ts";
import type { ApiServer } from "../api/api-server.ts";
import type { Route } from "../webhook/decision.ts";
import { decideCritical } from "./decide.ts";
import { liveAnswers } from "./live-answers.ts";
import type { Protection } from "./unprotected.ts";

/** What the webhook serves for `criticalServiceWebhooks`. */
export function criticalServiceRoutes(server: ApiServer, protection: Protection): readonly Route[] {
  const answers = liveAnswers(server);
  return [
    {
      path: criticalServicesPath,
      rule: "critical-services",
      decide: ({ request }, { deadline }) => decideCritical(request, { answers, protection }, deadline.signal),
    },
  ];
}
