/** `node .ci/release/release-notes.ts 0.2.0`: what CHANGELOG.md says of a version, as the notes of its release. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLinks } from "../published-docs.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Section {
  /** Without its `##`. */
  readonly heading: string;
  readonly body: string;
}

/** The section whose heading begins with `name`: `## 0.2.0, 2026-12-01` is that of 0.2.0. */
export function sectionOf(changelog: string, name: string): Section | undefined {
  const [, ...sections] = changelog.split(/^## /m);
  for (const section of sections) {
    const [heading = "", ...lines] = section.split("\n");
    if (heading.split(/[,\s]/)[0] === name) return { heading: heading.trim(), body: lines.join("\n").trim() };
  }
  return undefined;
}

/** A page of its own, where no file of the repository is beside it: links become addresses. */
export function releaseNotes(changelog: string, version: string): string | undefined {
  const section = sectionOf(changelog, version);
  if (section === undefined) return undefined;
  const everyLink = withLinks(section.body, "CHANGELOG.md", () => false);
  return `${everyLink}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [version = ""] = process.argv.slice(2);
  const notes = releaseNotes(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version.replace(/^v/, ""));
  if (notes === undefined) console.error(`error: CHANGELOG.md has no section \`## ${version.replace(/^v/, "")}\``);
  else process.stdout.write(notes);
  process.exitCode = notes === undefined ? 1 : 0;
}
