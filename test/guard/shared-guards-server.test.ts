import { beforeAll, describe, expect, test } from "vitest";
import { enforce } from "../ack/policies-in-force.ts";
import type { ApiResponse } from "../control-plane/api-client.ts";
import { collectionOf } from "../control-plane/collections.ts";
import { created } from "../control-plane/requests.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { compileFiles, problemsOf } from "../fixtures/compile-files.ts";
import { documentsIn } from "../fixtures/yaml-documents.ts";
import { held, together } from "../plan/shared-guards/guards-by-hand.ts";
import { filesOf } from "../plan/shared-guards/policy-texts.ts";
import { expectDenied } from "./expect-denied.ts";

const names = ["keep-a", "keep-b", "keep-c"];

const compilation = compileFiles(
  {
    ...filesOf(names),
    ...filesOf(["warned-a", "warned-b"], { more: 'enforcement: "warn",' }),
    ...filesOf(["marked-a", "marked-b"], { mark: "annotations" }),
  },
  ["policies"],
  { installation: "acme" },
);

const fileOf = (name: string): string => compilation.files.find((file) => file.name === `${name}.yaml`)?.text ?? "";
const shared = fileOf("acme-guards");
const yaml = [shared, ...["keep", "warned", "marked"].flatMap((kind) => ["a", "b", "c"].map((one) => fileOf(`${kind}-${one}`)))]
  .filter((text) => text !== "")
  .join("\n---\n");

