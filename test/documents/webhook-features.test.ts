import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ValidatingWebhookConfiguration } from "../../compiler/manifest/kubernetes-objects.ts";
import { compileFiles } from "../fixtures/compile-files.ts";
import type { Tree } from "../fixtures/tree.ts";
import { documentsIn } from "../fixtures/yaml-documents.ts";
import { root } from "../house/source-files.ts";
import { fencesOf } from "./fences.ts";

const pages = ["docs/systems/appcat.md", "docs/systems/claims.md", "docs/operate/namespace-contents.md"] as const;
const [, claims, contents] = pages;
const textOf = (page: string): string => readFileSync(join(root, page), "utf8");

const filesIn = (directory: string): Tree =>
  Object.fromEntries(
    readdirSync(join(root, directory))
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .map((name) => [`${directory}/${name}`, readFileSync(join(root, directory, name), "utf8")] as const),
  );

/** What API servers ask the webhook with the declaration of this page beside these policies. */
function webhooksWith(page: string, policies: Tree): ValidatingWebhookConfiguration["webhooks"] {
  const [example] = fencesOf(page).filter(({ language }) => language === "ts");
  const tree = { ...policies, "policies/fallback.ts": example?.text ?? "" };
  const { diagnostics, fallback } = compileFiles(tree, ["policies"]);
  expect(diagnostics).toEqual([]);
  const file = fallback?.files.find(({ name }) => name === "webhook-configuration.yaml");
  const documents = documentsIn(file?.text ?? "") as readonly ValidatingWebhookConfiguration[];
  return documents.flatMap(({ webhooks }) => webhooks);
}

/** What each denies, and what lets go, is tried in test/fallback/{appcat,claims,namespaces}. */
test.each(pages)("the declaration of %s compiles, and API servers ask what its table says, and nothing else", (page) => {
  const asked = [...textOf(page).matchAll(/^\| .* \| `([a-z.<>-]+\.holdfast\.dev)`/gm)].map(([, name = ""]) => name);
  const names = webhooksWith(page, page === contents ? filesIn("policies") : {}).map(({ name }) =>
    name.replace(/^namespaces\.[^.]+\./, "namespaces.<policy>."),
  );
  expect([...new Set(names)].toSorted()).toEqual(asked.toSorted());
});

test("the page names the policies that look into Namespaces", () => {
  const [, own = "", presets = ""] =
    /Of this repository's policies (.*) look, of the presets (.*)\. Policies that/.exec(
      textOf(contents).replaceAll(/\s+/g, " "),
    ) ?? [];
  const named = (list: string): readonly string[] => [...list.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? []);
  const looking = (directory: string): readonly string[] =>
    webhooksWith(contents, filesIn(directory))
      .flatMap(({ name }) => /^namespaces\.([^.]+)\./.exec(name)?.[1] ?? [])
      .filter((name) => name !== "kruise-cascading-workloads");
  expect(named(own)).toEqual(looking("policies"));
  expect(named(presets)).toEqual(looking("policies/presets"));
});

test("the declaration of docs/systems/crossplane-usage.md compiles beside the policies that the page copies", () => {
  const page = "docs/systems/crossplane-usage.md";
  const [, list = ""] = /holdfast\/fallback\/\{([^}]+)\}\.ts/.exec(textOf(page)) ?? [];
  const source = (name: string): string => readFileSync(join(root, `policies/fallback/${name}.ts`), "utf8");
  const policies = Object.fromEntries(list.split(",").map((name) => [`policies/${name}.ts`, source(name)]));
  expect(webhooksWith(page, policies).map(({ name }) => name)).toContain("in-use.usages.holdfast.dev");
});

test("the opt-in rule compiles beside the declaration, and is asked only then", () => {
  const path = "policies/foreground-composites.ts";
  const source = readFileSync(join(root, "policies/fallback/foreground-composites.ts"), "utf8");
  const rule = "foreground.foreground-composites.holdfast.dev";
  expect(webhooksWith(claims, { [path]: source }).map(({ name }) => name)).toContain(rule);
  expect(webhooksWith(claims, {}).map(({ name }) => name)).not.toContain(rule);
});
