import { beforeAll, describe, expect, test } from "vitest";
import { enforce } from "../ack/policies-in-force.ts";
import type { ApiResponse } from "../control-plane/api-client.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { created, mergePatch } from "../control-plane/requests.ts";
import { yamlOf } from "../fixtures/compile-files.ts";
import { type Act, dailyWork, destructions, frozenObjects, frozenPolicy } from "./freeze-policy.ts";

describeWithServer("freeze, on a real API server", {}, (server) => {
  describe("without it, an object that cannot be deleted is destroyed anyway", () => {
    beforeAll(async () => {
      await createAll(server());
      await enforce(server(), yamlOf(frozenPolicy("")));
    });

    test.each(destructions.map((act) => [act.title, act] as const))("%s", async (_, act) => {
      expect(await dryRun(server(), act)).toMatchObject({ status: 200 });
    });
  });

  describe("with it", () => {
    // Over the other one: what guards look up would never be fixed once all of them had been taken away
    // (limits/parameters.test.ts).
    beforeAll(() => enforce(server(), yamlOf(frozenPolicy("freeze: true"))));

    test.each(destructions.map((act) => [act.title, act] as const))("%s: denied", async (_, act) => {
      const { status, body } = await dryRun(server(), act);
      expect([status, body["message"]]).toEqual([403, expect.stringContaining(`denied request: ${act.deniedBy}`) as string]);
    });

    test.each(dailyWork.map((act) => [act.title, act] as const))("%s", async (_, act) => {
      expect(await dryRun(server(), act)).toMatchObject({ status: 200, warnings: [] });
    });

    test("what is released may be scaled to nothing", async () => {
      const path = "/apis/apps/v1/namespaces/default/deployments";
      const { metadata } = (await server().request({ method: "GET", path: `${path}/main` })).body as unknown as {
        readonly metadata: { readonly uid: string };
      };
      const release = {
        title: "",
        path,
        patch: { metadata: { annotations: { "holdfast.dev/release": metadata.uid } } },
      } as const;
      expect(await change(server(), release, "")).toMatchObject({ status: 200 });
      for (const subresource of ["", "scale"]) {
        const nothing = { title: "", path, subresource, patch: { spec: { replicas: 0 } } } as const;
        // What is looked up is some milliseconds old.
        await waitUntil("it may be scaled", async () => (await dryRun(server(), nothing)).status === 200);
      }
    });
  });
});

async function createAll(server: ControlPlane): Promise<void> {
  for (const [path, body] of Object.entries(frozenObjects)) {
    await created(server, path, body);
  }
}

/** As it would be decided; the object stays as it is for the next one. */
const dryRun = (server: ControlPlane, act: Act): Promise<ApiResponse> => change(server, act, "?dryRun=All");

function change(server: ControlPlane, { path, subresource = "", patch }: Act, query: string): Promise<ApiResponse> {
  const place = `${path}/main${subresource === "" ? "" : `/${subresource}`}${query}`;
  return server.request(mergePatch(place, patch));
}
