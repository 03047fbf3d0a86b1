import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { kubernetesVersions, moduleDirectory, readGitVersion } from "./kubernetes-versions.ts";
import { toolPackages } from "./tools.ts";

test("every folder of versions/ is a version, and every version a folder", () => {
  expect(readdirSync(join(import.meta.dirname, "versions")).toSorted()).toEqual([...kubernetesVersions].toSorted());
});

describe.each(kubernetesVersions)("the Go module of %s", (version) => {
  const goMod = readFileSync(join(moduleDirectory(version), "go.mod"), "utf8");
  const gitVersion = readGitVersion(version);

  test("requires a patch of that version, and every staging module of that very patch", () => {
    expect(gitVersion.startsWith(`v${version}.`)).toBe(true);
    const staging = [...goMod.matchAll(/ => k8s\.io\/\S+ (\S+)$/gm)].map((match) => match[1]);
    expect(staging.length).toBeGreaterThan(25);
    expect(new Set(staging)).toEqual(new Set([gitVersion.replace("v1.", "v0.")]));
  });

  test("has every tool", () => {
    const tools = /^tool \(\n([\s\S]*?)^\)/m.exec(goMod)?.[1] ?? "";
    expect(tools.trim().split(/\s+/)).toEqual(Object.values(toolPackages).toSorted());
  });
});
