import { beforeAll, describe, expect, test } from "vitest";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { commandIn } from "./command-in.ts";
import { type Kind, custom, define, namespace, pathOf, resourceOf, service, store, workload } from "./kinds.ts";
import { type Marked, marked, presets } from "./marked.ts";
import { enforceFiles } from "./presets-in-force.ts";

const marksOf = ({ place, key, denied }: Marked): object => ({ [place]: { [key]: denied[0] } });

const nameOf = ({ preset, kind, place }: Marked): string => `${preset}-${kind.plural}-${place}`;

const cascading: Kind = workload("Deployment", 2);

const rows = [
  ...marked.map((one) => ({ what: nameOf(one), kind: one.kind, marks: marksOf(one) })),
  {
    what: "kruise-cascading-workloads",
    kind: cascading,
    marks: { labels: { "policy.kruise.io/delete-protection": "Cascading" } },
  },
];

function deletion({ kind, what }: { readonly kind: Kind; readonly what: string }): readonly string[] {
  const target = ["delete", `${resourceOf(kind)}/${what}`, "--wait=false"];
  return kind.isNamespaced ? [...target, "-n", "presets"] : target;
}

const patchOf = (body: object) => ({ method: "PATCH", contentType: "application/merge-patch+json", body }) as const;

/** An update of the stored object; what came of it, in the API server's words. */
async function patched(server: ControlPlane, path: string, body: object): Promise<string> {
  const { status, body: answer } = await server.request({ ...patchOf(body), path });
  return status < 300 ? "allow" : `${String(answer["reason"])}: ${String(answer["message"])}`;
}

describeWithServer("presets: overrides and guards", {}, (server) => {
  beforeAll(async () => {
    await define(server(), Object.values(custom));
    for (const name of ["presets", "held"]) await store(server(), namespace, { name });
    for (const { what, kind, marks } of rows) await store(server(), kind, { name: what, ...marks });
    for (const one of marked) await store(server(), one.kind, { name: `${nameOf(one)}-guarded`, ...marksOf(one) });
    await store(server(), custom.virtualMachine, {
      name: "vm",
      namespace: "held",
      labels: { "kubevirt.io/vm-delete-protection": "true" },
    });
    await enforceFiles(
      server(),
      presets.map((preset) => `presets/${preset}`),
    );
  });

  describe("the command that a denial names lets the delete through", () => {
    test.each(rows)("$what", async (row) => {
      const denied = await server().kubectl(deletion(row));
      expect(denied).toMatchObject({ code: 1, stderr: expect.stringContaining("Error from server (Forbidden)") as string });
      expect(await server().kubectl(commandIn(denied.stderr))).toMatchObject({ code: 0 });
      expect(await server().kubectl(deletion(row))).toMatchObject({ code: 0 });
    });
  });

  describe("no new owner", () => {
    test.each(marked)("$preset, $kind.kind, $place", async (one) => {
      const owner = { apiVersion: "v1", kind: "Node", name: "gone", uid: "gone" };
      const path = pathOf(one.kind, { name: `${nameOf(one)}-guarded` });
      expect(await patched(server(), path, { metadata: { ownerReferences: [owner] } })).toContain(
        `Forbidden: ${resourceOf(one.kind)} "${nameOf(one)}-guarded" is forbidden: ValidatingAdmissionPolicy '${one.preset}' with ` +
          `binding '${one.preset}' denied request: ownerGuard: `,
      );
    });
  });

  describe("the mark stays where nobody but the release mark takes it off", () => {
    const strict = marked.filter(({ preset }) => ["helm-keep", "argo-cd-sync-options", "flux-prune-disabled"].includes(preset));

    test.each(strict)("$preset, $place", async (one) => {
      const path = pathOf(one.kind, { name: `${nameOf(one)}-guarded` });
      expect(await patched(server(), path, { metadata: { [one.place]: { [one.key]: null } } })).toContain(
        `'${one.preset}' denied request: releaseGuard: ${one.kind.kind} presets/${nameOf(one)}-guarded is protected`,
      );
      expect(await patched(server(), path, { metadata: { labels: { another: "label" } } })).toBe("allow");
    });
  });

  describe("the mark is taken off the object itself and not through its status", () => {
    const label = "policy.kruise.io/delete-protection";

    test("kruise-delete-protection, Service", async () => {
      const path = pathOf(service, { name: "kruise-delete-protection-services-labels-guarded" });
      const unmarked = { metadata: { labels: { [label]: null } } };
      expect(await patched(server(), `${path}/status`, unmarked)).toContain(
        "'kruise-delete-protection' denied request: subresourceGuard: Service presets/",
      );
      expect(await patched(server(), path, unmarked)).toBe("allow");
    });

    test("kubevirt-delete-protection, whose status holds no labels", async () => {
      const path = pathOf(custom.virtualMachine, { name: "kubevirt-delete-protection-virtualmachines-labels-guarded" });
      const unmarked = { metadata: { labels: { "kubevirt.io/vm-delete-protection": null } } };
      expect(await patched(server(), `${path}/status`, unmarked)).toBe("allow");
      const { body } = await server().request({ method: "GET", path });
      expect(body).toMatchObject({ metadata: { labels: { "kubevirt.io/vm-delete-protection": "true" } } });
    });
  });

  test("a Namespace that holds a protected VirtualMachine is kept", async () => {
    const { stderr } = await server().kubectl(["delete", "namespaces/held", "--wait=false"]);
    expect(stderr).toContain(
      "'kubevirt-delete-protection-guard-namespaces-with-virtualmachines' denied request: namespaceGuard: Namespace held holds VirtualMachine vm",
    );
  });

  test("the definition of a protected kind is kept", async () => {
    const { stderr } = await server().kubectl([
      "delete",
      "customresourcedefinitions/virtualmachines.kubevirt.io",
      "--wait=false",
    ]);
    expect(stderr).toContain("'kubevirt-delete-protection-guard-definitions' denied request: definitionGuard: ");
  });
});
