import { beforeAll, describe, expect, test } from "vitest";

import type { ControlPlane } from "../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { type Answer, ask } from "./answer.ts";
import { mergePatch } from "../control-plane/requests.ts";
import {
  type Change,
  type Subject,
  annotate,
  goesThrough,
  jsonPatch,
  putAnnotations,
  serverSideApply,
  withQuery,
} from "./changes.ts";
import { bucket, objectOf, pathOf, generic } from "./kinds.ts";
import { enforceGenerated } from "./policies-in-force.ts";
import { storeNamespace, storeObject } from "./stored-objects.ts";
import { deniedDeletionPolicy, deniedForLimit, deniedPreventDelete, warnedOfIgnored, warnedOfLimit } from "./rule-texts.ts";
const policy = "services.k8s.aws/deletion-policy";
const finalizers = ["test.example/waits"];

/** Stored before the policy is in force, as on the day on which it is introduced. */
const garbage = { [generic]: "yes", "s3.services.k8s.aws/prevent-delete": "True", [policy]: "Retain", plain: "text" };

const manyKeys = (mark: string, count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`x${String(index).padStart(2, "0")}.services.k8s.aws/${mark}`, "wrong"]),
  );

const deniedBy =
  (deniedFor: typeof deniedPreventDelete, keys: string) =>
  (subject: Subject): Answer => ({ decision: deniedFor(subject, keys), warnings: [] });

/** Of Buckets and of Namespaces alike. */
const changes: readonly Change[] = [
  { what: "a label", request: ({ path }) => mergePatch(path, { metadata: { labels: { a: "b" } } }), expected: goesThrough },
  { what: "another annotation", request: ({ path }) => annotate(path, { plain: "other" }), expected: goesThrough },
  { what: "the same garbage once more", request: ({ path }) => annotate(path, { [generic]: "yes" }), expected: goesThrough },
  {
    what: "all garbage in a PUT",
    request: (subject) => putAnnotations(subject, { ...garbage, plain: "put" }),
    expected: goesThrough,
  },
  {
    what: "a label by server-side apply",
    request: (subject) => serverSideApply(subject, { labels: { a: "b" } }),
    expected: goesThrough,
  },
  { what: "garbage to true", request: ({ path }) => annotate(path, { [generic]: "true" }), expected: goesThrough },
  { what: "garbage to false", request: ({ path }) => annotate(path, { [generic]: "false" }), expected: goesThrough },
  { what: "garbage away", request: ({ path }) => annotate(path, { [generic]: null }), expected: goesThrough },
  { what: "all annotations away", request: (subject) => putAnnotations(subject, undefined), expected: goesThrough },
  {
    what: "garbage to other garbage",
    request: ({ path }) => annotate(path, { [generic]: "no" }),
    expected: deniedBy(deniedPreventDelete, generic),
  },
  {
    what: "garbage to other garbage by JSON patch",
    request: ({ path }) =>
      jsonPatch(path, { op: "replace", path: "/metadata/annotations/services.k8s.aws~1prevent-delete", value: "no" }),
    expected: deniedBy(deniedPreventDelete, generic),
  },
  {
    what: "garbage to other garbage by PUT",
    request: (subject) => putAnnotations(subject, { [generic]: "no" }),
    expected: deniedBy(deniedPreventDelete, generic),
  },
  {
    what: "garbage to other garbage by server-side apply",
    request: (subject) => serverSideApply(subject, { annotations: { [generic]: "no" } }),
    expected: deniedBy(deniedPreventDelete, generic),
  },
  {
    what: "new garbage beside the old",
    request: ({ path }) => annotate(path, { "rds.services.k8s.aws/prevent-delete": "no" }),
    expected: deniedBy(deniedPreventDelete, "rds.services.k8s.aws/prevent-delete"),
  },
  {
    what: "several garbage values, named in order",
    request: ({ path }) =>
      annotate(path, { "z.services.k8s.aws/prevent-delete": "no", "a.services.k8s.aws/prevent-delete": "no", [generic]: "no" }),
    expected: deniedBy(deniedPreventDelete, `a.services.k8s.aws/prevent-delete, ${generic}, z.services.k8s.aws/prevent-delete`),
  },
  {
    what: "garbage in both marks",
    request: ({ path }) => annotate(path, { [generic]: "no", "s3.services.k8s.aws/deletion-policy": "Delete" }),
    expected: (subject) => ({
      decision: deniedPreventDelete(subject, generic),
      warnings: subject.described.startsWith("Bucket") ? [warnedOfIgnored(subject, "s3.services.k8s.aws/deletion-policy")] : [],
    }),
  },
  {
    what: "ten garbage values, which are all named",
    request: ({ path }) => annotate(path, manyKeys("prevent-delete", 10)),
    expected: deniedBy(deniedPreventDelete, Object.keys(manyKeys("prevent-delete", 10)).join(", ")),
  },
  {
    what: "eleven garbage values, which are too many to name",
    request: ({ path }) => annotate(path, manyKeys("prevent-delete", 11)),
    expected: (subject) => ({
      decision: deniedForLimit("preventDeleteValue", subject, withoutNamespace(subject)),
      warnings: [],
    }),
  },
  {
    what: "eleven garbage values of deletion-policy",
    request: ({ path }) => annotate(path, manyKeys("deletion-policy", 11)),
    expected: (subject) => ({
      decision: deniedForLimit("deletionPolicyValue", subject, withoutNamespace(subject)),
      warnings: subject.described.startsWith("Bucket") ? [warnedOfLimit("ignoredMark", withoutNamespace(subject))] : [],
    }),
  },
];

