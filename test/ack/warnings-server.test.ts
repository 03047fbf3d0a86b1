import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { type Answer, ask, denial } from "./answer.ts";
import { goesThrough } from "./changes.ts";
import { printFigures, secondsSince } from "./figures.ts";
import { type TestKind, adoptedResource, bucket, clusterScopedRole, dbInstance, evilBucket, pathOf } from "./kinds.ts";
import { enforceGenerated } from "./policies-in-force.ts";
import { warnedOfConsequence } from "./rule-texts.ts";
import { storeNamespace, storeObject } from "./stored-objects.ts";

type Annotations = Readonly<Record<string, string>>;

const generic = "services.k8s.aws/deletion-policy";

const byDefault = "ACK deletes the AWS resource too: default of the controller";

const retains = `ACK keeps the AWS resource: annotation ${generic} on the object`;

/** A value where ACK reads it, and what ACK makes of it. `SOURCE` stands for where it was found. */
const readValues: readonly { readonly value: string | undefined; readonly said: string }[] = [
  { value: undefined, said: "" },
  { value: "delete", said: "ACK deletes the AWS resource too: SOURCE" },
  { value: "retain", said: "ACK keeps the AWS resource: SOURCE" },
  { value: "Delete", said: 'ACK keeps the AWS resource: SOURCE (it takes "Delete" for retain)' },
  { value: "", said: 'ACK keeps the AWS resource: SOURCE (it takes "" for retain)' },
  { value: "delete\n", said: "ACK keeps the AWS resource: SOURCE (it takes (cannot be shown) for retain)" },
];

type Row = {
  readonly what: string;
  readonly kind: TestKind;
  readonly name: string;
  readonly namespace: string;
  readonly annotations: Annotations;
  /** Undefined: no mark decides or looks as if it did, so there is nothing to say. */
  readonly said: string | undefined;
};

/**
 * The Namespaces: one for each value of the services' keys, with the generic key, which ACK does not read there, or
 * without.
 */
const namespaces = readValues.flatMap(({ value, said }, index) =>
  [false, true].map((hasGeneric) => {
    const name = `read-${index}-${hasGeneric ? "generic" : "plain"}`;
    const service: Annotations = value === undefined ? {} : { [`s3.${generic}`]: value, [`rds.${generic}`]: value };
    return { name, said, hasGeneric, annotations: { ...service, ...(hasGeneric ? { [generic]: "retain" } : {}) } };
  }),
);

const rows: readonly Row[] = [bucket, dbInstance].flatMap((kind) =>
  namespaces.flatMap((namespace) =>
    readValues.flatMap((own, index) =>
      [false, true].map((hasService) => rowOf({ kind, namespace, own, name: `own-${index}-${hasService}`, hasService })),
    ),
  ),
);

type Combination = {
  readonly kind: TestKind;
  readonly namespace: (typeof namespaces)[number];
  readonly own: (typeof readValues)[number];
  readonly hasService: boolean;
  readonly name: string;
};

function rowOf({ kind, namespace, own, hasService, name }: Combination): Row {
  const service = `${kind.group}/deletion-policy`;
  const inherited = namespace.said.replace("SOURCE", `annotation ${service} on Namespace ${namespace.name}`);
  const decided = own.said.replace("SOURCE", `annotation ${generic} on the object`) || inherited;
  const unread = [
    hasService ? `; it does not read ${service} on the object` : "",
    namespace.hasGeneric ? `; it does not read ${generic} on the Namespace` : "",
  ];
  return {
    what: `${kind.kind} ${name} in ${namespace.name}`,
    kind,
    name,
    namespace: namespace.name,
    annotations: { ...(own.value === undefined ? {} : { [generic]: own.value }), ...(hasService ? { [service]: "delete" } : {}) },
    said: decided === "" && unread.join("") === "" ? undefined : (decided || byDefault) + unread.join(""),
  };
}

const expectedAnswer = ({ kind, namespace, name, said }: Row): Answer => ({
  decision: "allow",
  warnings: said === undefined ? [] : [warnedOfConsequence(`${kind.kind} ${namespace}/${name}`, said)],
});

async function byRow(answer: (row: Row) => Answer | Promise<Answer>): Promise<Record<string, Answer>> {
  return Object.fromEntries(await Promise.all(rows.map(async (row) => [row.what, await answer(row)] as const)));
}

