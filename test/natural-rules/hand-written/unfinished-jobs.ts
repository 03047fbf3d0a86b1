import { deletionPolicy } from "holdfast";
import type { Job } from "holdfast/kinds";

const DONE = ["Complete", "Failed"];

export default deletionPolicy<Job>({
  name: "unfinished-jobs",
  match: [{ group: "batch", resource: "jobs" }],
  rules: {
    unfinished: {
      denyWhen: ({ oldObject: job }) => {
        const finished =
          job.status?.conditions?.some((condition) => DONE.includes(condition.type) && condition.status === "True") ?? false;
        const pods = (job.status?.active ?? 0) + (job.status?.succeeded ?? 0) + (job.status?.failed ?? 0);
        return !finished && pods > 0 && job.metadata.labels?.["migration"] !== undefined;
      },
      message: "the migration is not finished",
    },
  },
});
