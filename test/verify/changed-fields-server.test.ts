import { expect, test } from "vitest";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { rowsOf, withRollout } from "./verifying.ts";

const keep = `
import { type KubernetesObject, deletionPolicy } from "holdfast";
interface Widget extends KubernetesObject {
  readonly spec?: { readonly protection?: boolean };
}
const off = { off: "not what this test is about" };
export default deletionPolicy<Widget>({
  name: "keep-widgets",
  match: [{ group: "shop.example.com", resource: "widgets", version: "v1" }],
  guards: { release: off, owners: off, namespaces: off, definitions: off },
  rules: {
    keep: {
      denyWhen: ({ oldObject }) => oldObject.spec?.protection === true,
      message: "kept",
    },
  },
});`;

const define = (server: ControlPlane, properties: object) =>
  applyCustomResourceDefinition(server, {
    group: "shop.example.com",
    kind: "Widget",
    plural: "widgets",
    scope: "Namespaced",
    versions: [{ name: "v1", schema: { type: "object", properties: { spec: { type: "object", properties } } } }],
  });

describeWithServer("holdfast verify, of a definition that changes", {}, (server) => {
  test("says which field the rule reads and the definition no longer has, until it is back", async () => {
    await define(server(), { protection: { type: "boolean" } });
    await withRollout(server(), { keep }, async (rollout) => {
      const changed = async () => {
        const finished = await rollout.verify();
        const rows = rowsOf(finished).filter(([state]) => state === "FIELDS CHANGED");
        return { code: finished.code, why: rows.map((row) => row.slice(3).join(" ")) };
      };
      const help = "; run `holdfast types --cluster` again, and compile: it shows where";
      expect(await changed()).toEqual({ code: 0, why: [] });
      await define(server(), { shielded: { type: "boolean" } });
      const gone = `keep reads spec.protection, which widgets.shop.example.com v1 does not have${help}`;
      expect(await changed()).toEqual({ code: 1, why: [gone] });
      await define(server(), { protection: { type: "string" } });
      const other = `keep reads spec.protection as a boolean, which widgets.shop.example.com v1 has as a string${help}`;
      expect(await changed()).toEqual({ code: 1, why: [other] });
      await define(server(), { protection: { type: "boolean" } });
      expect(await changed()).toEqual({ code: 0, why: [] });
    });
  });
});
