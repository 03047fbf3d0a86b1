import { deletionPolicy } from "holdfast";
import type { PodDisruptionBudget } from "holdfast/kinds";

/** "50%" of 7 -> 4 (rounds up like the disruption controller does), 3 -> 3 */
function scaled(value: string | number | undefined, total: number): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "number") return value;
  if (value.endsWith("%")) {
    const pct = Number.parseInt(value.slice(0, -1), 10);
    return Number.isNaN(pct) ? null : Math.ceil((pct / 100) * total);
  }
  return Number(value);
}

function required(pdb: PodDisruptionBudget): number {
  const expected = pdb.status?.expectedPods ?? 0;
  const min = scaled(pdb.spec?.minAvailable, expected);
  if (min !== null) {
    return min;
  }
  const max = scaled(pdb.spec?.maxUnavailable, expected);
  return max === null ? 0 : Math.max(0, expected - max);
}

export default deletionPolicy<PodDisruptionBudget>({
  name: "pdb-headroom",
  match: [{ group: "policy", resource: "poddisruptionbudgets" }],
  rules: {
    noHeadroom: {
      denyWhen: ({ oldObject }) => {
        const healthy = oldObject.status?.currentHealthy ?? 0;
        const expected = oldObject.status?.expectedPods ?? 0;
        if (expected === 0) return false;
        return healthy - required(oldObject) < 1;
      },
      message: ({ oldObject }) => {
        const { currentHealthy = 0, expectedPods = 0, disruptionsAllowed = 0 } = oldObject.status ?? {};
        const selector = Object.entries(oldObject.spec?.selector?.matchLabels ?? {})
          .map(([k, v]) => `${k}=${v}`)
          .join(",");
        return `PDB ${oldObject.metadata.name} (${selector || "no labels"}) is protecting pods right now: ${currentHealthy} of ${expectedPods} healthy, ${required(oldObject)} required, ${disruptionsAllowed} disruptions allowed`;
      },
    },
  },
});
