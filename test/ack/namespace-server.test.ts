import { beforeAll, describe, expect, test } from "vitest";

import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { type Answer, ask, denial } from "./answer.ts";
import { goesThrough } from "./changes.ts";
import { bucket, generic } from "./kinds.ts";
import { enforceGenerated } from "./policies-in-force.ts";
import { storeNamespace, storeObject } from "./stored-objects.ts";
import { limitText, deniedNamespace } from "./rule-texts.ts";

type Row = {
  readonly what: string;
  readonly annotations: Readonly<Record<string, string>>;
  /** What the command in the denial has to say after the Namespace; undefined when the delete goes through. */
  readonly unmarked?: string;
};
const s3 = "s3.services.k8s.aws/prevent-delete";
const rds = "rds.services.k8s.aws/prevent-delete";

const numbered = (count: number, value: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${String(index).padStart(2, "0")}.${generic}`, value]));

const rows: readonly Row[] = [
  { what: "no annotation", annotations: {} },
  { what: "annotations of others", annotations: { "example.com/owner": "team-a" } },
  { what: "the generic mark", annotations: { [generic]: "true" }, unmarked: `${generic}=false` },
  { what: "the mark of a service", annotations: { [s3]: "true" }, unmarked: `${s3}=false` },
  { what: "a mark of a deeper group", annotations: { [`a.b.${generic}`]: "true" }, unmarked: `a.b.${generic}=false` },
  { what: "two marks", annotations: { [s3]: "true", [generic]: "true" }, unmarked: `${s3}=false ${generic}=false` },
  {
    what: "three marks, in order",
    annotations: { [generic]: "true", [s3]: "true", [rds]: "true" },
    unmarked: `${rds}=false ${s3}=false ${generic}=false`,
  },
  { what: "garbage", annotations: { [generic]: "yes" }, unmarked: `${generic}=false` },
  { what: "garbage without text", annotations: { [s3]: "" }, unmarked: `${s3}=false` },
  { what: "garbage that looks true", annotations: { [s3]: "True" }, unmarked: `${s3}=false` },
  { what: "garbage that looks false", annotations: { [s3]: "False" }, unmarked: `${s3}=false` },
  { what: "the generic mark, unmarked", annotations: { [generic]: "false" } },
  { what: "all marks, unmarked", annotations: { [generic]: "false", [s3]: "false" } },
  { what: "one mark, another one unmarked", annotations: { [generic]: "false", [s3]: "true" }, unmarked: `${s3}=false` },
  {
    what: "the generic mark, that of a service unmarked",
    annotations: { [generic]: "true", [s3]: "false" },
    unmarked: `${generic}=false`,
  },
  {
    what: "ten marks",
    annotations: numbered(10, "true"),
    unmarked: Object.keys(numbered(10, ""))
      .map((key) => `${key}=false`)
      .join(" "),
  },
  { what: "eleven marks, unmarked", annotations: numbered(11, "false") },
  { what: "a mark of a group that ends alike", annotations: { "evilservices.k8s.aws/prevent-delete": "true" } },
  { what: "deletion-policy", annotations: { "s3.services.k8s.aws/deletion-policy": "retain" } },
];

function expectedAnswer(name: string, { unmarked }: Row): Answer {
  if (unmarked === undefined) return goesThrough();
  return { decision: deniedNamespace(name, unmarked), warnings: [] };
}

describeWithServer("namespaces that are marked", {}, (server) => {
  const nameOf = (row: Row): string => `namespace-${rows.indexOf(row)}`;
  const remove = (name: string, query = "") => ask(server(), { method: "DELETE", path: `/api/v1/namespaces/${name}${query}` });
  const isEnding = async (name: string): Promise<boolean> => {
    const { body } = await server().request({ method: "GET", path: `/api/v1/namespaces/${name}` });
    return "deletionTimestamp" in (body["metadata"] as object);
  };

  beforeAll(async () => {
    await applyCustomResourceDefinition(server(), bucket);
    for (const row of rows) await storeNamespace(server(), nameOf(row), row.annotations);
    await storeNamespace(server(), "eleven", numbered(11, "true"));
    await storeNamespace(server(), "by-kubectl", { [generic]: "true" });
    await storeNamespace(server(), "holds-marked");
    await storeObject(server(), bucket, { name: "marked", namespace: "holds-marked", annotations: { [generic]: "true" } });
  });

  test.each(rows)("without the policy goes: $what", async (row) => {
    expect(await remove(nameOf(row), "?dryRun=All")).toStrictEqual(goesThrough());
  });

  describe("with the policy", () => {
    beforeAll(() => enforceGenerated(server(), ["ack-namespace"]));

    test.each(rows)("$what", async (row) => {
      const name = nameOf(row);
      expect(await remove(name, "?dryRun=All")).toStrictEqual(expectedAnswer(name, row));
      expect(await remove(name)).toStrictEqual(expectedAnswer(name, row));
      expect(await isEnding(name)).toBe(row.unmarked === undefined);
    });

    test("eleven marks are too many to name", async () => {
      const decision = denial('namespaces "eleven"', "ack-namespace", limitText("markedNamespace", "Namespace eleven"));
      expect(await remove("eleven")).toStrictEqual({ decision, warnings: [] });
    });

    test("a marked object does not keep its Namespace", async () => {
      expect(await remove("holds-marked")).toStrictEqual(goesThrough());
    });

    test("there is no collection delete of Namespaces", async () => {
      const response = await server().request({ method: "DELETE", path: "/api/v1/namespaces" });
      expect(response).toMatchObject({ status: 405, body: { reason: "MethodNotAllowed" } });
    });

    test("kubectl shows the denial", async () => {
      const { message } = deniedNamespace("by-kubectl", `${generic}=false`);
      const expected = { code: 1, stdout: "", stderr: `Error from server (Forbidden): ${message}\n` };
      expect(await server().kubectl(["delete", "namespace", "by-kubectl"])).toStrictEqual(expected);
    });
  });
});
