import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { MatchEntry } from "../../compiler/api/coverage.ts";
import type { Report } from "../report/page.ts";
import { compileFiles } from "../fixtures/compile-files.ts";
import { fencesOf } from "../documents/fences.ts";
import { root } from "../house/source-files.ts";

/** A policy in an example of README or docs that denies deletes by itself, without the webhook. */
export interface DocumentedPolicy {
  /** `docs/rules/guards.md:131`, where its example begins. */
  readonly place: string;
  /** As in the example, with a number behind it: several examples have the same name. */
  readonly name: string;
  readonly match: readonly MatchEntry[];
  readonly yaml: string;
}

/**
 * Code that nobody runs as it is: what diagnostics are about, and rules that test/natural-rules compiles without guards
 * and overrides.
 */
const passedOver: readonly string[] = ["diagnostics.md", "beside-hand-written.md"];

/** Decisions show no whole policies; test/recipes and test/migrate try those of the other two folders one by one. */
const foldersPassedOver = /^(adr|recipes|migrate)\//;

const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).filter(
  (path) => path.endsWith(".md") && !foldersPassedOver.test(path) && !passedOver.includes(basename(path)),
);
const pages = ["README.md", ...docs.map((path) => `docs/${path}`)];

const [, declared = ""] = fencesOf("docs/rules/types.md").flatMap(({ language, text }) => (language === "ts" ? [text] : []));

interface Example {
  readonly place: string;
  readonly text: string;
}

/** What the webhook answers is in test/fallback/processes/{installed,answered-by-webhook}-server.test.ts. */
function examples(): readonly Example[] {
  const found = pages.flatMap((page) => fencesOf(page).map((fence) => ({ ...fence, place: `${page}:${fence.line}` })));
  return found.filter(
    ({ language, text }) =>
      language === "ts" &&
      /^export default/m.test(text) &&
      text.includes("deletionPolicy") &&
      !/\bcluster\b|answeredBy: "webhook"|releasedUntil/.test(text),
  );
}

/** They are compiled together: most of the time is TypeScript's start. */
export function documentedPolicies(): readonly DocumentedPolicy[] {
  const places = new Map(examples().map(({ place }, at) => [`policies/example-${at}.ts`, place]));
  const texts = examples().map(({ text }, at) => text.replaceAll(/^( {2,4}name: "[^"]+)"/gm, `$1-${at}"`));
  const tree = Object.fromEntries(texts.map((text, at) => [`policies/example-${at}.ts`, text]));
  const types = { "types/database.db.example.com.v1.d.ts": declared };
  const { diagnostics, files, ir } = compileFiles({ ...tree, ...types }, ["policies"]);
  const [first] = diagnostics;
  if (first !== undefined) throw new Error(`${places.get(first.span.file)}: ${first.message}`);
  const textOf = (name: string): string => files.find((file) => file.name === name)?.text ?? "";
  const { policies } = JSON.parse(textOf("report.json")) as Report;
  const denying = policies.filter(({ paths }) => paths.some(({ path, state }) => path === "delete" && isDenied(state)));
  return denying.map(({ name, source, file }) => ({
    place: places.get(source) ?? source,
    name,
    match: ir.find((one) => one.name === name)?.match ?? [],
    yaml: textOf(file),
  }));
}

/** `told`: denied where the policy's stage is `deny`. */
const isDenied = (state: string): boolean => state === "closed" || state === "told";
