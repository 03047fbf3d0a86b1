import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { entryPoint } from "../../../compiler/fallback/manifests/pod.ts";
import { importsOf, root, sourceFiles } from "../../house/source-files.ts";
import { asksPods, at, objectsOf, policyText } from "./compile-fallback.ts";

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** Continued lines are one; comments are gone. */
function instructionsIn(file: string): readonly Instruction[] {
  const lines = readFileSync(join(root, file), "utf8")
    .split("\n")
    .filter((line) => !line.startsWith("#"));
  return lines
    .join("\n")
    .replaceAll(/\\\n/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => ({ name: line.split(/\s/)[0] ?? "", rest: line.replace(/^\S+\s*/, "") }));
}

const instructions = instructionsIn("runtime-fallback/container/Dockerfile");
const all = (name: string): readonly string[] => instructions.filter((one) => one.name === name).map(({ rest }) => rest);
const lastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === "FROM"));

test("what is copied from the repository is there", () => {
  const copied = all("COPY")
    .filter((rest) => !rest.startsWith("--from="))
    .flatMap((rest) => rest.split(/\s+/).slice(0, -1));
  expect(copied).toContain("package-lock.json");
  expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

/** Folders that the build copies from the repository. */
const copiedFolders = all("COPY")
  .filter((rest) => !rest.startsWith("--from="))
  .flatMap((rest) => rest.split(/\s+/).slice(0, -1))
  .filter((path) => !path.includes("."));

test("what the processes import is among it", () => {
  const sources = new Map(["runtime-fallback", "compiler"].flatMap(sourceFiles).map((file) => [file.path, file]));
  const reached = new Set(["runtime-fallback/main.ts"]);
  for (const path of reached) {
    const file = sources.get(path);
    if (file === undefined) throw new Error(`${path} is imported, and is not there`);
    for (const name of importsOf({ ...file, text: withoutTypes(file.text) })) if (sources.has(name)) reached.add(name);
  }
  expect([...reached].filter((path) => !copiedFolders.some((folder) => path.startsWith(`${folder}/`)))).toEqual([]);
  expect(reached.size).toBeGreaterThan(100);
});

/** Types are gone when Node runs a file. */
function withoutTypes(text: string): string {
  return text.replaceAll(/^(import|export) type [^;]*;$/gm, "");
}

test("both images are given by whoever builds: there is no tag that could come to mean another", () => {
  expect(all("FROM")).toEqual(["${BUILD_IMAGE} AS build", "${RUNTIME_IMAGE}"]);
  expect(all("ARG")).toEqual(["BUILD_IMAGE", "RUNTIME_IMAGE"]);
});

test("nothing is fetched but packages of the lock file, and no script of theirs runs", () => {
  expect(all("ADD")).toEqual([]);
  expect(all("RUN")).toEqual(["npm ci --omit=dev --omit=optional --ignore-scripts"]);
});

test("it runs as nobody, and without a shell", () => {
  const of = (name: string) => lastStage.filter((one) => one.name === name).map(({ rest }) => rest);
  expect(of("USER")).toEqual(["65532:65532"]);
  expect(of("RUN")).toEqual([]);
  expect(of("CMD")).toEqual([]);
  expect(of("SHELL")).toEqual([]);
});

test("the Deployments run what the image runs", () => {
  const [written = ""] = all("ENTRYPOINT");
  expect(JSON.parse(written)).toEqual(entryPoint);
  expect(entryPoint).toContain("--disable-proto=delete");
  const deployments = objectsOf("", { "policies/used.ts": policyText(asksPods) }).filter(({ kind }) => kind === "Deployment");
  expect(deployments.map((object) => at(object, "spec.template.spec.containers.0.command"))).toEqual([entryPoint, entryPoint]);
});
