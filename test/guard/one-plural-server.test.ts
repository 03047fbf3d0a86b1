import { beforeAll, expect, test } from "vitest";
import { enforce } from "../ack/policies-in-force.ts";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { created } from "../control-plane/requests.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { yamlOf } from "../fixtures/compile-files.ts";

const group = "serving.example.com";

const yaml = yamlOf(`import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "keep-services",
  match: [{ group: "", resource: "services" }, { group: "${group}", version: "v1", resource: "services" }],
  guards: { namespaces: { kinds: [{ group: "${group}", version: "v1", resource: "services", kind: "Service" }] } },
  rules: {
    keep: { denyWhen: ({ oldObject }) => oldObject.metadata.annotations?.["keep"] === "yes", message: "it is kept" },
  },
});`);

describeWithServer("two kinds with one plural, in two groups", {}, (server) => {
  const kept = { name: "kept", annotations: { keep: "yes" } };

  beforeAll(async () => {
    await applyCustomResourceDefinition(server(), {
      group,
      kind: "Service",
      plural: "services",
      scope: "Namespaced",
      versions: [{ name: "v1" }],
    });
    await enforce(server(), yaml);
  });

  test.each([
    ["core", "/api/v1", { apiVersion: "v1", spec: { ports: [{ port: 80 }] } }, "kubectl delete services/kept -n core"],
    ["served", `/apis/${group}/v1`, { apiVersion: `${group}/v1` }, `kubectl delete services.${group}/kept -n served`],
  ])("a Namespace with a kept Service of the %s group stays", async (namespace, api, fields, command) => {
    await created(server(), "/api/v1/namespaces", { metadata: { name: namespace } });
    await created(server(), `${api}/namespaces/${namespace}/services`, { ...fields, kind: "Service", metadata: kept });
    const path = `/api/v1/namespaces/${namespace}?dryRun=All`;
    const said = async () => String((await server().request({ method: "DELETE", path })).body["message"]);
    await waitUntil("the guard knows it", async () => (await said()).includes("denied request: namespaceGuard: "));
    expect(await said()).toContain(`Namespace ${namespace} holds Service kept, which is protected against deletion`);
    expect(await said()).toContain(command);
  });
});