const bucketChanges: readonly Change[] = [
  ...changes,
  { what: "the spec", request: ({ path }) => mergePatch(path, { spec: { name: "other" } }), expected: goesThrough },
  { what: "the status", request: ({ path }) => mergePatch(`${path}/status`, { status: { a: "b" } }), expected: goesThrough },
  { what: "the finalizers", request: ({ path }) => mergePatch(path, { metadata: { finalizers: [] } }), expected: goesThrough },
  {
    what: "a value of deletion-policy that the design document has",
    request: ({ path }) => annotate(path, { [policy]: "Delete" }),
    expected: deniedBy(deniedDeletionPolicy, policy),
  },
  {
    what: "garbage through the second version",
    request: ({ path }) => annotate(path.replace("v1alpha1", "v1alpha2"), { [generic]: "no" }),
    expected: deniedBy(deniedPreventDelete, generic),
  },
];

const namespaceChanges: readonly Change[] = [
  ...changes,
  {
    what: "garbage through the status",
    request: ({ path }) => annotate(`${path}/status`, { [generic]: "no" }),
    expected: deniedBy(deniedPreventDelete, generic),
  },
  {
    what: "garbage through finalize",
    request: (subject) => putAnnotations(subject, { [generic]: "no" }, "/finalize"),
    expected: deniedBy(deniedPreventDelete, generic),
  },
  {
    what: "nothing, through finalize",
    request: (subject) => putAnnotations(subject, garbage, "/finalize"),
    expected: goesThrough,
  },
  {
    what: "an ignored mark, through the status",
    request: ({ path }) => annotate(`${path}/status`, { [policy]: "retain" }),
    expected: (subject) => ({ decision: "allow", warnings: [warnedOfIgnored(subject, policy)] }),
  },
];

const annotateByKubectl = (server: ControlPlane, mark: string) =>
  server.kubectl(["annotate", "buckets.s3.services.k8s.aws/old-0", "-n", "values", mark, "--overwrite"]);

const withoutNamespace = ({ described, name }: Subject): string => `${described.split(" ")[0]} ${name}`;

const nameOf = (prefix: string, index: number): string => `${prefix}-${index}`;

async function readSubject(server: ControlPlane, target: Omit<Subject, "stored">): Promise<Subject> {
  return { ...target, stored: (await server.request({ method: "GET", path: target.path })).body };
}

async function answersByRow(
  rows: readonly Change[],
  answer: (row: Change, index: number) => Promise<Answer>,
): Promise<Record<string, Answer>> {
  return Object.fromEntries(await Promise.all(rows.map(async (row, index) => [row.what, await answer(row, index)] as const)));
}

