import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { ApiResponse } from "../../control-plane/api-client.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { compileFiles } from "../../fixtures/compile-files.ts";
import { suiteDirectory } from "../../fixtures/temporary-directory.ts";

/** A method of text: it would fail on the null that the API server shows where a value of a Secret is empty. */
const policy = `import { deletionPolicy } from "holdfast";
import type { Secret } from "holdfast/kinds";
export default deletionPolicy<Secret>({
  name: "no-such-secrets",
  match: [{ group: "", version: "v1", resource: "secrets" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    odd: {
      operation: "create",
      denyWhen: ({ object }) => Object.values(object.data ?? {}).some((value) => value.startsWith("b2Rk")),
      message: "a value is odd",
    },
  },
});`;

describeWithServer("a null that is there only while an object is created", {}, (server) => {
  const directory = suiteDirectory();
  const create = (data: object): Promise<ApiResponse> => {
    const body = { apiVersion: "v1", kind: "Secret", metadata: { generateName: "a" }, data };
    return server().request({ method: "POST", path: "/api/v1/namespaces/default/secrets?dryRun=All", body });
  };

  beforeAll(async () => {
    const { diagnostics, files } = compileFiles({ "policy.ts": policy });
    expect(diagnostics).toEqual([]);
    for (const { name, text } of files) writeFileSync(join(directory, name), text);
    expect(await server().kubectl(["apply", "-k", directory])).toMatchObject({ code: 0 });
    await waitUntil("odd Secrets are rejected", async () => (await create({ a: "b2Rk" })).status === 403);
  });

  test("is absent for the rule, and no error", async () => {
    expect(await create({ a: null, b: "eA==" })).toMatchObject({ status: 201 });
    const rejected = await create({ a: null, b: "b2Rk" });
    expect(rejected.body).toMatchObject({
      reason: "Forbidden",
      message: expect.stringContaining("denied request: odd: a value is odd"),
    });
  });
});