describeWithServer("warnings, what becomes of the resource in AWS", {}, (server) => {
  const start = performance.now();
  const remove = ({ kind, ...place }: { kind: TestKind; name: string; namespace: string }, query = "") =>
    ask(server(), { method: "DELETE", path: `${pathOf(kind, place)}${query}` });

  beforeAll(async () => {
    const kinds = [bucket, dbInstance, adoptedResource, clusterScopedRole, evilBucket];
    await Promise.all(kinds.map((kind) => applyCustomResourceDefinition(server(), kind)));
    for (const { name, annotations } of namespaces) await storeNamespace(server(), name, annotations);
    await Promise.all(rows.map(({ kind, ...metadata }) => storeObject(server(), kind, metadata)));
  });

  test("without the policy nothing is said", async () => {
    expect(await byRow((row) => remove(row, "?dryRun=All"))).toStrictEqual(await byRow(goesThrough));
  });

  describe("with the policy", () => {
    beforeAll(() => enforceGenerated(server(), ["ack-deletion-policy", "ack-prevent-delete"]));

    test("each source, each value, each ignored mark, in a dry run", async () => {
      expect(await byRow((row) => remove(row, "?dryRun=All"))).toStrictEqual(await byRow(expectedAnswer));
    });

    test("each source, each value, each ignored mark", async () => {
      expect(await byRow((row) => remove(row))).toStrictEqual(await byRow(expectedAnswer));
    });

    test("the table has all combinations", () => {
      expect(rows).toHaveLength(2 * 6 * 6 * 2 * 2);
      expect(rows.filter(({ said }) => said === undefined)).toHaveLength(2);
    });

    test("the second version", async () => {
      await storeObject(server(), bucket, { name: "second", namespace: "default", annotations: { [generic]: "retain" } });
      const path = pathOf(bucket, { namespace: "default", name: "second", version: "v1alpha2" });
      const answer = { decision: "allow", warnings: [warnedOfConsequence("Bucket default/second", retains)] };
      expect(await ask(server(), { method: "DELETE", path })).toStrictEqual(answer);
    });

    test("a collection warns of each object", async () => {
      const annotations = { [generic]: "retain" };
      for (const name of ["a", "b"])
        await storeObject(server(), bucket, { name, namespace: "default", labels: { is: "item" }, annotations });
      const path = pathOf(bucket, { namespace: "default", query: "labelSelector=is%3Ditem" });
      const { decision, warnings } = await ask(server(), { method: "DELETE", path });
      expect(decision).toBe("allow");
      expect(warnings.toSorted()).toStrictEqual([
        warnedOfConsequence("Bucket default/a", retains),
        warnedOfConsequence("Bucket default/b", retains),
      ]);
    });

    test("a cluster-scoped kind", async () => {
      await storeObject(server(), clusterScopedRole, { name: "any", annotations: { [generic]: "retain" } });
      const answer = {
        decision: "allow",
        warnings: [warnedOfConsequence("Role any", retains)],
      };
      expect(await ask(server(), { method: "DELETE", path: pathOf(clusterScopedRole, { name: "any" }) })).toStrictEqual(answer);
    });

    test.each([adoptedResource, evilBucket])("nothing of $kind in $group, which stands for no resource in AWS", async (kind) => {
      await storeObject(server(), kind, { name: "any", namespace: "default", annotations: { [generic]: "retain" } });
      expect(await remove({ kind, name: "any", namespace: "default" })).toStrictEqual(goesThrough());
    });

    test("a delete that is denied warns as well", async () => {
      const annotations = { "services.k8s.aws/prevent-delete": "true", [generic]: "retain" };
      await storeObject(server(), bucket, { name: "kept", namespace: "default", annotations });
      const message =
        'preventDelete: Bucket default/kept is protected by the annotation services.k8s.aws/prevent-delete: "true" on the object. To delete it anyway' +
        ", first run: kubectl annotate buckets.s3.services.k8s.aws/kept -n default s3.services.k8s.aws/prevent-delete=false --overwrite";
      const decision = denial('buckets.s3.services.k8s.aws "kept"', "ack-prevent-delete", message);
      const answer = { decision, warnings: [warnedOfConsequence("Bucket default/kept", retains)] };
      expect(await remove({ kind: bucket, name: "kept", namespace: "default" })).toStrictEqual(answer);
    });

    test("kubectl shows it", async () => {
      await storeObject(server(), bucket, { name: "shown", namespace: "default", annotations: { [generic]: "Retain" } });
      const said = `ACK keeps the AWS resource: annotation ${generic} on the object (it takes "Retain" for retain)`;
      expect(await server().kubectl(["delete", "buckets.s3.services.k8s.aws/shown", "-n", "default"])).toStrictEqual({
        code: 0,
        stdout: expect.stringContaining('bucket.s3.services.k8s.aws "shown" deleted'),
        stderr: `Warning: ${warnedOfConsequence("Bucket default/shown", said)}\n`,
      });
    });
  });

  afterAll(() => printFigures(`ACK warnings: ${3 * rows.length} answers of the server, ${secondsSince(start)}`));
});
