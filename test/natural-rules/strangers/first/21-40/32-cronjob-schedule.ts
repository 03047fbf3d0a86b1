import { deletionPolicy } from "holdfast";
import type { CronJob } from "holdfast/kinds";

function frequency(schedule: string): "hourly" | "daily" | "rare" {
  if (schedule === "@hourly") return "hourly";
  if (schedule === "@daily" || schedule === "@midnight") return "daily";
  const [, hour = "*", day = "*"] = schedule.trim().split(/\s+/);
  if (hour === "*" || hour.startsWith("*/")) return "hourly";
  return day === "*" ? "daily" : "rare";
}

export default deletionPolicy<CronJob>({
  name: "cron-jobs",
  match: [{ group: "batch", resource: "cronjobs" }],
  rules: {
    active: {
      denyWhen: ({ oldObject }) => (oldObject.status?.active ?? []).length > 0,
      message: ({ oldObject }) => `Jobs still run: ${oldObject.status?.active?.map((r) => r.name).join(", ")}`,
    },
    rare: {
      denyWhen: ({ oldObject }) => !oldObject.spec?.suspend && frequency(oldObject.spec?.schedule ?? "") === "rare",
      message: ({ oldObject }) => `${oldObject.metadata.name} runs rarely ("${oldObject.spec?.schedule}"): suspend it for a period first`,
    },
  },
});
