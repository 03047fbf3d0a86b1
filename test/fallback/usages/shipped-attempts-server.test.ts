import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { mergePatch } from "../../control-plane/requests.ts";
import { type Installation, install } from "../../install/installed/installation.ts";
import { fallbackText } from "../../install/manifests/compile-fallback.ts";
import { grant } from "../on-server.ts";
import { objectsOn, usages } from "./objects.ts";
import { makeShipped, shippedKinds } from "./shipped-kinds.ts";
import { attemptSource, shippedSources } from "./usage-sources.ts";

const declaration = `usages: {
  of: [
    { group: "", resource: "persistentvolumeclaims" },
    { group: "apps", resource: "deployments" },
    { group: "apps", resource: "statefulsets" },
  ],
  replay: true,
},`;

const attempt = "holdfast.dev/delete-when-unused";

/**
 * The controller deletes what is annotated, with rights of its own: the text of the policy as it is copied says who may
 * write that.
 */
describeWithServer("who may ask for a delete of the kinds that the policy of Usages names", {}, (server) => {
  const { use, untilReady, read } = objectsOn(server);
  let installation: Installation | undefined;

  beforeAll(async () => {
    const sources = { ...shippedSources, "usage-attempts.ts": attemptSource, "fallback.ts": fallbackText(declaration) };
    installation = await install(server(), sources);
    const role = [{ apiGroups: ["", "apps"], resources: ["*/status"], verbs: ["get", "patch"] }];
    await grant(server(), { user: "reporter", namespace: "shop", permissions: { role, clusterRole: [] } });
  }, 300_000);
  afterAll(() => installation?.end());

  test.each(shippedKinds)("of a $kind: not who may write its status alone", async (shipped) => {
    const { kind, apiVersion, path } = shipped;
    const name = await makeShipped(server(), shipped);
    await use(usages, name, { reason: "kept", replayDeletion: true, of: { apiVersion, kind, resourceRef: { name } } });
    await untilReady(usages, name);
    const annotate = (annotations: object) =>
      server().request(
        mergePatch(
          `${path}/${name}/status?fieldManager=holdfast-delete-when-unused`,
          { metadata: { annotations } },
          { as: "reporter" },
        ),
      );
    const { status, text } = await annotate({ [attempt]: `${(await read(path, name))?.uid}/2026-01-31T12:00:00Z` });
    expect([status, text]).toEqual([
      403,
      expect.stringContaining(`only who may delete ${kind} ${name} may ask for its deletion`),
    ]);
    expect((await read(path, name))?.annotations).not.toHaveProperty(attempt);
    expect(await annotate({ seen: "today" })).toMatchObject({ status: 200 });
  });
});
