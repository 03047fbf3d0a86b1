import { afterAll, beforeAll, expect, test } from "vitest";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { mergePatch, created } from "../control-plane/requests.ts";
import { type Installation, install } from "../install/installed/installation.ts";
import { declaration, policyFiles } from "../install/installed/policy-file.ts";
import { commandIn } from "./command-in.ts";

const label = "policy.kruise.io/delete-protection";
const group = "apps.kruise.io";

/**
 * What OpenKruise answers (deletion_protection.go, `ValidateCRDDeletion`), by the label and by what there is of the
 * kind.
 */
const rows = [
  { what: "Cascading, an object of the kind", plural: "clonesets", value: "Cascading", rule: "activeObjects" },
  { what: "Cascading, none", plural: "statefulsets", value: "Cascading", rule: undefined },
  { what: "Cascading, only one that is being deleted", plural: "uniteddeployments", value: "Cascading", rule: undefined },
  { what: "another value, an object of the kind", plural: "clonesets", value: "cascading", rule: undefined },
  { what: "no label, an object of the kind", plural: "clonesets", value: undefined, rule: undefined },
  {
    what: "Cascading, a kind that the policy does not name",
    plural: "sidecarsets",
    value: "Cascading",
    rule: "unknownDefinition",
  },
] as const;

const kinds = [
  ["CloneSet", "clonesets", "v1alpha1"],
  ["StatefulSet", "statefulsets", "v1beta1"],
  ["UnitedDeployment", "uniteddeployments", "v1alpha1"],
  ["SidecarSet", "sidecarsets", "v1alpha1"],
] as const;

describeWithServer("OpenKruise: Cascading on definitions", {}, (server) => {
  let installation: Installation | undefined;

  const definitionPath = (plural: string): string => `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${plural}.${group}`;

  const labelled = async (plural: string, value: string | undefined): Promise<void> => {
    const { status, text } = await server().request(
      mergePatch(definitionPath(plural), { metadata: { labels: { [label]: value ?? null } } }),
    );
    if (status !== 200) throw new Error(text);
  };

  const removed = async (plural: string): Promise<string> => {
    const { status, body } = await server().request({ method: "DELETE", path: `${definitionPath(plural)}?dryRun=All` });
    return status === 200 ? "allowed" : String(body["message"]);
  };

  beforeAll(async () => {
    for (const [kind, plural, version] of kinds)
      await applyCustomResourceDefinition(server(), { group, kind, plural, scope: "Namespaced", versions: [{ name: version }] });
    const object = (kind: string, plural: string, metadata: object) =>
      created(server(), `/apis/${group}/v1alpha1/namespaces/default/${plural}`, {
        apiVersion: `${group}/v1alpha1`,
        kind,
        metadata,
      });
    await object("CloneSet", "clonesets", { name: "web" });
    await object("UnitedDeployment", "uniteddeployments", { name: "going", finalizers: ["test.example/waits"] });
    const path = `/apis/${group}/v1alpha1/namespaces/default/uniteddeployments/going`;
    await server().request({ method: "DELETE", path });
    installation = await install(server(), {
      ...policyFiles("fallback/kruise-cascading-definitions.ts"),
      ...declaration(""),
    });
  });

  afterAll(() => installation?.end());

  test.each(rows)("$what: denied by $rule", async ({ plural, value, rule }) => {
    await labelled(plural, value);
    const said = await removed(plural);
    if (rule === undefined) expect(said).toBe("allowed");
    else
      expect(said).toContain(
        `${rule}: CustomResourceDefinition ${plural}.${group} is protected by its label ${label}: Cascading`,
      );
  });

  test.each(["clonesets", "sidecarsets"])(
    "after the command of its denial the definition of %s can be deleted",
    async (plural) => {
      await labelled(plural, "Cascading");
      const command = commandIn(await removed(plural));
      expect(command.join(" ")).toBe(`label customresourcedefinitions.apiextensions.k8s.io/${plural}.${group} ${label}-`);
      expect(await server().kubectl(command)).toMatchObject({ code: 0 });
      expect(await removed(plural)).toBe("allowed");
    },
  );

  test("when its last object is gone, the definition goes", async () => {
    await labelled("clonesets", "Cascading");
    expect(await removed("clonesets")).toContain("activeObjects: ");
    await server().request({ method: "DELETE", path: `/apis/${group}/v1alpha1/namespaces/default/clonesets/web` });
    await waitUntil("the webhook has seen it", async () => (await removed("clonesets")) === "allowed");
  });
});
