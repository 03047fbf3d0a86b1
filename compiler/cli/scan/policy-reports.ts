import type { ClusterObject } from "../../cluster/deletion/cluster-object.ts";
import type { Loss } from "../../cluster/scan/held-objects.ts";
import { renderObject } from "../../manifest/yaml.ts";
import { type ScanFinding, findingsOf } from "./findings.ts";
import { referenceOf } from "../objects/object-names.ts";
import type { ShownScan } from "./scan-view.ts";

/** Whose objects are written: both have the same fields, under other names. */
interface Form {
  readonly apiVersion: string;
  readonly ofNamespace: string;
  readonly ofCluster: string;
  /** Where it says who wrote it. */
  readonly source: Readonly<Record<string, string>>;
}

/** As kubernetes-sigs/wg-policy-prototypes and openreports/reports-api define them. */
const forms = {
  policyreport: {
    apiVersion: "wgpolicyk8s.io/v1alpha2",
    ofNamespace: "PolicyReport",
    ofCluster: "ClusterPolicyReport",
    source: {},
  },
  openreports: {
    apiVersion: "openreports.io/v1alpha1",
    ofNamespace: "Report",
    ofCluster: "ClusterReport",
    source: { source: "holdfast" },
  },
} as const satisfies Record<string, Form>;

interface Result {
  readonly object: ClusterObject;
  readonly policy: string;
  readonly result: "pass" | "fail" | "warn" | "error" | "skip";
  readonly severity: "high" | "medium" | "low";
  readonly message: string;
}

const severities: Readonly<Record<Loss, Result["severity"]>> = { data: "high", many: "medium", other: "low" };

/** One report for each Namespace, and one for what is in none, as YAML for `kubectl apply`. */
export function policyReports(scan: ShownScan, form: keyof typeof forms): string {
  const byNamespace = Map.groupBy(resultsOf(scan), ({ object }) => object.namespace);
  const reports = [...byNamespace].map(([namespace, results]) => report(forms[form], namespace, results, scan.now));
  return reports
    .map((object) => renderObject({ object, above: [], within: [] }))
    .join("---\n")
    .trimEnd();
}

function report(form: Form, namespace: string | undefined, results: readonly Result[], now: Date): object {
  const counts = ["pass", "fail", "warn", "error", "skip"].map((one) => [
    one,
    results.filter(({ result }) => result === one).length,
  ]);
  return {
    apiVersion: form.apiVersion,
    kind: namespace === undefined ? form.ofCluster : form.ofNamespace,
    metadata: { name: "holdfast-scan", ...(namespace !== undefined && { namespace }) },
    ...form.source,
    summary: Object.fromEntries(counts),
    results: results.map(({ object, ...result }) => ({
      ...result,
      category: "deletion protection",
      timestamp: { seconds: Math.floor(now.getTime() / 1_000), nanos: 0 },
      resources: [referenceOf(object)],
    })),
  };
}

const resultOf: Readonly<Record<ScanFinding["kind"], Result["result"]>> = {
  unprotected: "fail",
  unknown: "error",
  misspelled: "warn",
  leftover: "warn",
};

/** What is in the baseline is skipped: somebody has decided about it. */
function resultsOf({ scan, compared }: ShownScan): readonly Result[] {
  const losses = new Map(scan.objects.map(({ live, loss }) => [live.object.uid, loss]));
  const severity = ({ uid }: ClusterObject): Result["severity"] => severities[losses.get(uid) ?? "other"];
  const found = findingsOf(scan).map(({ kind, id, object, message }) => ({
    object,
    policy: kind,
    result: compared.known.has(id) ? ("skip" as const) : resultOf[kind],
    severity: severity(object),
    message,
  }));
  const kept = scan.objects.filter(({ protection }) => protection.state === "protected");
  return [
    ...found,
    ...kept.map(({ live: { object }, protection: { strength, denials } }) => ({
      object,
      policy: "unprotected",
      result: "pass" as const,
      severity: severity(object),
      message: `${strength ?? ""}: ${denials.map(({ policy }) => policy).join(", ")}`,
    })),
  ];
}
