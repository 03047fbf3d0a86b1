import { execFileSync } from "node:child_process";
import { appendFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { checksumsFile, checksumsOf, provenanceFile, readArtifacts } from "../../../.ci/release/artifacts.ts";
import { provenanceOf } from "../../../.ci/release/provenance.ts";
import { publishCommands, summaryOf } from "../../../.ci/release/publish.ts";
import { artifactProblems, differences } from "../../../.ci/release/verify.ts";
import { commit, makeRelease, readText } from "./made-release.ts";

let directory = "";

beforeEach(async () => {
  directory = await makeRelease();
});

describe("what is about to be published", () => {
  test("is what was built", () => {
    expect(artifactProblems(directory)).toEqual([]);
  });

  test("has checksums that sha256sum takes", () => {
    expect(execFileSync("sha256sum", ["--check", "--strict", checksumsFile], { cwd: directory, encoding: "utf8" })).toContain(
      "holdfast-0.2.0.tgz: OK",
    );
  });

  test("is not published when the tarball was exchanged", () => {
    writeFileSync(join(directory, "holdfast-0.2.0.tgz"), "another tarball");
    expect(artifactProblems(directory)).toEqual([
      "holdfast-0.2.0.tgz is not what SHA256SUMS says",
      expect.stringMatching(/^provenance\.json is about no holdfast of sha256:\w{64}$/) as string,
    ]);
  });

  test("is not published with checksums that were written anew for other files", () => {
    writeFileSync(join(directory, "holdfast-0.2.0.tgz"), "another tarball");
    writeFileSync(join(directory, checksumsFile), checksumsOf(directory));
    expect(artifactProblems(directory)).toContain("the signature of SHA256SUMS does not hold");
  });

  test("is not published with a changed blob, or one more", () => {
    const blobs = "images/holdfast/blobs/sha256";
    const [layer = ""] = readdirSync(join(directory, blobs));
    appendFileSync(join(directory, blobs, layer), " ");
    writeFileSync(join(directory, blobs, "added"), "");
    const problems = artifactProblems(directory);
    expect(problems).toContain(`${blobs}/${layer} is not what SHA256SUMS says`);
    expect(problems).toContain(`${blobs}/added is not what SHA256SUMS says`);
  });

  test("is not published with an image whose index names another one", () => {
    const [, image] = readArtifacts(directory);
    rmSync(join(directory, "images/holdfast/blobs", ...(image?.digest ?? "").split(":")));
    expect(artifactProblems(directory)).toContain(`images/holdfast has no blob ${image?.digest}, which its index names`);
  });

  test("is not published without a list of what is in it, or with a changed provenance", () => {
    rmSync(join(directory, "sbom/npm-holdfast.cdx.json"));
    const changed = { ...provenanceOf(readArtifacts(directory), { ...commit, sha: "f".repeat(40) }, {}) };
    writeFileSync(join(directory, provenanceFile), JSON.stringify(changed));
    expect(artifactProblems(directory)).toEqual([
      "sbom/npm-holdfast.cdx.json is not what SHA256SUMS says",
      "provenance-predicate.json is not the predicate of provenance.json",
      "the signature of provenance.json does not hold",
    ]);
  });

  test("is not published when another build of the commit is not the same", () => {
    const line = (digit: string, path: string): string => `${digit.repeat(64)}  ${path}\n`;
    const [first, second] = [line("0", "a") + line("1", "b"), line("0", "a") + line("2", "b") + line("3", "c")];
    expect(differences(first, second)).toEqual(["b", "c"]);
    expect(differences(first, first)).toEqual([]);
  });
});

describe("what is published", () => {
  test("is told by name, version, digest and files", () => {
    const [npm, image] = readArtifacts(directory);
    expect(summaryOf(directory)).toBe(
      [
        "npm package holdfast 0.2.0",
        `  ${npm?.digest}`,
        "  from holdfast-0.2.0.tgz; sbom/npm-holdfast.cdx.json",
        "container image ghcr.io/holdfast-dev/holdfast 0.2.0",
        `  ${image?.digest}`,
        "  from images/holdfast; sbom/image-holdfast-amd64.cdx.json, sbom/image-holdfast-arm64.cdx.json",
      ].join("\n"),
    );
  });

  test("is signed by its digest, and no token is an argument", () => {
    const commands = publishCommands(directory, "images").map(({ words, secret }) => ({ line: words.join(" "), secret }));
    const [, image] = readArtifacts(directory);
    const signing = commands.filter(({ line }) => line.startsWith("cosign"));
    expect(signing).toHaveLength(4);
    expect(signing.filter(({ line }) => !line.endsWith(`ghcr.io/holdfast-dev/holdfast@${image?.digest}`))).toEqual([]);
    expect(commands.filter(({ secret }) => secret !== undefined)).toEqual([
      { line: "docker login ghcr.io --username github-actions --password-stdin", secret: "GITHUB_TOKEN" },
    ]);
  });

  test("has a provenance that names commit, builder and run", () => {
    const github = {
      GITHUB_ACTIONS: "true",
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_WORKFLOW_REF: "holdfast-dev/holdfast/.github/workflows/release.yaml@refs/tags/v0.2.0",
      GITHUB_REF: "refs/tags/v0.2.0",
      GITHUB_RUN_ID: "7",
      GITHUB_RUN_ATTEMPT: "1",
    };
    const statement = provenanceOf(readArtifacts(directory), commit, github);
    expect(statement).toMatchObject({
      _type: "https://in-toto.io/Statement/v1",
      predicateType: "https://slsa.dev/provenance/v1",
    });
    expect(statement.predicate).toMatchObject({
      buildDefinition: {
        externalParameters: { ref: "refs/tags/v0.2.0", repository: "https://github.com/holdfast-dev/holdfast" },
        resolvedDependencies: [{ digest: { gitCommit: commit.sha } }, { uri: "package-lock.json" }],
      },
      runDetails: {
        builder: { id: `https://github.com/${github.GITHUB_WORKFLOW_REF}` },
        metadata: { invocationId: "https://github.com/holdfast-dev/holdfast/actions/runs/7/attempts/1" },
      },
    });
    expect(readText(directory, provenanceFile)).toContain("a dry run, on no builder that vouches for it");
  });
});
