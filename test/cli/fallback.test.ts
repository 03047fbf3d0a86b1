import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { asksPods, fallbackText, policyText } from "../install/manifests/compile-fallback.ts";
import { temporaryDirectory } from "../fixtures/temporary-directory.ts";
import { holdfastHere } from "./user-project.ts";

const files = {
  "policies/fallback.ts": fallbackText(),
  "policies/used.ts": policyText(asksPods),
  "policies/kept.ts": policyText('oldObject.metadata.labels?.["keep"] === "yes"', { name: "kept" }),
};

const written = [
  "accounts.yaml",
  "controller.yaml",
  "kustomization.yaml",
  "namespace.yaml",
  "network.yaml",
  "rules.yaml",
  "webhook-configuration.yaml",
  "webhook.yaml",
];

const namesIn = (directory: string): readonly string[] => (existsSync(directory) ? readdirSync(directory).toSorted() : []);

test("what installs the fallback stands in a directory of its own, and each rule that asks is shown divided", async () => {
  const directory = temporaryDirectory(files);
  const { code, out, error } = await holdfastHere(directory, ["compile", "--verbose"]);
  expect([code, error]).toEqual([0, ""]);
  expect(namesIn(join(directory, "generated/fallback"))).toEqual(written);
  expect(out).toContain("used    used   webhook: asks the cluster about pods");
  expect(out).toContain("generated/fallback/webhook-configuration.yaml\n");
  expect(out).toMatch(/^used +used +no +label keep in \(yes\), oldObject\.metadata\..* pods$/m);
  expect(out).toContain(
    "2 policies, 2 rules; generated: 4 files written, 0 unchanged, 0 removed; generated/fallback: 8 files written",
  );
  expect(out).toContain(
    "next: commit generated, and apply it: `kubectl apply --server-side -k generated/fallback`, and once the webhook is ready " +
      "`kubectl apply -k generated`. See docs/operate/install-webhook.md\n",
  );
});

test("--show has the YAML of when the webhook is asked beside the rule", async () => {
  const { out } = await holdfastHere(temporaryDirectory(files), ["compile", "--show", "used"]);
  const shown = out.slice(out.indexOf("used, policies/used.ts"));
  expect(shown).toContain(
    "in generated/fallback/webhook-configuration.yaml, webhook used.used.holdfast.dev, which may read pods:",
  );
  expect(shown).toContain("    |   - name: may-be-denied");
});

test("a mistyped subresource is an error for rules of the webhook and of admission policies alike, and nothing is written", async () => {
  const mistyped = (text: string): string => text.replace('resource: "deployments" }', 'resource: "deployments/scael" }');
  const directory = temporaryDirectory({
    "policies/fallback.ts": fallbackText(),
    "policies/kept.ts": mistyped(files["policies/kept.ts"]),
    "policies/used.ts": mistyped(files["policies/used.ts"]),
  });
  const { code, error } = await holdfastHere(directory, ["compile"]);
  expect([code, namesIn(join(directory, "generated"))]).toEqual([2, []]);
  for (const file of ["kept.ts", "used.ts"])
    expect(error).toContain(
      `policies/${file}:5:38 error[match-not-served]: no API server serves \`deployments/scael\` in the group \`apps\``,
    );
  expect(error.match(/^help: did you mean `\{ group: "apps", resource: "deployments\/scale" \}`\?$/gm)).toHaveLength(2);
  expect(error).toMatch(/\^{19}\n/);
  expect(error).toContain("2 errors; nothing written");
});

test("the files of the policies do not name the directory: it is applied by itself", async () => {
  const directory = temporaryDirectory(files);
  await holdfastHere(directory, ["compile"]);
  const kustomization = parse(readFileSync(join(directory, "generated/kustomization.yaml"), "utf8")) as object;
  expect(kustomization).toMatchObject({ resources: ["kept.yaml", "used.yaml"] });
});

test("--check finds what differs, is missing and is stale there, and says the command that fixes it", async () => {
  const directory = temporaryDirectory(files);
  await holdfastHere(directory, ["compile"]);
  expect(await holdfastHere(directory, ["compile", "--check"])).toMatchObject({
    code: 0,
    out: "generated is up to date: 4 files\ngenerated/fallback is up to date: 8 files\n",
  });
  rmSync(join(directory, "generated/fallback/network.yaml"));
  writeFileSync(join(directory, "policies/used.ts"), policyText(`!(${asksPods})`));
  const { code, out } = await holdfastHere(directory, ["compile", "--check"]);
  expect(code).toBe(1);
  expect(out).toContain("missing:   generated/fallback/network.yaml");
  expect(out).toContain("different: generated/fallback/rules.yaml");
  expect(out).toContain("different: generated/fallback/webhook.yaml");
  expect(out).toContain("To fix it: npx holdfast compile policies --out generated");
});

