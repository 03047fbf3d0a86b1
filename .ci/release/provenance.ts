/**
 * Where the artifacts come from, as a statement that others read: in-toto.io/Statement/v1 with the predicate
 * slsa.dev/provenance/v1. What GitHub sets in its environment is named; anywhere else the builder says that it is none.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { repositoryAddress } from "../published-docs.ts";
import { type Artifact, sha256 } from "./artifacts.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Commit {
  readonly sha: string;
  /** When it was made, in UTC. */
  readonly timestamp: string;
}

interface Subject {
  readonly name: string;
  readonly digest: { readonly sha256: string };
}

export interface Statement {
  readonly _type: string;
  readonly subject: readonly Subject[];
  readonly predicateType: string;
  readonly predicate: object;
}

/** The commit that is checked out. */
export function readCommit(): Commit {
  const git = (...words: readonly string[]): string => execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
  const seconds = Number(git("log", "-1", "--format=%ct"));
  return { sha: git("rev-parse", "HEAD"), timestamp: new Date(seconds * 1000).toISOString() };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** `environment`: of the job that builds. */
export function provenanceOf(artifacts: readonly Artifact[], commit: Commit, environment: Environment = process.env): Statement {
  const { GITHUB_ACTIONS, GITHUB_SERVER_URL, GITHUB_WORKFLOW_REF, GITHUB_REF, GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT } = environment;
  const repository = repositoryAddress();
  const isOnGitHub = GITHUB_ACTIONS === "true";
  const lock = readFileSync(join(root, "package-lock.json"));
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: artifacts.map(({ name, path, kind, digest }) => ({
      name: kind === "npm package" ? path : name,
      digest: { sha256: digest.replace(/^sha256:/, "") },
    })),
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: `${repository}/blob/main/docs/internals/releasing.md#build-type`,
        externalParameters: { repository, ref: GITHUB_REF ?? "", workflow: ".github/workflows/release.yaml" },
        internalParameters: { node: process.version },
        resolvedDependencies: [
          { uri: `git+${repository}`, digest: { gitCommit: commit.sha } },
          { uri: "package-lock.json", digest: { sha256: sha256(lock) } },
        ],
      },
      runDetails: {
        builder: {
          id: isOnGitHub ? `${GITHUB_SERVER_URL}/${GITHUB_WORKFLOW_REF}` : "a dry run, on no builder that vouches for it",
        },
        metadata: isOnGitHub
          ? { invocationId: `${repository}/actions/runs/${GITHUB_RUN_ID}/attempts/${GITHUB_RUN_ATTEMPT}` }
          : {},
      },
    },
  };
}
