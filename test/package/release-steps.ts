import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../house/source-files.ts";

interface ReleaseStep {
  /** As the workflow has it. */
  readonly line: string;
  /** What Node runs in its place. */
  readonly command: readonly string[];
}

/**
 * The scripts that the workflow of a release runs, in its order, on a directory that `build.ts` has made already. What
 * publishes only prints, what signs does it by a key of its own, and the tag is one that this checkout is not.
 */
export function releaseSteps(directory: string): readonly ReleaseStep[] {
  const { jobs } = parse(readFileSync(join(root, ".github/workflows/release.yaml"), "utf8")) as {
    readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
  };
  const lines = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  return lines
    .filter((line) => !isPreparation(line))
    .map((line) => ({ line, command: [...inDryRun(line), ...(line.includes("/version.ts") ? [] : ["--directory", directory])] }));
}

/** What another test does: images take minutes, and need apt. `--same-as` is about a second build. */
const isPreparation = (line: string): boolean => /^git config|^npm ci$|release:build|--directory rebuilt|--same-as/.test(line);

function inDryRun(line: string): readonly string[] {
  const words = line.replace(/^npm run release:(\w+)(?: --)?/, "node .ci/release/$1.ts").split(" ");
  const [node, script = "", ...rest] = words;
  if (node !== "node") throw new Error(`a step of the release that this test does not run: ${line}`);
  const asked = rest.filter((word) => word !== "--publish").map((word) => (word === '"$GITHUB_REF_NAME"' ? "v999.0.0" : word));
  return [script, ...asked, ...(script.endsWith("/sign.ts") ? ["--ephemeral-key"] : [])];
}
