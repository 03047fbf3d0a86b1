import { isDeepStrictEqual } from "node:util";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { ApiRequest } from "../control-plane/api-client.ts";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { isBefore } from "../control-plane/version-differences.ts";
import { type Answer, ask } from "./answer.ts";
import { mergePatch } from "../control-plane/requests.ts";
import { type Subject, annotate, goesThrough, putAnnotations, serverSideApply, withQuery } from "./changes.ts";
import { type ControllerChange, controllerChanges, marks, plain } from "./controller-changes.ts";
import { printFigures, secondsSince } from "./figures.ts";
import { grantEverything, s3Controller } from "./identities.ts";
import { type TestKind, adoptedResource, bucket, clusterScopedRole, objectOf, pathOf } from "./kinds.ts";
import { enforceGenerated } from "./policies-in-force.ts";
import { deniedController, warnedOfControllerElsewhere } from "./rule-texts.ts";
import { storeNamespace } from "./stored-objects.ts";

/** A real name; with what stands before it, it has more than the 63 characters that a message shows. */
const longController = "system:serviceaccount:ack-system:ack-applicationautoscaling-controller";
const others = [
  "alice",
  "system:serviceaccount:ack-system-2:ack-s3-controller",
  "system:serviceaccount:other:ack-s3-controller",
  "system:serviceaccount:kube-system:namespace-controller",
];

type Target = {
  readonly what: string;
  /** Absent for Namespaces. */
  readonly kind?: TestKind;
  readonly version?: string;
  readonly subresource?: string;
};

const bucketItself: Target = { what: "Bucket", kind: bucket };
const namespaceItself: Target = { what: "Namespace" };
const finalize: Target = { what: "namespaces/finalize", subresource: "/finalize" };

/** Where a mark can be written. */
const writable: readonly Target[] = [
  bucketItself,
  { what: "Bucket of a version without status subresource", kind: bucket, version: "v1alpha2" },
  { what: "AdoptedResource", kind: adoptedResource },
  { what: "a cluster-scoped kind", kind: clusterScopedRole },
  namespaceItself,
  { what: "namespaces/status", subresource: "/status" },
  finalize,
];

/**
 * Where the server itself keeps annotations as they are: a custom resource's status subresource writes the status
 * alone.
 */
const status: Target = { what: "buckets/status", kind: bucket, subresource: "/status" };

function subjectOf({ kind, version = "v1alpha1" }: Target, name: string): Omit<Subject, "stored"> {
  if (kind === undefined) {
    return { name, path: `/api/v1/namespaces/${name}`, described: `Namespace ${name}`, subject: `namespaces "${name}"` };
  }
  const namespace = kind.scope === "Namespaced" ? "controllers" : undefined;
  const described = namespace === undefined ? `${kind.kind} ${name}` : `${kind.kind} ${namespace}/${name}`;
  return { name, path: pathOf(kind, { namespace, name, version }), described, subject: `${kind.plural}.${kind.group} "${name}"` };
}

const denied = (target: Omit<Subject, "stored">, shown = `"${s3Controller}"`): Answer => ({
  decision: deniedController(target, shown),
  warnings: [],
});

type OtherChange = { readonly what: string; readonly on: Target; readonly request: (subject: Subject) => ApiRequest };

