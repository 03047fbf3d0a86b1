import { deletionPolicy } from "holdfast";
import type { Job } from "holdfast/kinds";

export default deletionPolicy<Job>({
  name: "active-migrations",
  match: [{ group: "batch", resource: "jobs" }],
  rules: {
    migrationRunning: {
      denyWhen: ({ oldObject }) => /(^|-)migrat(e|ion)(-|$)/i.test(oldObject.metadata.name) && (oldObject.status?.active ?? 0) > 0,
      message: ({ oldObject: { metadata, status } }) =>
        `Schema migration ${metadata.name} is running since ${status?.startTime} (active=${status?.active ?? 0}, failed=${status?.failed ?? 0}), wait for it`,
    },
  },
});
