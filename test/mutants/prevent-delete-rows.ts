import { type Denial, denial } from "../ack/answer.ts";
import { policyName } from "../ack/deletion-ways.ts";
import { expectedDecisions } from "../ack/expected-decisions.ts";
import { type TestKind, adoptedResource, bucket, clusterScopedRole, dbInstance, evilBucket, pathOf } from "../ack/kinds.ts";
import { type MatrixCase, caseOf, expectedMessage } from "../ack/matrix-cases.ts";
import { storeNamespace, storeObject } from "../ack/stored-objects.ts";
import type { ApiRequest } from "../control-plane/api-client.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import type { Row } from "./mutation.ts";

type Way = "single" | "collection" | "second version";

type MatrixRow = {
  readonly what: string;
  readonly kind: TestKind;
  /**
   * `t`rue, `f`alse, `g`arbage or `a`bsent: own mark of the service, own generic mark, and the same of the Namespace.
   */
  readonly code: string;
  readonly way?: Way;
  /** Where the matrix does not hold. */
  readonly expected?: "allow";
};

const table: readonly MatrixRow[] = [
  { what: "unmarked", kind: bucket, code: "aaaa" },
  { what: "own service mark", kind: bucket, code: "taaa" },
  { what: "own generic mark", kind: bucket, code: "ataa" },
  { what: "service mark of the Namespace", kind: bucket, code: "aata" },
  { what: "generic mark of the Namespace", kind: bucket, code: "aaat" },
  { what: "object unmarks its Namespace's mark", kind: bucket, code: "afta" },
  { what: "object keeps what its Namespace unmarks", kind: bucket, code: "atfa" },
  { what: "service unmarks the generic mark", kind: bucket, code: "ftaa" },
  { what: "service keeps what the generic mark unmarks", kind: bucket, code: "tfaa" },
  { what: "service unmarks the generic mark, on the Namespace", kind: bucket, code: "aaft" },
  { what: "service keeps what the generic mark unmarks, on the Namespace", kind: bucket, code: "aatf" },
  { what: "garbage of the service", kind: bucket, code: "gaaa" },
  { what: "generic garbage", kind: bucket, code: "agaa" },
  { what: "garbage on the Namespace", kind: bucket, code: "aaga" },
  { what: "collection", kind: bucket, code: "ataa", way: "collection" },
  { what: "collection, unmarked", kind: bucket, code: "aaaa", way: "collection" },
  { what: "collection, in a marked Namespace", kind: bucket, code: "aata", way: "collection" },
  { what: "second version", kind: bucket, code: "ataa", way: "second version" },
  { what: "another service", kind: dbInstance, code: "taaa" },
  { what: "cluster-scoped", kind: clusterScopedRole, code: "taaa" },
  { what: "cluster-scoped, unmarked", kind: clusterScopedRole, code: "aaaa" },
  { what: "services.k8s.aws", kind: adoptedResource, code: "ataa" },
  { what: "evilservices.k8s.aws", kind: evilBucket, code: "ataa", expected: "allow" },
];

export const preventDeleteRows: readonly Row[] = table.map(({ what, kind, code, way = "single", expected }) => {
  const each = caseFor(kind, code);
  return { what, request: requestFor(each, way), expected: { decision: expected ?? decisionFor(each, way), warnings: [] } };
});

export const namesOfObjects: readonly string[] = [...new Set(table.map(({ code }) => code))];

export const deniedRows: readonly string[] = preventDeleteRows
  .filter(({ expected }) => expected.decision !== "allow")
  .map(({ what }) => what);

export async function prepareMatrixRows(server: ControlPlane): Promise<void> {
  const cases = table.map(({ kind, code }) => caseFor(kind, code));
  const namespaces = new Map<string, Record<string, string>>();
  for (const { namespace, namespaceAnnotations } of cases) {
    if (namespace !== undefined) namespaces.set(namespace, { ...namespaces.get(namespace), ...namespaceAnnotations });
  }
  for (const [name, annotations] of namespaces) await storeNamespace(server, name, annotations);
  // Several rows may ask about one object.
  const objects = new Map(cases.map((each) => [pathOf(each.kind, { namespace: each.namespace, name: each.code }), each]));
  for (const { kind, namespace, code, annotations } of objects.values()) {
    await storeObject(server, kind, { name: code, namespace, annotations, labels: { name: code } });
  }
}

function caseFor(kind: TestKind, code: string): MatrixCase {
  const found = expectedDecisions.map((row) => caseOf(kind, row)).find((each) => each.code === code);
  if (found === undefined) throw new Error(`the matrix has no row ${code}`);
  return found;
}

function requestFor({ kind, namespace, code: name }: MatrixCase, way: Way): ApiRequest {
  const paths: Readonly<Record<Way, string>> = {
    single: pathOf(kind, { namespace, name, query: "dryRun=All" }),
    collection: pathOf(kind, { namespace, query: `dryRun=All&labelSelector=name%3D${name}` }),
    "second version": pathOf(kind, { namespace, name, version: "v1alpha2", query: "dryRun=All" }),
  };
  return { method: "DELETE", path: paths[way] };
}

function decisionFor(each: MatrixCase, way: Way): "allow" | Denial {
  const message = expectedMessage(each, each.code);
  if (message === undefined) return "allow";
  const name = way === "collection" ? "Unknown" : each.code;
  return denial(`${each.kind.plural}.${each.kind.group} "${name}"`, policyName, message);
}
