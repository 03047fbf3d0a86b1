import { beforeAll, describe, expect, test } from "vitest";

import type { ControlPlane } from "../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { type TestKind, adoptedResource, bucket, clusterScopedRole, dbInstance, iamRoleSelector, generic } from "./kinds.ts";
import { enforceGenerated } from "./policies-in-force.ts";
import { storeNamespace, storeObject } from "./stored-objects.ts";

type Annotations = Readonly<Record<string, string>>;

/** A delete that is denied. Everything is stored before the policies are in force, garbage included. */
type Row = {
  readonly what: string;
  readonly rule: "preventDelete" | "unreadableMark" | "markedNamespace";
  /** Absent where a Namespace is deleted. */
  readonly kind?: TestKind;
  readonly annotations?: Annotations;
  readonly namespaceAnnotations?: Annotations;
};
const s3 = `s3.${generic}`;
const rds = `rds.${generic}`;

const tenMarks = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`x${index}.${generic}`, "true"]));

const rows: readonly Row[] = [
  { what: "the object's mark of the service", rule: "preventDelete", kind: bucket, annotations: { [s3]: "true" } },
  { what: "the object's generic mark", rule: "preventDelete", kind: bucket, annotations: { [generic]: "true" } },
  {
    what: "the Namespace's mark of the service",
    rule: "preventDelete",
    kind: dbInstance,
    namespaceAnnotations: { [rds]: "true" },
  },
  { what: "the Namespace's generic mark", rule: "preventDelete", kind: dbInstance, namespaceAnnotations: { [generic]: "true" } },
  {
    what: "four marks at once",
    rule: "preventDelete",
    kind: bucket,
    annotations: { [s3]: "true", [generic]: "true" },
    namespaceAnnotations: { [s3]: "true", [generic]: "true" },
  },
  { what: "garbage of the service on the object", rule: "unreadableMark", kind: bucket, annotations: { [s3]: "yes" } },
  { what: "generic garbage on the object", rule: "unreadableMark", kind: bucket, annotations: { [generic]: "True" } },
  {
    what: "garbage of the service on the Namespace",
    rule: "unreadableMark",
    kind: dbInstance,
    namespaceAnnotations: { [rds]: "" },
  },
  {
    what: "generic garbage on the Namespace",
    rule: "unreadableMark",
    kind: dbInstance,
    namespaceAnnotations: { [generic]: "a\nb" },
  },
  {
    what: "garbage everywhere",
    rule: "unreadableMark",
    kind: bucket,
    annotations: { [s3]: "yes", [generic]: "yes" },
    namespaceAnnotations: { [s3]: "yes", [generic]: "yes" },
  },
  {
    what: "a cluster-scoped kind, its service's mark",
    rule: "preventDelete",
    kind: clusterScopedRole,
    annotations: { [`iam.${generic}`]: "true" },
  },
  {
    what: "a cluster-scoped kind, generic garbage",
    rule: "unreadableMark",
    kind: clusterScopedRole,
    annotations: { [generic]: "no" },
  },
  {
    what: "services.k8s.aws, the object's mark",
    rule: "preventDelete",
    kind: adoptedResource,
    annotations: { [generic]: "true" },
  },
  {
    what: "services.k8s.aws, the Namespace's mark",
    rule: "preventDelete",
    kind: adoptedResource,
    namespaceAnnotations: { [generic]: "true" },
  },
  { what: "services.k8s.aws, garbage", rule: "unreadableMark", kind: adoptedResource, annotations: { [generic]: "1" } },
  { what: "services.k8s.aws, cluster-scoped", rule: "preventDelete", kind: iamRoleSelector, annotations: { [generic]: "true" } },
  { what: "a Namespace with the generic mark", rule: "markedNamespace", namespaceAnnotations: { [generic]: "true" } },
  { what: "a Namespace with a service's mark", rule: "markedNamespace", namespaceAnnotations: { [s3]: "true" } },
  { what: "a Namespace with garbage", rule: "markedNamespace", namespaceAnnotations: { [s3]: "Yes" } },
  {
    what: "a Namespace with several marks, garbage, and one that is unmarked",
    rule: "markedNamespace",
    namespaceAnnotations: { [generic]: "true", [s3]: "True", [rds]: "false", [`iam.${generic}`]: "" },
  },
  { what: "a Namespace with ten marks", rule: "markedNamespace", namespaceAnnotations: tenMarks },
];

const nameOf = (row: Row): string => `override-${rows.indexOf(row)}`;

async function storeRow(server: ControlPlane, row: Row): Promise<void> {
  const { kind, annotations = {}, namespaceAnnotations = {} } = row;
  const name = nameOf(row);
  await storeNamespace(server, name, namespaceAnnotations);
  if (kind === undefined) return;
  await storeObject(server, kind, { name, annotations, namespace: kind.scope === "Namespaced" ? name : undefined });
}

function deletion(row: Row): readonly string[] {
  const name = nameOf(row);
  if (row.kind === undefined) return ["delete", `namespaces/${name}`, "--wait=false"];
  const target = ["delete", `${row.kind.plural}.${row.kind.group}/${name}`];
  return row.kind.scope === "Namespaced" ? [...target, "-n", name] : target;
}

/** The last line is the denial; in front of it are warnings. The command goes to its end. */
function commandIn(stderr: string): readonly string[] {
  const command = /kubectl .*$/.exec(stderr.trimEnd())?.[0] ?? "";
  // As a shell takes it, without quoting: nothing in it means anything to a shell.
  expect(command).toMatch(/^kubectl annotate [\w./= -]+ --overwrite$/);
  return command.split(" ").slice(1);
}

describeWithServer("the override that a denial names", {}, (server) => {
  beforeAll(async () => {
    const kinds = [bucket, dbInstance, adoptedResource, iamRoleSelector, clusterScopedRole];
    await Promise.all(kinds.map((kind) => applyCustomResourceDefinition(server(), kind)));
    for (const row of rows) await storeRow(server(), row);
    await enforceGenerated(server(), [
      "ack-controllers",
      "ack-deletion-policy",
      "ack-namespace",
      "ack-prevent-delete",
      "ack-values",
    ]);
  });

  describe("is a command after which the delete goes through", () => {
    test.each(rows)("$what", async (row) => {
      const denied = await server().kubectl(deletion(row));
      expect(denied).toMatchObject({ code: 1, stderr: expect.stringContaining(`denied request: ${row.rule}: `) });
      const unmarked = await server().kubectl(commandIn(denied.stderr));
      expect(unmarked).toMatchObject({ code: 0, stdout: expect.stringContaining(`${nameOf(row)} annotated\n`), stderr: "" });
      const deleted = await server().kubectl(deletion(row));
      expect(deleted).toMatchObject({ code: 0, stdout: expect.stringContaining(`"${nameOf(row)}" deleted`) });
    });
  });
});
