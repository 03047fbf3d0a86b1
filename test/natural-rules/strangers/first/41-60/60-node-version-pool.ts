import { deletionPolicy } from "holdfast";
import type { Node } from "holdfast/kinds";

type Version = readonly [major: number, minor: number, patch: number];

function parseVersion(text: string): Version {
  const [major = 0, minor = 0, patch = 0] = text.replace(/^v/, "").replace(/[-+].*$/, "").split(".").map(Number);
  return [major, minor, patch];
}

function compare(a: Version, b: Version): number {
  for (let i = 0; i < a.length; i++) {
    const d = (a[i] ?? 0) - (b[i] ?? 0);
    if (d !== 0) return d;
  }
  return 0;
}

const CURRENT = parseVersion("v1.31.0");

export default deletionPolicy<Node>({
  name: "current-nodes",
  match: [{ group: "", resource: "nodes" }],
  rules: {
    upToDate: {
      denyWhen: ({ oldObject, request }) => {
        const version = parseVersion(oldObject.status?.nodeInfo?.kubeletVersion ?? "v0.0.0");
        const tainted = oldObject.spec?.taints?.some(({ key, effect }) => key === "acme.io/retire" && effect !== "PreferNoSchedule") ?? false;
        return compare(version, CURRENT) >= 0 && !tainted && !request.userInfo.groups?.includes("system:nodes");
      },
      message: ({ oldObject }) =>
        `Node ${oldObject.metadata.name} in pool ${oldObject.metadata.labels?.["node-pool"] ?? "default"} is up to date (${oldObject.status?.nodeInfo?.kubeletVersion}); taint it with acme.io/retire first`,
    },
  },
});