/** What a controller has to do, and what it may do. */
const otherChanges: readonly OtherChange[] = [
  { what: "the spec", on: bucketItself, request: ({ path }) => mergePatch(path, { spec: { name: "other" } }) },
  { what: "the status", on: bucketItself, request: ({ path }) => mergePatch(`${path}/status`, { status: { ready: true } }) },
  {
    what: "a finalizer",
    on: bucketItself,
    request: ({ path }) => mergePatch(path, { metadata: { finalizers: ["finalizers.s3.services.k8s.aws/Bucket"] } }),
  },
  { what: "no finalizer", on: bucketItself, request: ({ path }) => mergePatch(path, { metadata: { finalizers: null } }) },
  { what: "labels", on: bucketItself, request: ({ path }) => mergePatch(path, { metadata: { labels: { a: "b" } } }) },
  { what: "another annotation", on: bucketItself, request: ({ path }) => annotate(path, { "services.k8s.aws/adopted": "true" }) },
  {
    what: "an annotation that looks like a mark",
    on: bucketItself,
    request: ({ path }) => annotate(path, { "evilservices.k8s.aws/prevent-delete": "true" }),
  },
  { what: "another annotation away", on: bucketItself, request: ({ path }) => annotate(path, { "example.com/plain": null }) },
  { what: "all marks as they are", on: bucketItself, request: ({ path }) => annotate(path, marks) },
  {
    what: "a PUT that keeps the marks",
    on: bucketItself,
    request: (subject) => putAnnotations(subject, { ...marks, other: "text" }),
  },
  {
    what: "an apply that keeps the marks",
    on: bucketItself,
    request: (subject) => serverSideApply(subject, { annotations: { ...marks, other: "text" } }),
  },
  {
    what: "labels of a Namespace",
    on: namespaceItself,
    request: ({ path }) => mergePatch(path, { metadata: { labels: { a: "b" } } }),
  },
  { what: "another annotation of a Namespace", on: namespaceItself, request: ({ path }) => annotate(path, { other: "text" }) },
  {
    what: "finalize with all marks",
    on: finalize,
    request: (subject) => putAnnotations(subject, { ...marks, other: "text" }, "/finalize"),
  },
];

