/**
 * `node .ci/release/version.ts --tag v0.2.0`: whether this checkout is that release. Whatever names the version says the
 * same, and nothing is released that is not committed. Without `--tag` it looks at the version of package.json.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { sectionOf } from "./release-notes.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Checkout {
  readonly tag: string;
  readonly manifestVersion: string;
  readonly lockVersion: string;
  readonly changelog: string;
  /** As `git status --porcelain` prints them. */
  readonly changes: readonly string[];
}

/** What keeps this checkout from being released, each with what to do about it. */
export function releaseProblems({ tag, manifestVersion, lockVersion, changelog, changes }: Checkout): readonly string[] {
  if (!/^v\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(tag))
    return [`the tag \`${tag}\` is not \`v\` and a version: name it like \`v0.2.0\``];
  const version = tag.slice(1);
  const problems: string[] = [];
  if (manifestVersion !== version)
    problems.push(
      `the tag is ${tag}, but package.json has version ${manifestVersion}: ` +
        `run \`npm version ${version} --no-git-tag-version\`, commit, and tag that commit`,
    );
  if (lockVersion !== manifestVersion)
    problems.push(`package-lock.json has version ${lockVersion}, package.json ${manifestVersion}: run \`npm install\``);
  return [...problems, ...changelogProblems(changelog, version), ...changeProblems(changes)];
}

function changelogProblems(changelog: string, version: string): readonly string[] {
  const section = sectionOf(changelog, version);
  if (section === undefined) return [`CHANGELOG.md has no section \`## ${version}\`: give what is unreleased that heading`];
  const problems = [];
  if (/unreleased/i.test(section.heading))
    problems.push(`CHANGELOG.md says that ${version} is unreleased: write the day, \`## ${version}, 2026-12-01\``);
  if (section.body === "") problems.push(`the section \`## ${version}\` of CHANGELOG.md is empty: say what changed`);
  if ((sectionOf(changelog, "Unreleased")?.body ?? "") !== "")
    problems.push(`CHANGELOG.md has entries below \`## Unreleased\`: they are in ${version}, so move them there`);
  return problems;
}

function changeProblems(changes: readonly string[]): readonly string[] {
  if (changes.length === 0) return [];
  const shown = changes.slice(0, 5).map((line) => line.slice(3));
  const more = changes.length > shown.length ? ` and ${changes.length - shown.length} more` : "";
  return [`the checkout has changes that are not committed: ${shown.join(", ")}${more}: commit or remove them`];
}

/** This checkout, as if it were released under `tag`, or under the version that package.json has. */
export function readCheckout(tag?: string): Checkout {
  const read = (name: string): string => readFileSync(join(root, name), "utf8");
  const manifest = JSON.parse(read("package.json")) as { readonly version: string };
  const lock = JSON.parse(read("package-lock.json")) as { readonly version: string };
  const status = execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" });
  return {
    tag: tag ?? `v${manifest.version}`,
    manifestVersion: manifest.version,
    lockVersion: lock.version,
    changelog: read("CHANGELOG.md"),
    changes: status.split("\n").filter((line) => line !== ""),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { tag: { type: "string" } } });
  const checkout = readCheckout(values.tag);
  const problems = releaseProblems(checkout);
  for (const problem of problems) console.error(`error: ${problem}`);
  if (problems.length === 0) console.log(`this checkout is ${checkout.tag}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
