import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../house/source-files.ts";

export interface DocumentedMetric {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
}

export const metricsPage: string = readFileSync(join(root, "docs/operate/metrics.md"), "utf8");

/** The tables of a section of docs/operate/metrics.md. */
export function documentedMetrics(section: "Webhook" | "Controller" | "Both"): readonly DocumentedMetric[] {
  const [, text = ""] = metricsPage.split(`\n## ${section}\n`);
  const [own = ""] = text.split("\n## ");
  return [...own.matchAll(/^\| `(holdfast_\w+)` \| (\w+) \| ([^|]*)\|/gm)].map(([, name = "", type = "", labels = ""]) => ({
    name,
    type,
    labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = ""]) => label),
  }));
}
