import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fallbackFiles } from "../../../.ci/image/process-files.ts";
import { nodeCommand } from "../../../compiler/install/manifests/pod.ts";
import { root } from "../../house/source-files.ts";
import { asksPods, at, objectsOf, policyText } from "./compile-fallback.ts";

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

const folder = "runtime-fallback/container";

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

const instructions = instructionsIn(`${folder}/Dockerfile`);
const all = (name: string): readonly string[] => instructions.filter((one) => one.name === name).map(({ rest }) => rest);
const lastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === "FROM"));

/** What is copied from the folder that the build is given, which the package has as `container/`. */
const copied = all("COPY")
  .filter((rest) => !rest.startsWith("--from="))
  .flatMap((rest) => rest.split(/\s+/).slice(0, -1));

test("what is copied into it is in the same folder of the package", async () => {
  const files = await fallbackFiles();
  const isThere = (name: string): boolean => files.has(name) || existsSync(join(root, folder, name));
  expect(copied.filter((name) => !isThere(name))).toEqual([]);
  expect(copied).toEqual(expect.arrayContaining([...files.keys()]));
});

test("the image below it is given by whoever builds: there is no tag that could come to mean another", () => {
  expect(all("FROM")).toEqual(["${NODE_IMAGE} AS node", "scratch"]);
  expect(all("ARG")).toEqual(["NODE_IMAGE"]);
});

test("nothing is fetched", () => {
  expect(all("ADD")).toEqual([]);
  expect(all("RUN")).toEqual(["sh /collect-runtime.sh /runtime"]);
});

test("it runs as nobody, and without a shell", () => {
  const of = (name: string) => lastStage.filter((one) => one.name === name).map(({ rest }) => rest);
  expect(of("USER")).toEqual(["65532:65532"]);
  expect(of("RUN")).toEqual([]);
  expect(of("CMD")).toEqual([]);
  expect(of("SHELL")).toEqual([]);
});

test("the Deployments run what the image holds", () => {
  const [written = ""] = all("ENTRYPOINT");
  expect(JSON.parse(written)).toEqual(nodeCommand);
  expect(nodeCommand).toContain("--disable-proto=delete");
  const deployments = objectsOf("", { "policies/used.ts": policyText(asksPods) }).filter(({ kind }) => kind === "Deployment");
  const commands = deployments.map((object) => at(object, "spec.template.spec.containers.0.command") as readonly string[]);
  expect(commands.map((command) => command.slice(0, -1))).toEqual([nodeCommand, nodeCommand]);
  const files = commands.map((command) => command.at(-1) ?? "").toSorted();
  expect(files).toEqual(["/holdfast/controller.mjs", "/holdfast/webhook.mjs"]);
  expect(copied).toEqual(expect.arrayContaining(files.map((file) => file.replace("/holdfast/", ""))));
});