test("once nothing asks and no fallback is declared its files are removed, and only those", async () => {
  const directory = temporaryDirectory({ ...files, "generated/fallback/README.md": "by hand" });
  await holdfastHere(directory, ["compile"]);
  rmSync(join(directory, "policies/fallback.ts"));
  rmSync(join(directory, "policies/used.ts"));
  const { code, out } = await holdfastHere(directory, ["compile"]);
  expect(code).toBe(0);
  expect(out).toContain("generated/fallback: 0 files written, 0 unchanged, 8 removed");
  expect(out).toContain("next: commit generated, and apply it (`kubectl apply -k generated`, or GitOps)\n");
  expect(namesIn(join(directory, "generated/fallback"))).toEqual(["README.md"]);
});

test("a part of the policies does not remove the fallback of the others, nor take rules from it", async () => {
  const directory = temporaryDirectory(files);
  await holdfastHere(directory, ["compile"]);
  const without = await holdfastHere(directory, ["compile", "policies/kept.ts"]);
  expect(without).toMatchObject({ code: 2 });
  const part = await holdfastHere(directory, ["compile", "policies/kept.ts", "policies/fallback.ts"]);
  expect(part).toMatchObject({ code: 2 });
  expect(part.error).toContain("used.yaml (from policies/used.ts)");
  expect(namesIn(join(directory, "generated/fallback"))).toEqual(written);
});

test("a foreign file in the way of the fallback: nothing at all is written", async () => {
  const directory = temporaryDirectory({ ...files, "generated/fallback/webhook.yaml": "by: hand\n" });
  const { code, error } = await holdfastHere(directory, ["compile"]);
  expect(code).toBe(2);
  expect(error).toContain("webhook.yaml is a file that Holdfast did not write");
  expect(namesIn(join(directory, "generated"))).toEqual(["fallback"]);
});

test("without a rule that asks nothing is said of a fallback", async () => {
  const directory = temporaryDirectory({ "policies/kept.ts": files["policies/kept.ts"] });
  const { out } = await holdfastHere(directory, ["compile"]);
  expect(out).not.toContain("fallback");
  expect(namesIn(join(directory, "generated"))).toEqual(["kept.yaml", "kustomization.yaml", "report.json"]);
});

test("a rule of which CEL can say nothing has a file that says so", async () => {
  const guards = `guards: { owners: { off: "a" }, namespaces: { off: "b" } },`;
  const bare = policyText("cluster.exists(asked)").replace("  match:", `  ${guards}\n  match:`);
  const directory = temporaryDirectory({ ...files, "policies/used.ts": bare });
  await holdfastHere(directory, ["compile"]);
  const text = readFileSync(join(directory, "generated/used.yaml"), "utf8");
  expect(text.trimEnd().split("\n").at(-1)).toBe(
    "# Nothing of it can be said in CEL: fallback/webhook-configuration.yaml says when the webhook is asked.",
  );
});

test("and where its guards share a policy with those of others, says where they are", async () => {
  const directory = temporaryDirectory({ ...files, "policies/other.ts": policyText(asksPods, { name: "other" }) });
  expect(await holdfastHere(directory, ["compile", "--installation", "acme"])).toMatchObject({ code: 0 });
  for (const name of ["used", "other"]) {
    const text = readFileSync(join(directory, `generated/${name}.yaml`), "utf8");
    expect(text.trimEnd().split("\n").at(-1)).toBe(
      "# Only what guards it can be said in CEL, which is in acme-guards.yaml; fallback/webhook-configuration.yaml says when the webhook is asked.",
    );
  }
  const shared = readFileSync(join(directory, "generated/acme-guards.yaml"), "utf8");
  expect(shared.match(/# Rule (\w+ of \w+),/g)).toEqual(
    expect.arrayContaining(["# Rule releaseGuard of used,", "# Rule releaseGuard of other,"]),
  );
});

test("without --out there is no place for it, and that is said", async () => {
  const directory = temporaryDirectory({
    "policies/kept.ts": files["policies/kept.ts"],
    "policies/fallback.ts": fallbackText(appcat),
  });
  const { code, out } = await holdfastHere(directory, [
    "compile",
    "--static",
    "control-plane",
    "--protection-only",
    "--kube",
    "1.36",
  ]);
  expect(code).toBe(0);
  expect(out).toContain("note: the fallback is not written: give --out, too");
  expect(namesIn(join(directory, "control-plane"))).not.toContain("fallback");
});

const appcat = 'appcat: { composites: [{ group: "example.com", resource: "xs" }] }';
