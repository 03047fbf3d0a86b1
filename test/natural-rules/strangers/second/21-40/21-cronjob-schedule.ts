import { deletionPolicy } from "holdfast";
import type { CronJob } from "holdfast/kinds";

const MACROS: { [name: string]: string } = {
  "@hourly": "0 * * * *",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@weekly": "0 0 * * 0",
  "@monthly": "0 0 1 * *",
};

// number of values which a cron field selects in [lo, hi]
function count(field: string, lo: number, hi: number): number {
  const selected = new Set<number>();
  for (const part of field.split(",")) {
    const [range = "*", stepText] = part.split("/");
    const step = stepText ? Number(stepText) : 1;
    let from = lo;
    let to = hi;
    if (range !== "*") {
      const [a, b] = range.split("-").map(Number);
      from = a!;
      to = b ?? (stepText ? hi : a!);
    }
    for (let i = from; i <= to; i += step) {
      selected.add(i);
    }
  }
  return selected.size;
}

function runsPerDay(schedule: string): number {
  const [minute = "*", hour = "*"] = (MACROS[schedule] ?? schedule).replace(/^(CRON_)?TZ=\S+\s+/, "").trim().split(/\s+/);
  return count(minute, 0, 59) * count(hour, 0, 23);
}

export default deletionPolicy<CronJob>({
  name: "busy-cronjobs",
  match: [{ group: "batch", resource: "cronjobs" }],
  rules: {
    busy: {
      denyWhen: ({ oldObject }) => !oldObject.spec?.suspend && runsPerDay(oldObject.spec!.schedule) >= 24,
      message: ({ oldObject }) =>
        `CronJob ${oldObject.metadata.name} runs up to ${runsPerDay(oldObject.spec!.schedule)} times a day ("${oldObject.spec!.schedule}" ${oldObject.spec?.timeZone ?? "UTC"}), last ${oldObject.status?.lastScheduleTime ?? "never"}. Suspend it before deleting it.`,
    },
  },
});