describeWithServer("controllers may not change marks", {}, (server) => {
  const start = performance.now();
  let decisions = 0;
  const read = async (target: Target, name: string): Promise<Subject> => {
    const subject = subjectOf(target, name);
    return { ...subject, stored: (await server().request({ method: "GET", path: subject.path })).body };
  };
  const asUser = (user: string, request: ApiRequest, query = "dryRun=All") => {
    decisions += 1;
    return ask(server(), { ...withQuery(request, query), as: user });
  };

  /** The answers to all changes of one target, by row. */
  const answersOf = async (target: Target, answer: (change: ControllerChange, subject: Subject) => Answer | Promise<Answer>) => {
    const subjects = { marked: await read(target, "marked"), unmarked: await read(target, "unmarked") };
    const rows = controllerChanges(target.subresource ?? "");
    return Object.fromEntries(
      await Promise.all(rows.map(async (row) => [row.what, await answer(row, subjects[row.on])] as const)),
    );
  };

  /** One by one, each on the object as the one before left it. */
  const answersInTurn = async (target: Target, answer: (change: ControllerChange, subject: Subject) => Promise<Answer>) => {
    const answers: Record<string, Answer> = {};
    for (const row of controllerChanges(target.subresource ?? "")) {
      answers[row.what] = await answer(row, await read(target, row.on));
    }
    return answers;
  };

  const ownersOf = async (name: string): Promise<unknown> => {
    const { managedFields } = (await read(status, name)).stored["metadata"] as Record<string, unknown>;
    return managedFields;
  };

  /** By the manager that the changes use: what it does not apply any more is removed. */
  const apply = async (target: Target, name: string, annotations: Readonly<Record<string, string>>) => {
    const stored =
      target.kind === undefined ? { apiVersion: "v1", kind: "Namespace", metadata: { name } } : objectOf(target.kind, { name });
    const request = serverSideApply({ ...subjectOf(target, name), stored }, { annotations });
    const { status: code, text } = await server().request({ ...request, body: { ...stored, ...(request.body as object) } });
    if (code !== 201) throw new Error(`${name} was not stored: ${text}`);
  };

  beforeAll(async () => {
    await Promise.all([bucket, adoptedResource, clusterScopedRole].map((kind) => applyCustomResourceDefinition(server(), kind)));
    await grantEverything(server(), [s3Controller, longController, ...others]);
    await storeNamespace(server(), "controllers");
    const itself = writable.filter(({ version, subresource }) => version === undefined && subresource === undefined);
    for (const target of itself) {
      await apply(target, "marked", { ...plain, ...marks });
      await apply(target, "unmarked", plain);
    }
  });

  test.each([...writable, status])("without the policy they may: $what", async (target) => {
    const answers = await answersOf(target, (change, subject) => asUser(s3Controller, change.request(subject)));
    expect(answers).toStrictEqual(await answersOf(target, goesThrough));
  });

  describe("with the policy", () => {
    beforeAll(() => enforceGenerated(server(), ["ack-controllers"]));

    test.each(writable)("$what", async (target) => {
      const answers = await answersOf(target, (change, subject) => asUser(s3Controller, change.request(subject), ""));
      expect(answers).toStrictEqual(await answersOf(target, (_, subject) => denied(subject)));
    });

    test("buckets/status, which the server does not let change annotations", async () => {
      const owners = await ownersOf("marked");
      // In turn: where each of them writes the owners, those at the same time would conflict.
      const answers = await answersInTurn(status, (change, subject) => asUser(s3Controller, change.request(subject), ""));
      expect(answers).toStrictEqual(await answersOf(status, goesThrough));
      const keepsOwners = isDeepStrictEqual(await ownersOf("marked"), owners);
      expect(keepsOwners).toBe(!isBefore(server(), "statusKeepsOwners"));
    });

    test.each([bucketItself, namespaceItself])("the marks of a $what are as they were", async (target) => {
      expect((await read(target, "marked")).stored).toMatchObject({ metadata: { annotations: { ...plain, ...marks } } });
      expect((await read(target, "unmarked")).stored["metadata"]).toHaveProperty("annotations", plain);
    });

    test("status and mark in one request, in a version without status subresource", async () => {
      const subject = await read({ ...bucketItself, version: "v1alpha2" }, "marked");
      const both = mergePatch(subject.path, {
        status: { ready: true },
        metadata: { annotations: { "services.k8s.aws/prevent-delete": "false" } },
      });
      expect(await asUser(s3Controller, both)).toStrictEqual(denied(subject));
    });

    test.each(others)("may be changed by %s", async (user) => {
      for (const target of writable) {
        const answers = await answersOf(target, (change, subject) => asUser(user, change.request(subject)));
        expect(answers).toStrictEqual(await answersOf(target, goesThrough));
      }
    });

    test.each([
      ["system:serviceaccount:other:ack-s3-controller", true],
      ["system:serviceaccount:ack-system-2:ack-s3-controller", true],
      [s3Controller, false],
      ["alice", false],
    ])("%s writes the status of a Bucket: warned of, %s", async (user, isWarnedOf) => {
      const subject = await read(bucketItself, "marked");
      const answer = await asUser(user, mergePatch(`${subject.path}/status`, { status: { ready: false } }));
      const warnings = isWarnedOf ? [warnedOfControllerElsewhere(subject, user)] : [];
      expect(answer).toStrictEqual({ decision: "allow", warnings });
    });

    test("the status of a Namespace is no work of ACK's controllers, whoever writes it", async () => {
      const subject = await read(namespaceItself, "marked");
      const answer = await asUser(others[2] ?? "", annotate(`${subject.path}/status`, { plain: "other" }));
      expect(answer).toStrictEqual(goesThrough());
    });

    test("a controller whose name is long", async () => {
      const subject = await read(bucketItself, "marked");
      const request = annotate(subject.path, { "services.k8s.aws/prevent-delete": "false" });
      expect(await asUser(longController, request)).toStrictEqual(denied(subject, `"${longController}"`));
    });

    test("a create is no change of a mark", async () => {
      const body = objectOf(bucket, { name: "new", namespace: "controllers", annotations: marks });
      expect(
        await asUser(s3Controller, { method: "POST", path: pathOf(bucket, { namespace: "controllers" }), body }),
      ).toStrictEqual(goesThrough());
    });

    test("kubectl shows the denial", async () => {
      const args = ["annotate", "buckets.s3.services.k8s.aws/marked", "-n", "controllers", "services.k8s.aws/prevent-delete-"];
      const { message } = denied(subjectOf(bucketItself, "marked")).decision as { message: string };
      const expected = { code: 1, stdout: "", stderr: `Error from server (Forbidden): ${message}\n` };
      expect(await server().kubectl(args, { as: s3Controller })).toStrictEqual(expected);
    });

    // Last, since these are written.
    test.each(otherChanges)("goes through: $what", async ({ on, request }) => {
      expect(await asUser(s3Controller, request(await read(on, "marked")), "")).toStrictEqual(goesThrough());
    });
  });

  afterAll(() => printFigures(`ACK controllers: ${decisions} decisions of the server, ${secondsSince(start)}`));
});
