import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { holdfastHere } from "../cli/user-project.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { suiteDirectory } from "../fixtures/temporary-directory.ts";
import { writeTree } from "../fixtures/tree.ts";
import { root } from "../house/source-files.ts";
import { type Helm, buildTimeoutMs, startHelm } from "../install/chart/helm.ts";
import { asksPods, fallbackText, policyText } from "../install/manifests/compile-fallback.ts";
import { fencesOf } from "./fences.ts";

const page = "docs/operate/helm.md";
const fences = fencesOf(page);
const lines = fences.filter(({ language }) => language === "sh").flatMap(({ text }) => text.trim().split("\n"));
const files = fences.flatMap(({ language, text }) =>
  language === "yaml" ? [{ name: /^# (\S+)/.exec(text)?.[1] ?? "", text }] : [],
);

describeWithServer(page, { controllerManager: true }, (server) => {
  const directory = suiteDirectory();
  let helm: Helm;

  beforeAll(async () => {
    writeTree(directory, {
      "policies/fallback.ts": fallbackText(),
      "policies/used.ts": policyText(asksPods),
      "policies/holdfast-webhooks.ts": readFileSync(join(root, "policies/holdfast-webhooks.ts"), "utf8"),
    });
    mkdirSync(join(directory, "home"));
    helm = await startHelm(join(directory, "home"));
    for (const { name, text } of files) writeFileSync(join(directory, name), text);
    const monitors = { group: "monitoring.coreos.com", kind: "PodMonitor", plural: "podmonitors" } as const;
    await applyCustomResourceDefinition(server(), { ...monitors, scope: "Namespaced", versions: [{ name: "v1" }] });
  }, buildTimeoutMs);

  /** A line of the page, in a directory of its own and against this server. */
  const run = (line: string): Promise<{ readonly code: number }> => {
    const [program = "", ...words] = line.split(" ");
    const inside = words.map((word) => (/^(charts|generated)\b|\.yaml$/.test(word) ? join(directory, word) : word));
    if (program === "helm") return helm(inside, server().kubeconfig);
    if (program === "kubectl") return server().kubectl(inside);
    const context = words.indexOf("--context");
    const own = words.toSpliced(
      context,
      context === -1 ? 0 : 2,
      ...(context === -1 ? [] : ["--kubeconfig", server().kubeconfig]),
    );
    return holdfastHere(directory, own.slice(1));
  };

  test.each(lines)("%s", async (line) => {
    // The record of Helm is still in the Namespace.
    const code = line.startsWith("npx holdfast uninstall") ? 1 : 0;
    expect(await run(line)).toMatchObject({ code });
  });

  test("every example of values is one that the chart takes, and the message is what Helm says", async () => {
    expect(files.map(({ name }) => name)).toEqual(["production.yaml", "cert-manager.yaml", "provided.yaml"]);
    const chart = join(directory, "charts/holdfast");
    for (const { name } of files)
      expect(await helm(["lint", "--strict", chart, "--values", join(directory, name)])).toMatchObject({ code: 0 });
    const [message] = fences.filter(({ language }) => language === "text");
    const wrong = await helm(["template", chart, "--set", "webhook.replicas=5"]);
    expect(wrong.stderr).toContain(message?.text.trim());
  });

  test("nothing is left but the Namespace and what else the page says", async () => {
    const { stdout } = await server().kubectl([
      "get",
      "deployments,services,secrets,networkpolicies",
      "-n",
      "holdfast-system",
      "-o",
      "name",
    ]);
    expect(stdout).toBe("");
    expect((await server().kubectl(["delete", "namespace", "holdfast-system", "--timeout=60s"])).code).toBe(0);
  });
});
