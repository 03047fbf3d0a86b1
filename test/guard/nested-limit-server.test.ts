import { beforeAll, expect, test } from "vitest";
import { enforce } from "../ack/policies-in-force.ts";
import type { ApiResponse } from "../control-plane/api-client.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { mergePatch } from "../control-plane/requests.ts";
import { expectDenied } from "./expect-denied.ts";
import { yamlOf } from "../fixtures/compile-files.ts";

/**
 * Iterates over the annotations, which are marks, inside an iteration over something that is none: two levels, 100
 * entries each.
 */
const policy = `import { deletionPolicy } from "holdfast";
import type { ConfigMap } from "holdfast/kinds";

export default deletionPolicy<ConfigMap>({
  name: "named-keys",
  match: [{ group: "", version: "v1", resource: "configmaps" }],
  overrides: { none: "the rule alone is asked" },
  guards: { namespaces: { off: "not what this test is about" } },
  rules: {
    named: {
      denyWhen: ({ oldObject }) =>
        Object.keys(oldObject.data ?? {}).some((key) =>
          Object.entries(oldObject.metadata.annotations ?? {}).some(([name, value]) => name === key && value === "yes"),
        ),
      message: "an annotation keeps one of its keys",
    },
  },
});
`;

const collection = "/api/v1/namespaces/default/configmaps";
const names = Array.from({ length: 150 }, (_, at) => `filler-${at}`);
const fillers = Object.fromEntries(names.map((name) => [name, ""]));
const noFillers = Object.fromEntries(names.map((name) => [name, null]));

describeWithServer(
  "the release guard of a rule that iterates over marks inside an iteration over something else",
  {},
  (server) => {
    const annotate = (name: string, annotations: object): Promise<ApiResponse> =>
      server().request(mergePatch(`${collection}/${name}`, { metadata: { annotations } }));

    beforeAll(async () => {
      for (const [name, annotations] of Object.entries({ small: {}, large: fillers, shrunk: fillers })) {
        const body = { metadata: { name, annotations: { keep: "yes", ...annotations } }, data: { keep: "" } };
        expect((await server().request({ method: "POST", path: collection, body })).status).toBe(201);
      }
      await enforce(server(), yamlOf(policy));
    });

    test("what is too large to be judged is not made smaller without its mark, and so not deleted", async () => {
      const remove = () => server().request({ method: "DELETE", path: `${collection}/large` });
      await expectDenied(remove(), "named: ConfigMap large cannot be judged");
      await expectDenied(annotate("large", { ...noFillers, keep: null }), "releaseGuard: ");
      await expectDenied(remove(), "named: ConfigMap large cannot be judged");
    });

    test("what is protected does not become too large to be judged", async () => {
      await expectDenied(annotate("small", fillers), "releaseGuard: ");
    });

    test("what is too large may change, and may be made smaller with its mark", async () => {
      expect(await annotate("shrunk", { "filler-151": "" })).toMatchObject({ status: 200 });
      expect(await annotate("shrunk", { ...noFillers, "filler-151": null })).toMatchObject({ status: 200 });
      await expectDenied(
        server().request({ method: "DELETE", path: `${collection}/shrunk` }),
        "named: an annotation keeps one of its keys",
      );
    });
  },
);
