import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { oldNodeMessage, oldestNode } from "../../compiler/cli/node-version.ts";
import { temporaryDirectory } from "../fixtures/temporary-directory.ts";
import { userProject } from "./user-project.ts";

const root = join(import.meta.dirname, "../..");
const main = join(root, "compiler/cli/main.ts");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string; engines: { node: string } };

/** The command as a process of its own: exit code and both streams as a shell sees them. */
async function holdfast(
  words: readonly string[],
  { directory = temporaryDirectory(), nodeFlags = [] as readonly string[] } = {},
) {
  const child = promisify(execFile)(process.execPath, [...nodeFlags, main, ...words], { cwd: directory });
  return child.then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, error: stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, out: stdout, error: stderr }),
  );
}

it("--help teaches: what it does, every command, examples and exit codes", async () => {
  const { code, out, error } = await holdfast(["--help"]);
  expect([code, error]).toEqual([0, ""]);
  for (const word of [
    "compile",
    "types",
    "verify",
    "plan delete",
    "uninstall",
    "completion",
    "--help",
    "--version",
    "Examples",
    "Exit codes",
    "NO_COLOR",
    "holdfast.config.json",
  ])
    expect(out).toContain(word);
  expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
});

it("--help of a command teaches: what it does, every flag, examples and exit codes", async () => {
  const { code, out, error } = await holdfast(["compile", "--help"]);
  expect([code, error]).toEqual([0, ""]);
  for (const word of ["--out", "--check", "--show", "--static", "kubectl apply -k", "Exit codes"]) expect(out).toContain(word);
});

/** The files that a run of the command loads. */
async function loadedBy(words: readonly string[], directory?: string): Promise<readonly string[]> {
  const hook = `import { registerHooks } from "node:module";
    registerHooks({ load(url, context, next) { process.stderr.write(url + "\\n"); return next(url, context); } });`;
  const nodeFlags = ["--import", `data:text/javascript,${encodeURIComponent(hook)}`];
  const { error } = await holdfast(words, { nodeFlags, ...(directory !== undefined && { directory }) });
  return error.split("\n").filter((url) => url.startsWith("file:"));
}

it("what asks no cluster loads nothing that could: not the client, and not @kubernetes/client-node", async () => {
  const policy = `import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "keep",
  match: [{ group: "", version: "v1", resource: "configmaps" }],
  rules: { all: { denyWhen: () => true, message: "kept" } },
});`;
  const project = userProject({ "policies/keep.ts": policy, "crds/none.yaml": "" }, []);
  const client = /node_modules\/(@kubernetes\/client-node|undici)\/|runtime-fallback\/kubernetes\/(access|http)\//;
  for (const words of [["compile"], ["explain", "keep"], ["test", "policies"], ["types", "crds"]]) {
    const loaded = await loadedBy(words, project);
    expect(loaded.length).toBeGreaterThan(10);
    expect([words, loaded.filter((url) => client.test(url))]).toEqual([words, []]);
  }
  // The pattern would find it: this one has loaded the library before it sees that the kubeconfig is empty.
  const asking = await loadedBy(["types", "--cluster", "--kubeconfig", "crds/none.yaml"], project);
  expect(asking.some((url) => url.includes("/@kubernetes/client-node/"))).toBe(true);
});

it.each([["--help"], ["plan", "--help"], ["completion", "bash"]])(
  "%s %s loads neither the compiler nor YAML, vitest, the engine of CEL or the webhook",
  async (...words) => {
    const loaded = await loadedBy(words);
    expect(loaded.length).toBeGreaterThan(10);
    expect(
      loaded.filter((url) => /node_modules|runtime-fallback\/|compiler\/(lower|cel|simulator|explain|serve)\//.test(url)),
    ).toEqual([]);
  },
);

it("--version is that of the package", async () => {
  expect(await holdfast(["--version"])).toEqual({ code: 0, out: `${manifest.version}\n`, error: "" });
});

it.each([[[]], [["compil"]], [["compile", "--nope"]], [["compile", "--out"]]])(
  "%j is wrong usage: exit code 2, an error and a hint, nothing on standard output",
  async (words) => {
    const { code, out, error } = await holdfast(words);
    expect([code, out]).toEqual([2, ""]);
    expect(error).toMatch(/^error: .+\nhelp: .+\n$/);
  },
);

it("a reader that has seen enough (| head) is no failure", async () => {
  const child = spawn(process.execPath, [main, "--help"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  const [error, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect([code, error]).toEqual([0, ""]);
});

it.skipIf(!existsSync("/dev/full"))("results that cannot be written are an error", async () => {
  const full = openSync("/dev/full", "w");
  const child = spawn(process.execPath, [main, "--help"], { stdio: ["ignore", full, "pipe"] });
  closeSync(full);
  const [error, [code]] = await Promise.all([child.stderr === null ? "" : text(child.stderr), once(child, "close")]);
  expect([code, error]).toEqual([2, expect.stringMatching(/^error: cannot write to standard output: ENOSPC.*\n$/)]);
});

describe("a Node that is too old", () => {
  it.each(["20.20.2", "22.18.0", "12.0.0"])("%s gets one line", (version) => {
    expect(oldNodeMessage(version)).toBe(
      `holdfast needs Node ${oldestNode} or newer, this is ${version}: install a newer one from https://nodejs.org`,
    );
  });

  it.each(["22.19.0", "23.0.0", "26.10.0"])("%s is new enough", (version) => {
    expect(oldNodeMessage(version)).toBeUndefined();
  });

  it("is judged by the floor that package.json declares", () => {
    expect(manifest.engines.node).toBe(`>=${oldestNode}`);
  });

  it("gets that line before anything else is loaded, and exit code 2", async () => {
    const pretend = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.0.0" } })`;
    const { code, out, error } = await holdfast(["--help"], {
      nodeFlags: ["--import", `data:text/javascript,${encodeURIComponent(pretend)}`],
    });
    expect([code, out, error]).toEqual([2, "", `${oldNodeMessage("18.0.0")}\n`]);
  });
});
