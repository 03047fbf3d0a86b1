import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { mergePatch } from "../../control-plane/requests.ts";
import { type Installation, install } from "../../install/installed/installation.ts";
import { fallbackText } from "../../install/manifests/compile-fallback.ts";
import { marksOn, objectsOn, usages } from "./objects.ts";
import { makeShipped, shippedKinds } from "./shipped-kinds.ts";
import { shippedSources } from "./usage-sources.ts";

const declaration = `usages: {
  of: [
    { group: "", resource: "configmaps" },
    { group: "", resource: "persistentvolumeclaims" },
    { group: "", resource: "secrets" },
    { group: "apps", resource: "deployments" },
    { group: "apps", resource: "statefulsets" },
  ],
},`;

/** Threats T4, for the policy as it is copied: other tests match every subresource in its place. */
describeWithServer("the kinds that the policy of Usages names", {}, (server) => {
  const { use, untilReady, read } = objectsOn(server);
  let installation: Installation | undefined;

  beforeAll(async () => {
    installation = await install(server(), { ...shippedSources, "fallback.ts": fallbackText(declaration) });
  }, 300_000);
  afterAll(() => installation?.end());

  test.each(shippedKinds)("the mark of a $kind stays, through /status and /scale as well", async (shipped) => {
    const { kind, apiVersion, path } = shipped;
    const name = await makeShipped(server(), shipped);
    await use(usages, name, { reason: "kept", of: { apiVersion, kind, resourceRef: { name } } });
    await untilReady(usages, name);
    const marks = marksOn(await read(path, name));
    expect(marks).toEqual(["holdfast.dev/in-use", expect.stringMatching(/^usage\.holdfast\.dev\//)]);
    const patch = (subresource: string, body: object) => server().request(mergePatch(`${path}/${name}${subresource}`, body));
    const off = [
      { metadata: { labels: { "holdfast.dev/in-use": null } } },
      { metadata: { annotations: { [marks[1] ?? ""]: null } } },
    ];
    const denial = { status: 403, body: { message: expect.stringContaining("is in use, and its mark goes with the Usage") } };
    for (const body of off) expect(await patch("", body)).toMatchObject(denial);
    const answers = await Promise.all(off.map((body) => patch("/status", body)));
    // The status of a Deployment takes no labels along: there is nothing to deny, and nothing is lost.
    expect(answers.filter(({ status }) => status !== 200).length).toBeGreaterThan(0);
    for (const answer of answers) if (answer.status !== 200) expect(answer).toMatchObject(denial);
    expect(marksOn(await read(path, name))).toEqual(marks);
    // What is no business of marks goes on: the API server's own controllers write there.
    expect(await patch("/status", { status: {} })).toMatchObject({ status: 200 });
    if (apiVersion === "apps/v1") expect(await patch("/scale", { spec: { replicas: 2 } })).toMatchObject({ status: 200 });
    const deleted = await server().request({ method: "DELETE", path: `${path}/${name}` });
    expect(deleted).toMatchObject({ status: 409, body: { message: expect.stringContaining("in-use by 1 usage(s)") } });
  });
});
