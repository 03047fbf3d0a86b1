import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ValidatingWebhookConfiguration } from "../../compiler/manifest/kubernetes-objects.ts";
import { compileFiles } from "../fixtures/compile-files.ts";
import type { Tree } from "../fixtures/tree.ts";
import { documentsIn } from "../fixtures/yaml-documents.ts";
import { root } from "../house/source-files.ts";
import { fencesOf } from "./fences.ts";

const page = "docs/systems/appcat-and-claims.md";
const text = readFileSync(join(root, page), "utf8");
const [example] = fencesOf(page).filter(({ language }) => language === "ts");

const filesIn = (directory: string): Tree =>
  Object.fromEntries(
    readdirSync(join(root, directory))
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .map((name) => [`${directory}/${name}`, readFileSync(join(root, directory, name), "utf8")] as const),
  );

function webhooksWith(policies: Tree): ValidatingWebhookConfiguration["webhooks"] {
  const tree = { ...policies, "policies/fallback.ts": example?.text ?? "" };
  const { diagnostics, fallback } = compileFiles(tree, ["policies"]);
  expect(diagnostics).toEqual([]);
  const file = fallback?.files.find(({ name }) => name === "webhook-configuration.yaml");
  const documents = documentsIn(file?.text ?? "") as readonly ValidatingWebhookConfiguration[];
  return documents.flatMap(({ webhooks }) => webhooks);
}

/** What each denies, and what lets go, is tried in test/fallback/{appcat,claims,namespaces}. */
test("the declaration compiles, and the API server asks what the table says, and nothing else", () => {
  const asked = [...text.matchAll(/^\| .* \| `([a-z.<>-]+\.holdfast\.dev)`/gm)].map(([, name = ""]) => name);
  const names = webhooksWith(filesIn("policies")).map(({ name }) => name);
  const looks = names.filter((name) => name.startsWith("namespaces."));
  expect(names.filter((name) => !looks.includes(name)).toSorted()).toEqual(
    asked.filter((name) => name !== "namespaces.<policy>.holdfast.dev").toSorted(),
  );
  expect(asked).toContain("namespaces.<policy>.holdfast.dev");
});

test("the page names the policies that look into Namespaces", () => {
  const [, own = "", presets = ""] =
    /Of this repository's policies (.*) look, of the presets (.*)\. Policies that/.exec(text.replaceAll(/\s+/g, " ")) ?? [];
  const named = (list: string): readonly string[] => [...list.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? []);
  const looking = (directory: string): readonly string[] =>
    webhooksWith(filesIn(directory))
      .flatMap(({ name }) => /^namespaces\.([^.]+)\./.exec(name)?.[1] ?? [])
      .filter((name) => name !== "kruise-cascading-workloads");
  expect(named(own)).toEqual(looking("policies"));
  expect(named(presets)).toEqual(looking("policies/presets"));
});

test("the opt-in rule compiles beside the declaration, and is asked only then", () => {
  const path = "policies/foreground-composites.ts";
  const source = readFileSync(join(root, "policies/fallback/foreground-composites.ts"), "utf8");
  const rule = "foreground.foreground-composites.holdfast.dev";
  expect(webhooksWith({ [path]: source }).map(({ name }) => name)).toContain(rule);
  expect(webhooksWith({}).map(({ name }) => name)).not.toContain(rule);
});
