import { deletionPolicy } from "holdfast";
import type { ConfigMap } from "holdfast/kinds";

interface FeatureFile {
  owner?: string;
  features?: { [flag: string]: { enabled: boolean; rollout?: string } };
}

function parse(cm: ConfigMap): FeatureFile {
  const text = cm.data?.["features.json"];
  if (!text) return {};
  try {
    return JSON.parse(text) as FeatureFile;
  } catch {
    return {};
  }
}

function liveFlags(cm: ConfigMap): string[] {
  const { features = {} } = parse(cm);
  const out: string[] = [];
  for (const [flag, { enabled, rollout = "100%" }] of Object.entries(features)) {
    if (!enabled) continue;
    const pct = parseInt(rollout, 10);
    if (pct > 0) out.push(`${flag} (${pct}%)`);
  }
  out.sort();
  return out;
}

export default deletionPolicy<ConfigMap>({
  name: "feature-flags",
  match: [{ group: "", resource: "configmaps" }],
  rules: {
    liveFlags: {
      denyWhen: ({ oldObject }) => liveFlags(oldObject).length > 0,
      message: ({ oldObject }) =>
        `ConfigMap ${oldObject.metadata.name} of ${parse(oldObject).owner ?? "unknown owner"} still has live flags: ${liveFlags(oldObject).join(", ")}`,
    },
  },
});
