import { deletionPolicy } from "holdfast";
import type { PodDisruptionBudget } from "holdfast/kinds";

export default deletionPolicy<PodDisruptionBudget>({
  name: "pdbs",
  match: [{ group: "policy", resource: "poddisruptionbudgets" }],
  rules: {
    guarding: {
      denyWhen: ({ oldObject: { status } }) => status !== undefined && status.expectedPods > 0 && status.disruptionsAllowed === 0,
      message: ({ oldObject: { metadata: { name }, status } }) => `PDB ${name} is guarding ${status?.currentHealthy ?? 0} pods and allows no disruption`,
    },
  },
});
