import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "../fixtures/temporary-directory.ts";
import { documentsIn } from "../fixtures/yaml-documents.ts";
import { asksPods, fallbackText, policyText } from "../install/manifests/compile-fallback.ts";
import { type Finished, holdfastHere } from "./user-project.ts";

const policies = { "policies/fallback.ts": fallbackText(), "policies/used.ts": policyText(asksPods) };
const chart = "charts/holdfast";
const command = ["compile", "--chart", chart];

const compileIn = async (tree: Readonly<Record<string, string>>, words = command) => {
  const directory = temporaryDirectory(tree);
  return { directory, ...(await holdfastHere(directory, words)) };
};

const within = (directory: string, ...path: readonly string[]): readonly string[] => readdirSync(join(directory, chart, ...path));

describe("holdfast compile --chart", () => {
  test("writes a chart beside the kustomization, and says so", async () => {
    const { directory, code, out } = await compileIn(policies);
    expect(code).toBe(0);
    expect(out).toContain(`${chart}: 4 files written, 0 unchanged, 0 removed`);
    expect(within(directory)).toEqual(["Chart.yaml", "README.md", "files", "templates", "values.schema.json", "values.yaml"]);
    // No feature, no definitions.
    expect(within(directory, "files")).toEqual(["rules.yaml"]);
    expect(within(directory, "templates")).toEqual([
      "NOTES.txt",
      "_helpers.tpl",
      ...["accounts", "certificate", "controller", "issuer", "namespace", "network", "pod-monitor", "rules"].map(
        (name) => `${name}.yaml`,
      ),
      ...["webhook-configuration", "webhook"].map((name) => `${name}.yaml`),
    ]);
    expect(readdirSync(join(directory, "generated/fallback"))).toContain("kustomization.yaml");
  });

  test("headers name the command with the chart, unless holdfast.config.json says it", async () => {
    const headOf = (directory: string, file: string): string => readFileSync(join(directory, file), "utf8").split("\n")[2] ?? "";
    const said = await compileIn(policies);
    const advice = `# To change it, edit the source and run: npx holdfast compile policies --out generated --chart ${chart}`;
    for (const file of [`${chart}/values.yaml`, `${chart}/templates/webhook.yaml`, "generated/fallback/webhook.yaml"])
      expect(headOf(said.directory, file)).toBe(advice);
    const configured = await compileIn({ ...policies, "holdfast.config.json": JSON.stringify({ chart }) }, ["compile"]);
    expect(configured.code).toBe(0);
    expect(headOf(configured.directory, `${chart}/values.yaml`)).toBe(
      "# To change it, edit the source and run: npx holdfast compile",
    );
  });

  test("--check finds every kind of file that was changed by hand, and what is no longer compiled goes", async () => {
    const { directory } = await compileIn(policies);
    const check = (): Promise<Finished> => holdfastHere(directory, [...command, "--check"]);
    expect(await check()).toMatchObject({ code: 0, out: expect.stringContaining(`${chart}/files is up to date: 1 file`) });
    const changed = [
      "README.md",
      "values.yaml",
      "values.schema.json",
      "templates/NOTES.txt",
      "templates/_helpers.tpl",
      "files/rules.yaml",
    ];
    for (const name of changed)
      writeFileSync(join(directory, chart, name), `${readFileSync(join(directory, chart, name), "utf8")}\n`);
    const { code, out } = await check();
    expect(code).toBe(1);
    for (const name of changed) expect(out).toContain(`different: ${chart}/${name}`);
    writeFileSync(join(directory, "policies/fallback.ts"), fallbackText('certificates: { certManager: { issuer: "ca" } }'));
    writeFileSync(join(directory, chart, "templates/mine.yaml"), "a: b\n");
    expect(await holdfastHere(directory, command)).toMatchObject({ code: 0 });
    expect(existsSync(join(directory, chart, "templates/mine.yaml"))).toBe(true);
    const values = documentsIn(readFileSync(join(directory, chart, "values.yaml"), "utf8"))[0];
    expect(values).toMatchObject({
      certificates: { mode: "cert-manager", certManager: { issuer: { name: "ca", kind: "Issuer" } } },
    });
  });

  test("the same policies give the same chart, and other rules another version of it", async () => {
    const versionOf = async (tree: Readonly<Record<string, string>>): Promise<string> => {
      const { directory } = await compileIn(tree);
      return /^version: "(.*)"$/m.exec(readFileSync(join(directory, chart, "Chart.yaml"), "utf8"))?.[1] ?? "";
    };
    const version = await versionOf(policies);
    expect(version).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{10}$/);
    expect(await versionOf(policies)).toBe(version);
    expect(await versionOf({ ...policies, "policies/used.ts": policyText(`${asksPods} && true`) })).not.toBe(version);
  });

  test("without anything to install it is an error, and nothing is written", async () => {
    const { directory, code, error } = await compileIn({ "policies/none.ts": nativePolicy });
    expect(code).toBe(2);
    expect(error).toContain(`there is nothing to put into the chart ${chart}: no policy file declares a \`fallback\``);
    expect(readdirSync(directory)).not.toContain("generated");
    const idle = await compileIn({ "policies/none.ts": nativePolicy, "policies/fallback.ts": fallbackText() });
    expect(idle.error).toContain("the fallback has nothing to do");
  });

  test.each(["generated/chart", "generated", "."])("%s would lie within the manifests, or they in it", async (place) => {
    const { code, error } = await compileIn(policies, ["compile", "--chart", place]);
    expect([code, error]).toEqual([
      2,
      expect.stringContaining(`the chart ${place} and the manifests in generated would lie within each other`),
    ]);
  });
});

const nativePolicy = `import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "native",
  match: [{ group: "", resource: "configmaps" }],
  rules: { keep: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes", message: "it is kept" } },
});
`;
