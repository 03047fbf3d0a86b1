import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { schemaProblems } from "../../fixtures/json-schema.ts";
import { claimed, written } from "../../scan/scanned.ts";
import { holdfastHere, keepLabelled, userProject } from "../user-project.ts";

const wrong = 'import { nothing } from "holdfast";\nexport default nothing;\n';
const labelled = { kind: "ConfigMap", labels: { "example.com/keep": "yes" } };
const suite = (expectation: string): string => `policies: [keep-labelled]
cases:
  - name: a labelled ConfigMap
    delete: { apiVersion: v1, kind: ${labelled.kind}, metadata: { name: a, namespace: shop, labels: { example.com/keep: "true" } } }
    ${expectation}
`;
const policy = { "policies/keep-labelled.ts": keepLabelled };
const claims = claimed("data", "Delete")
  .map((one) => JSON.stringify(one))
  .join("\n---\n");

const read = (directory: string, name: string): string => readFileSync(join(directory, name), "utf8");
const schema = "test/cli/formats/sarif-2.1.0.schema.json";

describe("several forms of one run", () => {
  test("one is printed, the others go to files, whole", async () => {
    const project = userProject(policy);
    const words = [
      "compile",
      "--format",
      "github",
      "--format",
      "sarif=a.sarif",
      "--format",
      "yaml=a.yaml",
      "--format",
      "text=a.txt",
    ];
    const { code, out, error } = await holdfastHere(project, words);
    expect([code, error]).toEqual([0, ""]);
    expect(out).toMatch(/^holdfast compile: 1 policy, 1 rule; generated: \d files written/);
    expect(schemaProblems(schema, JSON.parse(read(project, "a.sarif")))).toEqual([]);
    expect(parse(read(project, "a.yaml"))).toMatchObject({ isFine: true, policies: [{ name: "keep-labelled" }] });
    expect(read(project, "a.txt")).toContain("POLICY         RULES");
    expect(readdirSync(project).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("text is printed where all forms go to files, and a file that is there is replaced", async () => {
    const project = userProject({ ...policy, "a.json": "before" });
    const { out } = await holdfastHere(project, ["compile", "--format", "json=a.json"]);
    expect(out).toContain("next: commit generated");
    expect(JSON.parse(read(project, "a.json"))).toMatchObject({ schemaVersion: 1, isFine: true });
  });

  test("a file is named from where the command runs, wherever the project begins", async () => {
    const project = userProject({
      ...policy,
      "holdfast.config.json": '{ "policies": ["policies"] }',
      "sub/x.txt": "",
      ".git/HEAD": "",
    });
    expect(await holdfastHere(join(project, "sub"), ["compile", "--format", "json=a.json"])).toMatchObject({
      code: 0,
      error: "",
    });
    expect(existsSync(join(project, "sub/a.json"))).toBe(true);
  });

  test.each([
    [["--format", "json", "--format", "yaml"], "`--format` prints one form, and both json and yaml are given"],
    [["--format", "json=a", "--format", "yaml=a"], "two forms are to go to a"],
    [["--format", "json="], "`--format json=` names no file"],
    [["--format", "nonsense=a"], "`--format nonsense=a` is not known"],
    [["--format", "json=no/a"], "no/a cannot be written: its directory does not exist"],
    [["--format", "json=policies"], "policies cannot be written: it is a directory"],
  ])("%j is wrong usage, before anything is done", async (words, said) => {
    const project = userProject(policy);
    const { code, out, error } = await holdfastHere(project, ["compile", ...words]);
    expect({ code, out, error }).toEqual({
      code: 2,
      out: "",
      error: expect.stringContaining(`error: ${said}\nhelp: `) as string,
    });
    expect(existsSync(join(project, "generated"))).toBe(false);
  });

  test("a name may be as long as the file system takes it, and a longer one is said before anything is done", async () => {
    const project = userProject(policy);
    const compiledTo = (length: number) => holdfastHere(project, ["compile", "--format", `json=${"x".repeat(length)}`]);
    const { code, error } = await compiledTo(300);
    const said = /^error: x+ cannot be written: ENAMETOOLONG.*\nhelp: name a file/;
    expect([code, error]).toEqual([2, expect.stringMatching(said)]);
    expect(existsSync(join(project, "generated"))).toBe(false);
    expect((await compiledTo(250)).code).toBe(0);
    expect(readdirSync(project).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("where the file cannot be written, nothing is left beside it", async () => {
    const project = userProject(policy);
    mkdirSync(join(project, "results"), { mode: 0o500 });
    const isRoot = process.getuid?.() === 0;
    const { code } = await holdfastHere(project, ["compile", "--format", "json=results/a.json"]);
    expect([code, readdirSync(join(project, "results"))]).toEqual(isRoot ? [0, ["a.json"]] : [2, []]);
  });
});

describe("compile", () => {
  test("diagnostics are annotations with the path from the root of the checkout", async () => {
    const project = userProject({ "deploy/policies/x.ts": wrong, ".git/HEAD": "" });
    const { code, out, error } = await holdfastHere(join(project, "deploy"), ["compile", "--format", "github"]);
    expect([code, error]).toEqual([2, ""]);
    expect(out).toMatch(/^::error file=deploy\/policies\/x\.ts,line=1,col=10,title=holdfast compile%3A type-error::/);
  });

  test("people read them on the error stream once, whatever goes to files", async () => {
    const project = userProject({ "policies/x.ts": wrong });
    const { code, out, error } = await holdfastHere(project, ["compile", "--format", "sarif=a.sarif", "--format", "junit=a.xml"]);
    expect([code, out]).toEqual([2, ""]);
    expect(error.match(/error\[type-error\]/g)).toHaveLength(1);
    expect(read(project, "a.sarif")).toContain('"uri": "policies/x.ts"');
    expect(read(project, "a.xml")).toContain('failures="1"');
  });

  test("what --check finds is in every form, and a warning fails nothing", async () => {
    const project = userProject(policy);
    await holdfastHere(project, ["compile"]);
    writeFileSync(join(project, "generated/keep-labelled.yaml"), `${read(project, "generated/keep-labelled.yaml")}# mine\n`);
    const { code, out } = await holdfastHere(project, ["compile", "--check", "--format", "junit"]);
    expect(code).toBe(1);
    expect(out).toContain('<failure message="generated/keep-labelled.yaml is not what the policies compile to: - # mine">');
  });
});

describe("test", () => {
  const files = { ...policy, "policies/a.test.yaml": suite("expect: allow") };

  test.each([
    ["sarif", '"ruleId": "case-failed"'],
    ["github", "::error file=policies/a.test.yaml,line=3,col=5,title=holdfast test%3A case-failed::a labelled ConfigMap"],
    ["markdown", "**holdfast test: 0 passed, 1 failed**"],
    ["yaml", "isFine: false"],
    ["junit", 'failures="1"'],
  ])("a failed case as %s", async (format, shown) => {
    const { code, out } = await holdfastHere(userProject(files), ["test", "--format", format]);
    expect(code).toBe(1);
    expect(out).toContain(shown);
  });

  test("where the policies do not compile, the form says why no test was run", async () => {
    const project = userProject({ ...files, "policies/x.ts": wrong });
    const { code, out, error } = await holdfastHere(project, ["test", "--format", "github"]);
    expect([code, error]).toEqual([2, ""]);
    expect(out).toMatch(/^::error file=policies\/x\.ts,.*\nholdfast test: 1 error; no test was run\n$/);
  });

  test("a file is given once, with --format or with --report", async () => {
    const words = ["test", "--format", "json=a.json", "--report", "b.xml"];
    const { code, error } = await holdfastHere(userProject(files), words);
    expect([code, error]).toEqual([2, expect.stringContaining("another with `--report`") as string]);
  });
});

describe("--quiet", () => {
  const passing = { ...policy, "policies/a.test.yaml": suite("expect: deny") };
  const stronger = { ...policy, "policies/b.ts": keepLabelled.replace("keep-labelled", "keep-more") };

  async function compiled(): Promise<string> {
    const project = userProject({
      ...passing,
      "objects.yaml": claims,
      "config.yaml": JSON.stringify(written("v1", "ConfigMap", "a")),
    });
    await holdfastHere(project, ["compile", "-q"]);
    mkdirSync(join(project, "none"));
    return project;
  }

  test.each<[string, readonly string[]]>([
    ["compile", []],
    ["compile", ["--check"]],
    ["test", []],
    ["diff", ["none", "generated"]],
    ["scan", ["--objects", "config.yaml", "--generated", "generated"]],
    ["plan", ["delete", "configmap/a", "-n", "shop", "--objects", "config.yaml", "--generated", "generated"]],
  ])("%s %j: nothing where all is well, and all of it without", async (command, words) => {
    const project = await compiled();
    const { code, out, error } = await holdfastHere(project, [command, ...words, "--quiet"]);
    expect({ code, out, error }).toEqual({ code: 0, out: "", error: "" });
    expect((await holdfastHere(project, [command, ...words])).out.length).toBeGreaterThan(10);
  });

  test.each<[string, readonly string[], string]>([
    ["compile", ["--check", "--out", "none"], "missing:   none/keep-labelled.yaml"],
    ["diff", ["generated", "none"], "LOST "],
    ["scan", ["--objects", "objects.yaml", "--generated", "generated"], "Not protected:\n  PersistentVolumeClaim shop/data"],
    ["plan", ["delete", "pvc/data", "-n", "shop", "--objects", "objects.yaml", "--generated", "generated"], "its data"],
  ])("%s %j: the problem, and the same exit code", async (command, words, shown) => {
    const { code, out } = await holdfastHere(await compiled(), [command, ...words, "--quiet"]);
    expect(code).toBe(1);
    expect(out).toContain(shown);
  });

  test("what is in order is left out beside a problem", async () => {
    const [, , ...more] = suite("expect: deny").replace("a labelled", "another").split("\n");
    const project = userProject({ ...policy, "policies/a.test.yaml": suite("expect: allow") + more.join("\n") });
    const { code, out } = await holdfastHere(project, ["test", "-q"]);
    expect([code, out.includes("✗ a labelled ConfigMap"), out.includes("another ConfigMap")]).toEqual([1, true, false]);
    const before = userProject(policy);
    await holdfastHere(before, ["compile"]);
    const after = userProject(stronger);
    await holdfastHere(after, ["compile"]);
    expect((await holdfastHere(before, ["diff", "generated", join(after, "generated"), "-q"])).out).toBe("");
  });

  test("a form for programs is whole", async () => {
    const { out } = await holdfastHere(await compiled(), ["diff", "none", "generated", "-q", "--format", "json"]);
    expect(JSON.parse(out)).toMatchObject({ changes: expect.arrayContaining([expect.anything()]) as unknown });
  });
});

describe("findings of clusters and manifests", () => {
  async function sarifOf(words: readonly string[]): Promise<string> {
    const project = userProject({ ...policy, "objects.yaml": claims });
    await holdfastHere(project, ["compile"]);
    mkdirSync(join(project, "none"));
    const { out } = await holdfastHere(project, [...words, "--format", "sarif"]);
    expect(schemaProblems(schema, JSON.parse(out))).toEqual([]);
    return out;
  }
  const objects = ["--objects", "objects.yaml", "--generated", "generated"];

  test.each<[readonly string[], string, string]>([
    [["scan", ...objects], "unprotected", "persistentvolumeclaims/shop/data"],
    [["plan", "delete", "pvc/data", "-n", "shop", ...objects], "data-loss", "persistentvolumeclaims/shop/data"],
    [["diff", "generated", "none"], "protection-lost", "generated/keep-labelled.yaml"],
  ])("%j", async (words, rule, place) => {
    const sarif = await sarifOf(words);
    expect(sarif).toContain(`"ruleId": "${rule}"`);
    expect(sarif).toContain(`"uri": "${place}"`);
  });

  test("what is in the baseline is skipped, and what nothing fails for is a warning", async () => {
    const project = userProject({ "objects.yaml": claims });
    const scan = (...words: readonly string[]) => holdfastHere(project, ["scan", "--objects", "objects.yaml", ...words]);
    expect((await scan("--format", "github", "--fail-on", "none")).out).toMatch(
      /^::warning title=holdfast scan%3A unprotected::/,
    );
    await scan("--write-baseline", "known.json");
    expect((await scan("--baseline", "known.json", "--format", "junit")).out).toMatch(/failures="0"[^]*<skipped\/>/);
  });
});
