import { deletionPolicy } from "holdfast";
import type { Deployment } from "holdfast/kinds";

function required<T extends object, K extends keyof T>(o: T | undefined, k: K, fallback: NonNullable<T[K]>): NonNullable<T[K]> {
  return o?.[k] ?? fallback;
}

export default deletionPolicy<Deployment>({
  name: "owned-deployments",
  match: [{ group: "apps", resource: "deployments" }],
  rules: {
    otherTeam: {
      denyWhen: ({ oldObject, request }) => {
        const labels = required(oldObject.metadata, "labels", {});
        const team = labels["app.kubernetes.io/team"];
        if (team === undefined || team === "") return false;
        const mine = (request.userInfo.groups ?? []).filter((g) => g.startsWith("team:")).map((g) => g.slice("team:".length));
        return !mine.includes(team);
      },
      message: ({ oldObject, request }) =>
        `${request.userInfo.username} is not in team ${oldObject.metadata.labels?.["app.kubernetes.io/team"]} that owns ${oldObject.metadata.name}`,
    },
  },
});