describeWithServer("guards that share a policy", {}, (server) => {
  const objects = (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps`;

  /** A Namespace that holds a ConfigMap for each of these marks, named after it. */
  async function shop(namespace: string, marks: readonly string[], where: "labels" | "annotations" = "labels"): Promise<void> {
    await created(server(), "/api/v1/namespaces", { metadata: { name: namespace } });
    for (const mark of marks) {
      const metadata = { name: mark, [where]: { [`example.com/${mark}`]: "yes" } };
      await created(server(), objects(namespace), { metadata });
    }
  }

  const remove = (namespace: string): Promise<ApiResponse> =>
    server().request({ method: "DELETE", path: `/api/v1/namespaces/${namespace}?dryRun=All` });

  /** The API server looks objects up in a copy of its own, which may be behind for a moment. */
  const untilDenied = (namespace: string, said: string): Promise<void> =>
    waitUntil(`the delete of ${namespace} is denied with ${said}`, async () =>
      String((await remove(namespace)).body["message"]).includes(said),
    );

  beforeAll(async () => {
    expect(problemsOf(compilation)).toEqual([]);
    await enforce(server(), yaml);
  });

  test("what is read back is what the file says", async () => {
    const documents = documentsIn(shared);
    // Three groups: by label, by annotation, and what only warns.
    expect(documents.map(({ kind }) => kind).filter((kind) => kind === "ValidatingAdmissionPolicy")).toHaveLength(3);
    for (const document of documents) {
      const path = `${collectionOf(document)}/${document.metadata.name}`;
      expect((await server().request({ method: "GET", path })).body["spec"]).toEqual(document.spec);
    }
  });

  test("a Namespace is denied for the objects of each policy, with its rule and its command, until they are released", async () => {
    await shop("both", ["keep-a", "keep-b"]);
    const left = new Set(["keep-a", "keep-b"]);
    while (left.size > 0) {
      await untilDenied("both", "namespaceGuard of ");
      const message = String((await remove("both")).body["message"]);
      const said =
        /denied request: namespaceGuard of (keep-\w): Namespace both holds ConfigMap (keep-\w), which is protected .*: (kubectl delete .*)$/.exec(
          message,
        );
      const [, policy = "", object, command = ""] = said ?? [];
      expect([message, object]).toEqual([expect.stringContaining("'acme-guard-namespaces-with-configmaps-"), policy]);
      expect(left.delete(policy)).toBe(true);
      // What the message says first is denied itself, with the command that releases the object.
      const denied = await server().kubectl(command.replace("kubectl ", "").split(" "));
      const release = /to delete it anyway: kubectl (annotate \S+ -n both \S+)/.exec(denied.stderr)?.[1] ?? denied.stderr;
      expect(await server().kubectl(release.split(" "))).toMatchObject({ code: 0 });
      await waitUntil(`${policy} is no reason any more`, async () => {
        const { status, text } = await remove("both");
        return status === 200 || !text.includes(`holds ConfigMap ${policy}`);
      });
    }
    await waitUntil("both goes through", async () => (await remove("both")).status === 200);
  });

  test("a Namespace with objects that no policy means goes, and so does one without any", async () => {
    await shop("free", ["other", "another"]);
    await shop("empty", []);
    for (const namespace of ["free", "empty"]) {
      expect(await remove(namespace)).toMatchObject({ status: 200, warnings: [] });
      await server().request({ method: "DELETE", path: `/api/v1/namespaces/${namespace}` });
    }
    await waitUntil("they are gone", async () => {
      const { body } = await server().request({ method: "GET", path: "/api/v1/namespaces/empty" });
      return (body["metadata"] as { deletionTimestamp?: string }).deletionTimestamp !== undefined;
    });
  });

  test("what reads annotations is asked about every object, each policy for itself", async () => {
    await shop("annotated", ["marked-b", "plain"], "annotations");
    await untilDenied("annotated", "denied request: namespaceGuard of marked-b: Namespace annotated holds ConfigMap marked-b");
  });

  test("letting a Namespace go by its finalizers is denied, too, and what leaves them as they are is not", async () => {
    await shop("finalized", ["keep-c"]);
    await untilDenied("finalized", "namespaceGuard of keep-c: Namespace finalized holds ConfigMap keep-c");
    const path = "/api/v1/namespaces/finalized";
    const { body } = await server().request({ method: "GET", path });
    const finalize = (spec: object): Promise<ApiResponse> =>
      server().request({ method: "PUT", path: `${path}/finalize`, body: { ...body, spec } });
    await expectDenied(finalize({}), "namespaceGuard of keep-c: Namespace finalized holds ConfigMap keep-c");
    expect(await finalize(body["spec"] as object)).toMatchObject({ status: 200 });
  });

  test("an object is judged by the policy that selects it, and by no other", async () => {
    await enforce(server(), together);
    for (const [at, { name, labels, deniedBy }] of held.entries()) {
      const namespace = `held-${at}`;
      await created(server(), "/api/v1/namespaces", { metadata: { name: namespace } });
      const marked = Object.fromEntries(labels.map((key) => [key, "yes"]));
      await created(server(), objects(namespace), { metadata: { name, labels: marked } });
      if (deniedBy !== undefined) await untilDenied(namespace, `denied request: nameGuard of ${deniedBy}: it holds ${name}`);
    }
    // Written before the last that was denied, so the API server has seen them, too.
    for (const [at, { deniedBy }] of held.entries())
      if (deniedBy === undefined) expect([at, (await remove(`held-${at}`)).status]).toEqual([at, 200]);
  });

  describe("what only warns", () => {
    test("does so for each of its policies, and denies nothing", async () => {
      await shop("warned", ["warned-a", "warned-b"]);
      await waitUntil("both warn", async () => (await remove("warned")).warnings.length === 2);
      const { status, warnings } = await remove("warned");
      expect(status).toBe(200);
      for (const one of ["warned-a", "warned-b"])
        expect(warnings).toContainEqual(
          expect.stringContaining(`: namespaceGuard of ${one}: Namespace warned holds ConfigMap ${one}, `),
        );
    });

    test("does not warn where another policy denies", async () => {
      await shop("mixed", ["keep-a", "warned-a"]);
      await untilDenied("mixed", "denied request: namespaceGuard of keep-a: Namespace mixed holds ConfigMap keep-a");
    });
  });
});
