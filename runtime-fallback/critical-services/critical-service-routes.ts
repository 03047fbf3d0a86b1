import {
  criticalServiceResource,
  criticalServicesPath,
  customResourceDefinitions,
} from "../../compiler/api/critical-services.ts";
import type { ApiServer } from "../kubernetes/api-server.ts";
import { type Coverage, coversDeletesOf } from "../webhook/coverage.ts";
import type { Route } from "../webhook/decision.ts";
import { decideCritical } from "./decide.ts";
import { serviceAnswers } from "./live-answers.ts";
import type { DeclaredProtection } from "./critical-service.ts";

/** What the webhook serves for `criticalServiceWebhooks`. */
export function criticalServiceRoutes(server: ApiServer, protection: DeclaredProtection): readonly Route[] {
  const answers = serviceAnswers(server);
  return [
    {
      path: criticalServicesPath,
      rule: "critical-services",
      covers: coverageOf(protection),
      decide: ({ request }, { deadline }) => decideCritical(request, { answers, protection }, deadline.signal),
    },
  ];
}

/** A service is read, in the one version that its definition has; of all else the metadata decides, which every version has. */
function coverageOf({ providers }: DeclaredProtection): readonly Coverage[] {
  const { version, ...services } = criticalServiceResource;
  const ofServices: Coverage = { ...services, versions: [version], operations: ["DELETE"] };
  return [ofServices, ...coversDeletesOf([customResourceDefinitions, { group: "", resource: "namespaces" }, ...providers])];
}
