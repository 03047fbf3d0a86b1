import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { moduleDirectory, newestVersion } from "../control-plane/kubernetes-versions.ts";
import { openDirectory, removeDirectory } from "../fixtures/open-directory.ts";
import { findOracle, oracleProgram } from "./oracle-binary.ts";

describe("the oracle", () => {
  let directory: string;
  beforeEach(() => {
    directory = openDirectory();
    vi.stubEnv("XDG_CACHE_HOME", directory);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    removeDirectory(directory);
  });

  test("is unavailable without Go, and the reason says what to install", () => {
    expect(findOracle(directory)).toEqual({
      kind: "unavailable",
      reason:
        "it must be built and Go is not installed. Install Go (version in test/oracle/program/go.mod) and put it on the PATH",
    });
  });

  test("is built of the same modules as the newest API server here", () => {
    const [ours, theirs] = [oracleProgram.module, moduleDirectory(newestVersion)].map(readVersions);
    const different = [...(ours ?? [])].filter(
      ([module, version]) => theirs?.has(module) === true && theirs.get(module) !== version,
    );
    expect(different).toEqual([]);
    expect(ours?.get("k8s.io/apiserver")).toBe(theirs?.get("k8s.io/apiserver"));
    expect(ours?.get("github.com/google/cel-go")).toBe(theirs?.get("github.com/google/cel-go"));
  });
});

/** Replacements, such as those of Kubernetes' own modules, come last and count. */
function readVersions(module: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(module, "go.mod"), "utf8");
  return new Map([...text.matchAll(/^\s(\S+) (?:=> \S+ )?(v\S+)/gm)].map(([, name = "", version = ""]) => [name, version]));
}
