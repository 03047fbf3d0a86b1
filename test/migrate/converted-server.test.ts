import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { holdfastHere, userProject } from "../cli/user-project.ts";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { casesOf, filesOf } from "./pages.ts";

interface Kind {
  readonly group: string;
  readonly kind: string;
  readonly resource: string;
  readonly scope: "Namespaced" | "Cluster";
}

const { kinds } = parse(casesOf("gatekeeper"), { merge: true }) as { readonly kinds: readonly Kind[] };

describeWithServer("docs/migrate: the converted rules", { controllerManager: true }, (server) => {
  beforeAll(async () => {
    for (const { resource: plural, ...kind } of kinds)
      await applyCustomResourceDefinition(server(), { ...kind, plural, versions: [{ name: "v1beta1" }] });
  });

  /** Those depend on the name of their Namespace, which a run cannot choose, or on what the Namespace holds. */
  const notAsked = { kyverno: 4, gatekeeper: 1 };

  test.each(["kyverno", "gatekeeper"] as const)("%s: the cases come out on the server as in this process", async (guide) => {
    const directory = userProject({ ...filesOf(guide), "policies/guide.test.yaml": casesOf(guide) });
    const words = ["test", "--server", "control-plane", "--kubeconfig", server().kubeconfig];
    const { code, out } = await holdfastHere(directory, words);
    const passed = expect.stringContaining(`passed (${notAsked[guide]} not asked on the server)`) as string;
    expect({ code, out }).toEqual({ code: 0, out: passed });
  });
});
