import { deletionPolicy } from "holdfast";
import type { Pod } from "holdfast/kinds";

function milli(q: string): number {
  if (q.endsWith("m")) {
    return parseInt(q.slice(0, -1), 10);
  }
  return Math.round(parseFloat(q) * 1000);
}

function sum<T>(items: readonly T[], f: (item: T) => number): number {
  return items.reduce((acc, item) => acc + f(item), 0);
}

export default deletionPolicy<Pod>({
  name: "heavy-pods",
  match: [{ group: "", resource: "pods" }],
  rules: {
    heavy: {
      denyWhen: ({ oldObject, request }) => {
        const cpu = sum(oldObject.spec?.containers ?? [], (c) => milli(String(c.resources?.requests?.cpu ?? "0")));
        const isController = request.userInfo.groups?.includes("system:serviceaccounts:kube-system");
        return cpu > 16_000 && !isController;
      },
      message: ({ oldObject }) => {
        const cpu = sum(oldObject.spec?.containers ?? [], (c) => milli(String(c.resources?.requests?.cpu ?? "0")));
        return `Pod ${oldObject.metadata.name} has ${(cpu / 1000).toFixed(1)} CPUs`;
      },
    },
  },
});
