import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { enforce } from "../ack/policies-in-force.ts";
import type { ApiResponse } from "../control-plane/api-client.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { created, mergePatch } from "../control-plane/requests.ts";
import { collectionOf } from "../control-plane/collections.ts";
import { yamlOf } from "../fixtures/compile-files.ts";
import { documentsIn } from "../fixtures/yaml-documents.ts";
import { byStage, enforcedBy, stageLabel } from "./enforcement-policy.ts";

const yaml = yamlOf(enforcedBy(byStage));

describeWithServer("a policy that is enforced by a label of the Namespace", {}, (server) => {
  beforeAll(async () => {
    for (const stage of ["production", "staging", "other"]) {
      await create(server(), "/api/v1/namespaces", {
        kind: "Namespace",
        metadata: { name: stage, labels: { [stageLabel]: stage } },
      });
      await create(server(), `/api/v1/namespaces/${stage}/configmaps`, {
        kind: "ConfigMap",
        metadata: { name: "settings", labels: { keep: "yes" } },
      });
    }
    await enforce(server(), yaml);
  });

  describe("a delete of what is protected", () => {
    test("is denied where it is denied", async () => {
      const { status, body } = await remove(server(), "production");
      expect([status, body["message"]]).toEqual([
        403,
        expect.stringContaining("'keep' with binding 'keep-where-deny' denied request: keep: settings is kept") as string,
      ]);
    });

    test("goes through with a warning, and into the audit log, where it warns", async () => {
      const { status, warnings } = await remove(server(), "staging");
      expect([status, warnings]).toEqual([
        200,
        [expect.stringContaining("'keep' with binding 'keep-where-warn': keep: settings is kept") as string],
      ]);
      await waitUntil("the audit log has it", () => isAudited(server(), "staging"));
    });

    test("goes through in silence, and into the audit log, elsewhere", async () => {
      const { status, warnings } = await remove(server(), "other");
      expect([status, warnings]).toEqual([200, []]);
      await waitUntil("the audit log has it", () => isAudited(server(), "other"));
    });
  });

  describe("the label", () => {
    const guard = "denied request: namespaceLabelGuard: Namespace production says by its label example.com/stage";

    test.each(["", "/status", "/finalize"])("is not lowered through namespaces%s", async (subresource) => {
      const { status, body } = await relabel(server(), { name: "production", stage: "staging", subresource });
      expect([status, body["message"]]).toEqual([403, expect.stringContaining(guard) as string]);
      expect(await labelOf(server(), "production")).toBe("production");
    });

    test("is raised by whoever may update the Namespace", async () => {
      expect(await relabel(server(), { name: "other", stage: "staging" })).toMatchObject({ status: 200 });
      expect(await labelOf(server(), "other")).toBe("staging");
    });

    test("may be lowered by the command that the message gives", async () => {
      const { body } = await relabel(server(), { name: "production", stage: "other" });
      const command = /first run: kubectl (annotate .*?) \(or commit/.exec(String(body["message"]))?.[1] ?? "";
      expect(await server().kubectl(command.split(" "))).toMatchObject({ code: 0 });
      expect(await relabel(server(), { name: "production", stage: "other" })).toMatchObject({ status: 200 });
    });
  });

  test("what is read back is what the file says", async () => {
    for (const document of documentsIn(yaml)) {
      const path = `${collectionOf(document)}/${document.metadata.name}`;
      expect((await server().request({ method: "GET", path })).body["spec"]).toEqual(document.spec);
    }
  });
});

async function create(server: ControlPlane, path: string, body: object): Promise<void> {
  await created(server, path, { apiVersion: "v1", ...body });
}

const remove = (server: ControlPlane, namespace: string): Promise<ApiResponse> =>
  server.request({ method: "DELETE", path: `/api/v1/namespaces/${namespace}/configmaps/settings` });

interface Relabelling {
  readonly name: string;
  readonly stage: string;
  readonly subresource?: string;
}

/** With the whole object where the subresource takes no patch. */
async function relabel(server: ControlPlane, { name, stage, subresource = "" }: Relabelling): Promise<ApiResponse> {
  const path = `/api/v1/namespaces/${name}${subresource}`;
  const metadata = { labels: { [stageLabel]: stage } };
  if (subresource !== "/finalize") return server.request(mergePatch(path, { metadata }));
  const { body } = await server.request({ method: "GET", path: `/api/v1/namespaces/${name}` });
  const changed = { ...body, metadata: { ...(body["metadata"] as object), ...metadata } };
  return server.request({ method: "PUT", path, body: changed });
}

async function labelOf(server: ControlPlane, name: string): Promise<string | undefined> {
  const { body } = await server.request({ method: "GET", path: `/api/v1/namespaces/${name}` });
  return (body["metadata"] as { readonly labels?: Readonly<Record<string, string>> }).labels?.[stageLabel];
}

/** Whether the audit log says that rule `keep` would have denied a delete in that Namespace. */
async function isAudited(server: ControlPlane, namespace: string): Promise<boolean> {
  const lines = readFileSync(server.auditLog, "utf8").split("\n");
  return Promise.resolve(
    lines.some(
      (line) =>
        line.includes('"verb":"delete"') &&
        line.includes(`/namespaces/${namespace}/configmaps/settings`) &&
        line.includes("validation.policy.admission.k8s.io/validation_failure") &&
        line.includes("settings is kept"),
    ),
  );
}