describeWithServer("values, changes of objects that hold old garbage", {}, (server) => {
  const bucketOf = (index: number) => {
    const name = nameOf("old", index);
    const subject = `buckets.s3.services.k8s.aws "${name}"`;
    return readSubject(server(), {
      name,
      path: pathOf(bucket, { namespace: "values", name }),
      described: `Bucket values/${name}`,
      subject,
    });
  };
  const namespaceOf = (index: number) => {
    const name = nameOf("old", index);
    return readSubject(server(), {
      name,
      path: `/api/v1/namespaces/${name}`,
      described: `Namespace ${name}`,
      subject: `namespaces "${name}"`,
    });
  };
  const tables = [
    { what: "Buckets", rows: bucketChanges, subjectOf: bucketOf },
    { what: "Namespaces", rows: namespaceChanges, subjectOf: namespaceOf },
  ];

  beforeAll(async () => {
    await applyCustomResourceDefinition(server(), bucket);
    await storeNamespace(server(), "values");
    const names = bucketChanges.map((_, index) => nameOf("old", index));
    await Promise.all(
      names.map((name) => storeObject(server(), bucket, { name, namespace: "values", annotations: garbage, finalizers })),
    );
    await storeObject(server(), bucket, { name: "ending", namespace: "values", annotations: garbage, finalizers });
    await Promise.all(names.map((name) => storeNamespace(server(), name, garbage)));
  });

  test.each(tables)("without the policy goes through: $what", async ({ rows, subjectOf }) => {
    const dryRun = async (row: Change, index: number) =>
      ask(server(), withQuery(row.request(await subjectOf(index)), "dryRun=All"));
    expect(await answersByRow(rows, dryRun)).toStrictEqual(await answersByRow(rows, async () => goesThrough()));
  });

  describe("with the policy", () => {
    beforeAll(() => enforceGenerated(server(), ["ack-values"]));

    test.each(tables)("$what", async ({ rows, subjectOf }) => {
      const expected = await answersByRow(rows, async (row, index) => row.expected(await subjectOf(index)));
      const answers = await answersByRow(rows, async (row, index) => ask(server(), row.request(await subjectOf(index))));
      expect(answers).toStrictEqual(expected);
    });

    test("an object that is being deleted can be finalized", async () => {
      const path = pathOf(bucket, { namespace: "values", name: "ending" });
      expect((await server().request({ method: "DELETE", path })).status).toBe(200);
      expect(await ask(server(), mergePatch(path, { metadata: { finalizers: null } }))).toStrictEqual(goesThrough());
      expect((await server().request({ method: "GET", path })).status).toBe(404);
    });

    test("the status subresource of a Bucket does not write annotations", async () => {
      const { path } = await bucketOf(0);
      expect(await ask(server(), annotate(`${path}/status`, { [generic]: "no" }))).toStrictEqual(goesThrough());
      expect((await bucketOf(0)).stored).toMatchObject({ metadata: { annotations: { [generic]: "yes" } } });
    });

    test("a create with a generated name tells the name", async () => {
      const body = objectOf(bucket, { name: "", namespace: "values", annotations: { [generic]: "no" } });
      const metadata = { generateName: "new-", annotations: { [generic]: "no" } };
      const { decision } = await ask(server(), {
        method: "POST",
        path: pathOf(bucket, { namespace: "values" }),
        body: { ...body, metadata },
      });
      const message = String((decision as { message?: unknown }).message);
      const name = /"(new-\w+)"/.exec(message)?.[1];
      expect(decision).toStrictEqual(
        deniedPreventDelete({ described: `Bucket values/${name}`, subject: `buckets.s3.services.k8s.aws "${name}"` }, generic),
      );
    });

    test("a create by server-side apply", async () => {
      const target = { name: "applied", described: "Bucket values/applied", subject: 'buckets.s3.services.k8s.aws "applied"' };
      const path = pathOf(bucket, { namespace: "values", name: target.name });
      const request = serverSideApply(
        { ...target, path, stored: objectOf(bucket, { name: target.name }) },
        { annotations: { [generic]: "no" } },
      );
      expect((await ask(server(), request)).decision).toStrictEqual(deniedPreventDelete(target, generic));
      expect((await server().request({ method: "GET", path })).status).toBe(404);
    });

    test("kubectl shows denials and warnings", async () => {
      const target = { described: "Bucket values/old-0", subject: 'buckets.s3.services.k8s.aws "old-0"' };
      const denied = await annotateByKubectl(server(), `${generic}=no`);
      const { message } = deniedPreventDelete(target, generic);
      expect(denied).toStrictEqual({ code: 1, stdout: "", stderr: `Error from server (Forbidden): ${message}\n` });
      expect(await annotateByKubectl(server(), "s3.services.k8s.aws/deletion-policy=retain")).toStrictEqual({
        code: 0,
        stdout: "bucket.s3.services.k8s.aws/old-0 annotated\n",
        stderr: `Warning: ${warnedOfIgnored(target, "s3.services.k8s.aws/deletion-policy")}\n`,
      });
    });
  });
});
