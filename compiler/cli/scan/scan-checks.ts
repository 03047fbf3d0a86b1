import { idOf } from "../objects/object-names.ts";
import type { Check, Checks } from "../output/findings/finding.ts";
import { type ScanFinding, findingsOf } from "./findings.ts";
import type { ScanCommand } from "./scan-command.ts";
import { type ShownScan, headline } from "./scan-view.ts";

/** What is protected, and what is not; what is in the baseline is skipped: somebody has decided about it. */
export function scanChecks({ scan, compared, now }: ShownScan, { failOn }: Pick<ScanCommand, "failOn">): Checks {
  const kept = scan.objects.filter(({ protection }) => protection.state === "protected").map(({ live }) => live.object);
  const checkOf = ({ kind, id, object, message }: ScanFinding): Check => {
    const [suite, about] = [object.namespace ?? "cluster", idOf(object)];
    if (compared.known.has(id)) return { suite, name: id, isSkipped: true };
    const level = failOn.includes(kind) ? "error" : "warning";
    return { suite, name: id, finding: { level, rule: kind, message: `${about}: ${message}`, object: about } };
  };
  return {
    command: "holdfast scan",
    headline: headline(scan, now),
    checks: [
      ...findingsOf(scan).map(checkOf),
      ...kept.map((object): Check => ({ suite: object.namespace ?? "cluster", name: `protected ${idOf(object)}` })),
    ],
  };
}
