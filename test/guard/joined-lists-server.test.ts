import { beforeAll, expect, test } from "vitest";
import { enforce } from "../ack/policies-in-force.ts";
import type { ApiResponse } from "../control-plane/api-client.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { mergePatch } from "../control-plane/requests.ts";
import { expectDenied } from "./expect-denied.ts";
import { yamlOf } from "../fixtures/compile-files.ts";

/** Zones are read in each of the ways in which CEL iterates over lists that a rule has joined. */
const policy = `import { deletionPolicy } from "holdfast";
import type { ConfigMap } from "holdfast/kinds";

const zones = (map: ConfigMap): string[] => ["none", ...(map.metadata.annotations?.["zones"] ?? "").split(",")];

export default deletionPolicy<ConfigMap>({
  name: "zones",
  match: [{ group: "", version: "v1", resource: "configmaps" }],
  guards: { namespaces: { off: "not what this test is about" } },
  rules: {
    some: { denyWhen: ({ oldObject }) => zones(oldObject).some((zone) => zone.startsWith("a")), message: "some" },
    every: { denyWhen: ({ oldObject }) => zones(oldObject).every((zone) => zone.startsWith("n")), message: "every" },
    filter: { denyWhen: ({ oldObject }) => zones(oldObject).filter((zone) => zone.startsWith("b")).length > 1, message: "filter" },
  },
});
`;

const collection = "/api/v1/namespaces/default/configmaps";

describeWithServer("rules that iterate over lists that they join", {}, (server) => {
  const create = async (name: string, zones: string): Promise<ApiResponse> => {
    const body = { metadata: { name, annotations: { zones } } };
    const created = await server().request({ method: "POST", path: collection, body });
    expect(created.status).toBe(201);
    return created;
  };
  const remove = (name: string) => server().request({ method: "DELETE", path: `${collection}/${name}` });

  beforeAll(async () => {
    await enforce(server(), yamlOf(policy));
  });

  test("each denies for its own reason", async () => {
    await create("in-some", "x,a1");
    await expectDenied(remove("in-some"), "some: some");
    await create("in-every", "n1,n2");
    await expectDenied(remove("in-every"), "every: every");
    await create("in-filter", "b1,b2");
    await expectDenied(remove("in-filter"), "filter: filter");
  });

  test("what has more parts than the API server would go through is denied with the limit, and can be released", async () => {
    const { body } = await create("large", ",".repeat(250_000));
    await expectDenied(remove("large"), "some: ConfigMap large cannot be judged: more than 2000 entries");
    const uid = (body["metadata"] as { uid: string }).uid;
    const released = { metadata: { annotations: { "holdfast.dev/release": uid } } };
    expect((await server().request(mergePatch(`${collection}/large`, released))).status).toBe(200);
    expect(await remove("large")).toMatchObject({ status: 200 });
  });
});
