import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { created } from "../control-plane/requests.ts";
import { configMap } from "../fixtures/objects.ts";
import { Rollout, lineOf } from "./verifying.ts";

const group = "gone.example.org";
const apiServices = "/apis/apiregistration.k8s.io/v1/apiservices";
const spec = {
  group,
  version: "v1",
  groupPriorityMinimum: 1_000,
  versionPriority: 15,
  insecureSkipTLSVerify: true,
  service: { namespace: "default", name: "nothing" },
};

const policyOn = (name: string, match: string): string => `import { deletionPolicy } from "holdfast";
const off = { off: "not what this test is about" };
export default deletionPolicy({
  name: "${name}",
  match: [${match}],
  guards: { release: off, owners: off, namespaces: off, definitions: off },
  overrides: { none: "the rule alone is asked" },
  rules: { kept: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["${name}"] === "yes", message: "kept" } },
});`;

const things = `{ group: "${group}", resource: "things" }`;
const configMaps = '{ group: "", resource: "configmaps" }';

describeWithServer("holdfast verify, where a server behind an APIService is down", {}, (server) => {
  const rollouts: Rollout[] = [];
  const roll = async (name: string, match: string): Promise<Rollout> => {
    const rollout = await new Rollout(server(), { [name]: policyOn(name, match) }).compile();
    rollouts.push(rollout);
    await rollout.apply();
    return rollout;
  };

  beforeAll(async () => {
    await created(server(), apiServices, {
      apiVersion: "apiregistration.k8s.io/v1",
      kind: "APIService",
      metadata: { name: `v1.${group}` },
      spec,
    });
    await waitUntil("the group is known, and its server is not", async () => {
      const { status } = await server().request({ method: "GET", path: `/apis/${group}/v1` });
      return status === 503;
    });
    await created(server(), "/api/v1/namespaces/default/configmaps", configMap("both", { labels: { both: "yes" } }));
  });

  afterAll(async () => {
    for (const rollout of rollouts) await rollout.remove();
    await server().request({ method: "DELETE", path: `${apiServices}/v1.${group}` });
  });

  test("a policy over its kinds cannot be checked, and that is no word about what is served", async () => {
    const finished = await (await roll("down", things)).verify();
    expect(lineOf(finished, "down")).toMatch(
      /^NOT CHECKED: cannot be checked: discovery of gone\.example\.org\/v1 answered 503 \(.+\)$/,
    );
    expect(finished).toMatchObject({
      code: 3,
      out: expect.stringContaining("1 policy on 1 API server: 1 not checked") as string,
    });
  });

  test("a policy that is about other kinds, too, is proven through those", async () => {
    const finished = await (await roll("both", `${things}, ${configMaps}`)).verify("--wait", "30");
    expect(lineOf(finished, "both")).toBe("PROVEN: the delete of configmaps default/both is denied");
    expect(finished.code).toBe(0);
  });
});
