import { deletionPolicy } from "holdfast";
import type { Job } from "holdfast/kinds";

const finished = (job: Job) => job.status?.conditions?.some((c) => (c.type === "Complete" || c.type === "Failed") && c.status === "True") ?? false;

export default deletionPolicy<Job>({
  name: "running-jobs",
  match: [{ group: "batch", resource: "jobs" }],
  rules: {
    running: {
      denyWhen: ({ oldObject }) => !finished(oldObject) && !oldObject.spec?.suspend && (oldObject.status?.active ?? 0) > 0,
      message: ({ oldObject }) => `Job ${oldObject.metadata.name}: ${oldObject.status?.succeeded ?? 0}/${oldObject.spec?.completions ?? 1} done, ${oldObject.status?.active} active`,
    },
    migration: {
      denyWhen: ({ oldObject }) => (oldObject.metadata.name ?? "").includes("-migrate-") && !finished(oldObject),
      message: "Database migrations must not be interrupted",
    },
  },
});
