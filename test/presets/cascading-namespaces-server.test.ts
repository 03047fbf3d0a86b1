import { beforeAll, describe, expect, test } from "vitest";
import { decisionOf } from "../ack/answer.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { mergePatch } from "../control-plane/requests.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { fencesOf } from "../documents/fences.ts";
import { yamlOf } from "../fixtures/compile-files.ts";
import { type Kind, namespace, pathOf, store, volumeClaim } from "./kinds.ts";
import { enforceText } from "./presets-in-force.ts";

const pod: Kind = {
  apiVersion: "v1",
  kind: "Pod",
  plural: "pods",
  isNamespaced: true,
  fields: { spec: { containers: [{ name: "main", image: "example.com/none:1" }], automountServiceAccountToken: false } },
};

const serviceAccount: Kind = { apiVersion: "v1", kind: "ServiceAccount", plural: "serviceaccounts", isNamespaced: true };

const label = "policy.kruise.io/delete-protection";

/** What one Namespace holds, in one phase. */
interface Held {
  readonly name: string;
  /** Of the Namespace. */
  readonly label: string | undefined;
  readonly kind: Kind;
  readonly phase: string;
}

const rows: readonly (Held & { readonly guard: string | undefined })[] = [
  { name: "active-pod", label: "Cascading", kind: pod, phase: "Running", guard: "pods" },
  { name: "pending-pod", label: "Cascading", kind: pod, phase: "Pending", guard: "pods" },
  { name: "succeeded-pod", label: "Cascading", kind: pod, phase: "Succeeded", guard: undefined },
  { name: "failed-pod", label: "Cascading", kind: pod, phase: "Failed", guard: undefined },
  { name: "bound-claim", label: "Cascading", kind: volumeClaim, phase: "Bound", guard: "claims" },
  { name: "pending-claim", label: "Cascading", kind: volumeClaim, phase: "Pending", guard: undefined },
  { name: "lost-claim", label: "Cascading", kind: volumeClaim, phase: "Lost", guard: undefined },
  { name: "unlabelled", label: undefined, kind: pod, phase: "Running", guard: undefined },
  { name: "other-value", label: "cascading", kind: pod, phase: "Running", guard: undefined },
];

describeWithServer("OpenKruise: Cascading on Namespaces, as in docs/rules/presets.md", {}, (server) => {
  const remove = async (kind: Kind, place: { readonly name: string; readonly namespace?: string }, query = "") =>
    decisionOf(await server().request({ method: "DELETE", path: `${pathOf(kind, place)}${query}` }));

  async function fill({ name, label: value, kind, phase }: Held): Promise<void> {
    await store(server(), namespace, { name, ...(value !== undefined && { labels: { [label]: value } }) });
    // Pods need it, and no controller is there to make it: one would also give claims the phase that it thinks right.
    await store(server(), serviceAccount, { name: "default", namespace: name });
    await store(server(), kind, { name: "held", namespace: name });
    const { status, text } = await server().request(
      mergePatch(`${pathOf(kind, { name: "held", namespace: name })}/status`, { status: { phase } }),
    );
    if (status !== 200) throw new Error(`${name} is not in its phase: ${text}`);
  }

  beforeAll(async () => {
    for (const row of rows) await fill(row);
    await store(server(), namespace, { name: "empty", labels: { [label]: "Cascading" } });
    const [example] = fencesOf("docs/rules/presets.md").filter(({ language }) => language === "ts");
    await enforceText(server(), yamlOf(example?.text ?? ""));
  });

  test.each(rows)("$name: kept by $guard", async ({ name, guard, kind }) => {
    const policy = `kruise-cascading-${guard}-guard-namespaces-with-${kind.plural}`;
    const denial = {
      code: 403,
      reason: "Forbidden",
      message: expect.stringContaining(
        `'${policy}' with binding '${policy}' denied request: namespaceGuard: Namespace ${name} holds ${kind.kind} held`,
      ) as string,
    };
    expect(await remove(namespace, { name }, "?dryRun=All")).toEqual(guard === undefined ? "allow" : denial);
  });

  test("an empty Namespace can be deleted", async () => {
    expect(await remove(namespace, { name: "empty" })).toBe("allow");
  });

  describe("what it holds is deleted as ever, and then the Namespace", () => {
    test.each(rows.filter(({ guard }) => guard !== undefined))("$name", async ({ name, kind }) => {
      expect(await remove(kind, { name: "held", namespace: name }, "?gracePeriodSeconds=0")).toBe("allow");
      // The API server looks parameters up in a cache, which learns of the delete a moment later.
      const isFree = async () => (await remove(namespace, { name }, "?dryRun=All")) === "allow";
      await waitUntil("the API server knows that the Namespace is empty", isFree);
      expect(await remove(namespace, { name })).toBe("allow");
    });
  });

  test("the label is taken off the Namespace itself, and not through its status", async () => {
    await fill({ name: "labelled", label: "Cascading", kind: pod, phase: "Running" });
    const request = {
      method: "PATCH",
      contentType: "application/merge-patch+json",
      body: { metadata: { labels: { [label]: null } } },
    } as const;
    const path = pathOf(namespace, { name: "labelled" });
    const { body } = await server().request({ ...request, path: `${path}/status` });
    expect(body["message"]).toContain("denied request: namespaceSubresourceGuard: Namespace labelled protects what is in it");
    expect(decisionOf(await server().request({ ...request, path }))).toBe("allow");
    expect(await remove(namespace, { name: "labelled" })).toBe("allow");
  });
});
