import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { findBinaries } from "./availability.ts";
import { type Environment, readEnvironment } from "./environment.ts";
import { readGitVersion } from "./kubernetes-versions.ts";
import { toolsFor } from "./tools.ts";
import { openDirectory, removeDirectory } from "../fixtures/open-directory.ts";

describe("binaries", () => {
  let directory: string;
  let bare: Environment;
  beforeEach(() => {
    directory = openDirectory();
    bare = readEnvironment({ XDG_CACHE_HOME: directory, PATH: directory });
  });
  afterEach(() => removeDirectory(directory));

  const fillAssets = (tools: readonly string[]): Environment => {
    for (const tool of tools) writeFileSync(join(directory, tool), "");
    return { ...bare, assetsDirectory: directory };
  };

  test("are unavailable without Go, and the reason says what to install", () => {
    expect(findBinaries(toolsFor({}), bare)).toStrictEqual({
      kind: "unavailable",
      reason:
        "etcd, kube-apiserver, kubectl must be built and Go is not installed. Install Go (version " +
        "in go.mod) and put it on the PATH, or set KUBEBUILDER_ASSETS to a directory made by setup-envtest",
    });
  });

  test("are those of KUBEBUILDER_ASSETS when it is set", () => {
    const environment = fillAssets(["etcd", "kube-apiserver", "kubectl"]);
    const found = findBinaries(toolsFor({}), environment);
    expect(found).toStrictEqual({ kind: "available", directory, missing: [] });
  });

  test("are not mixed: what KUBEBUILDER_ASSETS lacks is not built", () => {
    const environment = fillAssets(["etcd", "kube-apiserver", "kubectl"]);
    const found = findBinaries(toolsFor({ controllerManager: true }), environment);
    expect(found.kind).toBe("unavailable");
    expect(found).toHaveProperty("reason", expect.stringContaining("has no kube-controller-manager"));
  });

  test("are those of the chosen version, each version in a directory of its own", () => {
    const built = join(
      bare.cacheDirectory,
      `${readGitVersion("1.30")}-${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`,
    );
    mkdirSync(built, { recursive: true });
    for (const tool of toolsFor({})) writeFileSync(join(built, tool), "");
    const chosen = findBinaries(toolsFor({}), { ...bare, kubernetesVersion: "1.30" });
    expect(chosen).toStrictEqual({ kind: "available", directory: built, missing: [] });
    expect(findBinaries(toolsFor({}), bare).kind).toBe("unavailable");
  });

  test("are kept in the cache directory of the user", () => {
    const cacheOf = (variables: NodeJS.ProcessEnv) => readEnvironment(variables).cacheDirectory;
    expect(cacheOf({ XDG_CACHE_HOME: "/cache" })).toBe("/cache/holdfast/control-plane");
    expect(cacheOf({})).toMatch(/\/\.cache\/holdfast\/control-plane$/);
    expect(cacheOf({ XDG_CACHE_HOME: "relative" })).toBe(cacheOf({}));
  });
});
