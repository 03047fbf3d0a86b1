import { beforeAll, describe, expect, test } from "vitest";

import type { ApiRequest } from "../control-plane/api-client.ts";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { type Answer, ask, denial } from "./answer.ts";
import { mergePatch } from "../control-plane/requests.ts";
import { annotate, goesThrough, withQuery } from "./changes.ts";
import { grantEverything, s3Controller } from "./identities.ts";
import { bucket, pathOf } from "./kinds.ts";
import { enforceGenerated } from "./policies-in-force.ts";
import { storeNamespace, storeObject } from "./stored-objects.ts";
import { limitText, deniedForLimit, deniedPreventDelete, warnedOfLimit } from "./rule-texts.ts";

type Annotations = Readonly<Record<string, string>>;

/** The server takes 256 KiB of annotations, keys and values together. */
const annotationBytes = 256 * 1024;
const iterated = 2_000;

/**
 * `a000`, `a001` ...: short keys, so that many fit. They begin with a letter, or JavaScript would take some for numbers
 * and move them ahead.
 */
const plainKeys = (count: number): Annotations => numbered(count, (number) => number, "");

/** Ordinary annotations of the length at which 2,000 of them fill everything. */
const longKeys = (count: number): Annotations => numbered(count, (number) => `example.com/a-long-key${number}`, "v".repeat(100));

/** Marks of services with names of the length at which 2,000 of them fill nearly everything. */
const marks = (count: number, value: string): Annotations =>
  numbered(count, (number) => `x${number}.${"s".repeat(60)}.services.k8s.aws/prevent-delete`, value);

/** `a000` to the base of 36. */
const firstNumber = 10 * 36 ** 3;

function numbered(count: number, keyOf: (number: string) => string, value: string): Annotations {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [keyOf((index + firstNumber).toString(36)), value]));
}

const fullOfKeys = plainKeys(annotationBytes / 4);
const fullOfMarks = marks(iterated, "true");
const [firstKey = ""] = Object.keys(fullOfKeys);

type Row = {
  readonly what: string;
  /** Of a Namespace that is stored before the policies are in force. */
  readonly stored: Annotations;
  readonly request: (path: string) => ApiRequest;
  readonly expected: (name: string) => Answer;
};

const namespaceTarget = (name: string) => ({ described: `Namespace ${name}`, subject: `namespaces "${name}"` });

const tooManyToWrite = (name: string): Answer => ({
  decision: deniedForLimit("preventDeleteValue", namespaceTarget(name), `Namespace ${name}`),
  warnings: [warnedOfLimit("ignoredMark", `Namespace ${name}`)],
});

const tooManyToDelete = (name: string): Answer => ({
  decision: denial(`namespaces "${name}"`, "ack-namespace", limitText("markedNamespace", `Namespace ${name}`)),
  warnings: [],
});

const remove = (path: string): ApiRequest => ({ method: "DELETE", path });
const label = (path: string): ApiRequest => mergePatch(path, { metadata: { labels: { a: "b" } } });

const rows: readonly Row[] = [
  { what: "2,001 annotations: a label", stored: plainKeys(iterated + 1), request: label, expected: goesThrough },
  {
    what: "2,001 annotations: the status",
    stored: plainKeys(iterated + 1),
    request: (path) => label(`${path}/status`),
    expected: goesThrough,
  },
  {
    what: "2,001 annotations: another value",
    stored: plainKeys(iterated + 1),
    request: (path) => annotate(path, { [firstKey]: "x" }),
    expected: tooManyToWrite,
  },
  {
    what: "2,001 annotations: one less",
    stored: plainKeys(iterated + 1),
    request: (path) => annotate(path, { [firstKey]: null }),
    expected: goesThrough,
  },
  {
    what: "10,002 annotations: one less",
    stored: plainKeys(iterated + 2),
    request: (path) => annotate(path, { [firstKey]: null }),
    expected: tooManyToWrite,
  },
  {
    what: "2,000 annotations: one more",
    stored: plainKeys(iterated),
    request: (path) => annotate(path, { more: "x" }),
    expected: tooManyToWrite,
  },
  {
    what: "2,000 annotations: another value",
    stored: plainKeys(iterated),
    request: (path) => annotate(path, { [firstKey]: "x" }),
    expected: goesThrough,
  },
  { what: "2,000 annotations: delete", stored: longKeys(iterated), request: remove, expected: goesThrough },
  { what: "2,001 annotations: delete", stored: plainKeys(iterated + 1), request: remove, expected: tooManyToDelete },
  { what: "256 KiB of annotations: a label", stored: fullOfKeys, request: label, expected: goesThrough },
  {
    what: "256 KiB of annotations: one less",
    stored: fullOfKeys,
    request: (path) => annotate(path, { [firstKey]: null }),
    expected: tooManyToWrite,
  },
  {
    what: "2,001 annotations: none of them left",
    stored: plainKeys(iterated + 1),
    request: (path) => mergePatch(path, { metadata: { annotations: null } }),
    expected: goesThrough,
  },
  { what: "256 KiB of annotations: delete", stored: fullOfKeys, request: remove, expected: tooManyToDelete },
  {
    what: "256 KiB of long keys: another value",
    stored: longKeys(iterated),
    request: (path) => annotate(path, { [Object.keys(longKeys(1))[0] ?? ""]: "x" }),
    expected: goesThrough,
  },
  {
    what: "256 KiB of long keys: a wrong mark in place of one",
    stored: longKeys(iterated),
    request: (path) => annotate(path, { ...nulls(longKeys(2)), "services.k8s.aws/prevent-delete": "no" }),
    expected: (name) => ({
      decision: deniedPreventDelete(namespaceTarget(name), "services.k8s.aws/prevent-delete"),
      warnings: [],
    }),
  },
  {
    what: "256 KiB of marks: all to false",
    stored: fullOfMarks,
    request: (path) => annotate(path, marks(iterated, "false")),
    expected: goesThrough,
  },
  {
    what: "256 KiB of marks: all to garbage",
    stored: fullOfMarks,
    request: (path) => annotate(path, marks(iterated, "no")),
    expected: (name) => ({ ...tooManyToWrite(name), warnings: [] }),
  },
  { what: "256 KiB of removed marks: delete", stored: marks(iterated, "false"), request: remove, expected: goesThrough },
  { what: "256 KiB of marks: delete", stored: fullOfMarks, request: remove, expected: tooManyToDelete },
];

