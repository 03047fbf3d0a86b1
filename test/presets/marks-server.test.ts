import { beforeAll, describe, expect, test } from "vitest";
import { decisionOf } from "../ack/answer.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { type Kind, custom, define, pathOf, store, subjectOf, workload } from "./kinds.ts";
import { type Marked, marked, presets } from "./marked.ts";
import { enforceFiles } from "./presets-in-force.ts";

interface Row {
  readonly name: string;
  readonly kind: Kind;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const rowOf = ({ preset, kind, place }: Marked, ending: string, marks: Readonly<Record<string, string>>): Row => {
  const name = `${preset}-${kind.plural}-${place}-${ending}`;
  return { name, kind, metadata: { name, ...(Object.keys(marks).length > 0 && { [place]: marks }) } };
};

const deniedRows = (one: Marked): readonly Row[] =>
  one.denied.map((value, at) => rowOf(one, `denied-${at}`, { [one.key]: value }));

const allowedRows = (one: Marked): readonly Row[] => [
  ...one.allowed.map((value, at) => rowOf(one, `allowed-${at}`, { [one.key]: value })),
  rowOf(one, "unmarked", {}),
  rowOf(one, "other", { [one.otherKey]: one.denied[0] ?? "" }),
];

/** Kruise asks how many replicas a workload has; one whose label says Cascading and that has none can go. */
const cascading = [
  { kind: workload("Deployment", 2), isDenied: true },
  { kind: workload("StatefulSet", 1), isDenied: true },
  { kind: workload("ReplicaSet", 1), isDenied: true },
  { kind: workload("Deployment", 0), isDenied: false },
  { kind: { ...custom.cloneSet, fields: { spec: { replicas: 3 } } }, isDenied: true },
  { kind: { ...custom.cloneSet, fields: { spec: { replicas: 0 } } }, isDenied: false },
  { kind: custom.cloneSet, isDenied: false },
] as const;

const cascadingName = (at: number): string => `cascading-${at}`;

describeWithServer("presets, value by value", {}, (server) => {
  const answer = async ({ name, kind }: Pick<Row, "name" | "kind">) =>
    decisionOf(await server().request({ method: "DELETE", path: pathOf(kind, { name }) }));

  beforeAll(async () => {
    await define(server(), Object.values(custom));
    await server().request({ method: "POST", path: "/api/v1/namespaces", body: { metadata: { name: "presets" } } });
    const rows = marked.flatMap((one) => [...deniedRows(one), ...allowedRows(one)]);
    for (const { kind, metadata } of rows) await store(server(), kind, metadata);
    const labels = { "policy.kruise.io/delete-protection": "Cascading" };
    for (const [at, { kind }] of cascading.entries()) await store(server(), kind, { name: cascadingName(at), labels });
    await enforceFiles(
      server(),
      presets.map((preset) => `presets/${preset}`),
    );
  });

  describe.each(marked)("$preset: $key among $place of $kind.kind", (one) => {
    const { preset, rule } = one;

    test.each(deniedRows(one))("denied: $metadata", async (row) => {
      const begin = `${subjectOf(row.kind, row.name)} is forbidden: ValidatingAdmissionPolicy '${preset}' with binding '${preset}'`;
      expect(await answer(row)).toStrictEqual({
        code: 403,
        reason: "Forbidden",
        message: expect.stringContaining(`${begin} denied request: ${rule}: ${one.kind.kind} `) as string,
      });
    });

    test.each(allowedRows(one))("allowed: $metadata", async (row) => {
      expect(await answer(row)).toBe("allow");
    });
  });

  test.each(cascading.map((one, at) => ({ ...one, name: cascadingName(at) })))(
    "kruise-cascading-workloads: $kind.kind, $kind.fields.spec.replicas replicas, is denied: $isDenied",
    async ({ isDenied, ...row }) => {
      const denial = {
        code: 403,
        reason: "Forbidden",
        message: expect.stringContaining(
          `'kruise-cascading-workloads' denied request: cascading: ${row.kind.kind} presets/${row.name} is protected`,
        ) as string,
      };
      expect(await answer(row)).toEqual(isDenied ? denial : "allow");
    },
  );
});
