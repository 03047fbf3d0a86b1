/**
 * `node .ci/release/publish.ts npm`, `images` or `page`: prints what would be published, and by which commands;
 * `--publish` runs them. Nothing is published that does not verify.
 */
import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import {
  type Artifact,
  checksumsFile,
  notesFile,
  predicateFile,
  provenanceFile,
  readArtifacts,
  registry,
  releaseDirectory,
} from "./artifacts.ts";
import { artifactProblems } from "./verify.ts";

export const targets = ["npm", "images", "page"] as const;

export type Target = (typeof targets)[number];

export interface PublishCommand {
  readonly words: readonly [string, ...string[]];
  /** The variable whose value the command reads from standard input: a token that no argument list shows. */
  readonly secret?: string;
}

/** In the order in which they run. */
export function publishCommands(directory: string, target: Target): readonly PublishCommand[] {
  const [npm, ...images] = readArtifacts(directory);
  if (npm === undefined) return [];
  if (target === "npm") return [npmCommand(directory, npm)];
  if (target === "images")
    return images.length === 0 ? [] : [login, ...images.flatMap((image) => imageCommands(directory, image))];
  return [
    pageCommand(
      directory,
      npm,
      [npm, ...images].flatMap(({ sboms }) => sboms),
    ),
  ];
}

/** Without a token: npm trusts the workflow of this repository, by its identity. A preview is nobody's `latest`. */
function npmCommand(directory: string, { path, version }: Artifact): PublishCommand {
  const tag = version.includes("-") ? "next" : "latest";
  return { words: ["npm", "publish", join(directory, path), "--provenance", "--access", "public", "--tag", tag] };
}

const login: PublishCommand = {
  words: ["docker", "login", registry.split("/")[0] ?? "", "--username", "github-actions", "--password-stdin"],
  secret: "GITHUB_TOKEN",
};

/** What is signed is the digest, since a tag can be moved. */
function imageCommands(directory: string, { name, version, path, digest, sboms }: Artifact): readonly PublishCommand[] {
  const pinned = `${name}@${digest}`;
  const layout = `oci:${join(directory, path)}:${version}`;
  const attest = ["cosign", "attest", "--yes", "--predicate"] as const;
  return [
    { words: ["skopeo", "copy", "--all", "--preserve-digests", layout, `docker://${name}:${version}`] },
    { words: ["cosign", "sign", "--yes", "--recursive", pinned] },
    ...sboms.map((sbom) => ({ words: [...attest, join(directory, sbom), "--type", "cyclonedx", pinned] }) as const),
    { words: [...attest, join(directory, predicateFile), "--type", "slsaprovenance1", pinned] },
  ];
}

function pageCommand(directory: string, { version, path }: Artifact, sboms: readonly string[]): PublishCommand {
  const signed = [checksumsFile, provenanceFile].flatMap((file) => [file, `${file}.sigstore.json`]);
  const files = [path, ...signed, ...sboms].map((file) => join(directory, file));
  const preview = version.includes("-") ? ["--prerelease"] : [];
  const notes = ["--title", `v${version}`, "--notes-file", join(directory, notesFile)];
  return { words: ["gh", "release", "create", `v${version}`, "--verify-tag", ...preview, ...notes, ...files] };
}

/** Name, version, digest and files of each artifact. */
export function summaryOf(directory: string): string {
  return readArtifacts(directory)
    .map(({ kind, name, version, digest, path, sboms }) =>
      [`${kind} ${name} ${version}`, `  ${digest}`, `  from ${path}; ${sboms.join(", ")}`].join("\n"),
    )
    .join("\n");
}

function publish({ words: [command, ...words], secret }: PublishCommand): void {
  const input = secret === undefined ? undefined : process.env[secret];
  if (secret !== undefined && (input ?? "") === "") throw new Error(`${command} needs a token in ${secret}`);
  execFileSync(command, words, {
    stdio: [input === undefined ? "inherit" : "pipe", "inherit", "inherit"],
    ...(input && { input }),
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = { directory: { type: "string" }, publish: { type: "boolean" } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const directory = resolve(values.directory ?? releaseDirectory);
  const chosen = targets.filter((target) => positionals.length === 0 || positionals.includes(target));
  const problems = artifactProblems(directory);
  for (const problem of problems) console.error(`error: ${problem}`);
  if (problems.length > 0 || chosen.length === 0) process.exit(1);
  console.log(summaryOf(directory));
  for (const command of chosen.flatMap((target) => publishCommands(directory, target))) {
    console.log(`${values.publish === true ? "running" : "not run"}: ${command.words.join(" ")}`);
    if (values.publish === true) publish(command);
  }
}