/** The same Namespaces, when a controller changes them. */
const controllerChanges: readonly Row[] = [
  { what: "2,001 annotations: a label", stored: plainKeys(iterated + 1), request: label, expected: goesThrough },
  {
    what: "2,001 annotations: one less",
    stored: plainKeys(iterated + 1),
    request: (path) => annotate(path, { [firstKey]: null }),
    expected: (name) => ({
      decision: denial(`namespaces "${name}"`, "ack-controllers-update", limitText("keepMarks", `Namespace ${name}`, "")),
      warnings: [],
    }),
  },
  {
    what: "256 KiB of long keys: another value",
    stored: longKeys(iterated),
    request: (path) => annotate(path, { [Object.keys(longKeys(1))[0] ?? ""]: "x" }),
    expected: goesThrough,
  },
  {
    what: "256 KiB of marks: another annotation",
    stored: marks(iterated - 1, "true"),
    request: (path) => annotate(path, { plain: "x" }),
    expected: goesThrough,
  },
];

const controllerRows = controllerChanges.map((row) => ({
  ...row,
  request: (path: string) => ({ ...row.request(path), as: s3Controller }),
}));

function nulls(annotations: Annotations): Record<string, null> {
  return Object.fromEntries(Object.keys(annotations).map((key) => [key, null]));
}

describeWithServer("limits, Namespaces and Buckets full of annotations", {}, (server) => {
  const all = [...rows, ...controllerRows];
  const nameOf = (row: Row): string => `full-${all.indexOf(row)}`;
  const pathTo = (row: Row): string => `/api/v1/namespaces/${nameOf(row)}`;

  beforeAll(async () => {
    await applyCustomResourceDefinition(server(), bucket);
    await grantEverything(server(), [s3Controller]);
    for (const row of all) await storeNamespace(server(), nameOf(row), row.stored);
    const annotations = { ...plainKeys(annotationBytes / 4 - 20), "services.k8s.aws/prevent-delete": "true" };
    await storeObject(server(), bucket, { name: "full", namespace: "default", annotations });
  });

  test.each(all)("without the policies goes through: $what", async (row) => {
    expect(await ask(server(), withQuery(row.request(pathTo(row)), "dryRun=All"))).toStrictEqual(goesThrough());
  });

  describe("with the policies", () => {
    beforeAll(() => enforceGenerated(server(), ["ack-controllers", "ack-namespace", "ack-prevent-delete", "ack-values"]));

    test.each(rows)("$what", async (row) => {
      expect(await ask(server(), row.request(pathTo(row)))).toStrictEqual(row.expected(nameOf(row)));
    });

    test.each(controllerRows)("by a controller, $what", async (row) => {
      expect(await ask(server(), row.request(pathTo(row)))).toStrictEqual(row.expected(nameOf(row)));
    });

    test("a mark among 65,516 annotations is found", async () => {
      const { decision } = await ask(server(), {
        method: "DELETE",
        path: pathOf(bucket, { namespace: "default", name: "full" }),
      });
      const message =
        'preventDelete: Bucket default/full is protected by the annotation services.k8s.aws/prevent-delete: "true" on the object. To delete it anyway' +
        ", first run: kubectl annotate buckets.s3.services.k8s.aws/full -n default s3.services.k8s.aws/prevent-delete=false --overwrite";
      expect(decision).toStrictEqual(denial('buckets.s3.services.k8s.aws "full"', "ack-prevent-delete", message));
    });
  });
});
