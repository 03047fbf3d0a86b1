import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { overridePolicy, overrideSuite } from "./override-policy.ts";
import { holdfast, holdfastHere, keepLabelled, userProject } from "./user-project.ts";

const labelled = `
policy: keep-labelled
cases:
  - name: a labelled ConfigMap is kept
    delete: { apiVersion: v1, kind: ConfigMap, metadata: { name: settings, namespace: shop, labels: { example.com/keep: "yes" } } }
    expect: { deny: { rule: keep, message: is protected by its label } }
  - name: another one is not
    delete: { apiVersion: v1, kind: ConfigMap, metadata: { name: settings, namespace: shop } }
    expect: allow
`;

const program = `
import { del } from "holdfast/testing";
import "holdfast/vitest";
import { expect, test } from "vitest";
import policy from "./keep-labelled.ts";

const labels = { "example.com/keep": "yes" };
const settings = del({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings", labels } });

test("is kept", () => expect(policy).toDeny(settings, { rule: "keep" }));
`;

const policies = { "policies/keep-labelled.ts": keepLabelled };

describe("holdfast test", () => {
  test("runs suites and programs, and tells of both, with the cases of each rule", async () => {
    const project = userProject({ ...policies, "policies/a.test.yaml": labelled, "policies/b.test.ts": program });
    const { code, out, error } = await holdfast(project, ["test"]);
    expect([code, error]).toEqual([0, ""]);
    expect(out).toMatch(/^policies\/a\.test\.yaml\n {2}✓ a labelled ConfigMap is kept {2}[\d.]+ m?s\n/);
    expect(out).toMatch(/\npolicies\/b\.test\.ts\n {2}✓ is kept {2}[\d.]+ m?s\n/);
    expect(out).toMatch(/\nkeep-labelled keep +2 +1\n/);
    expect(out).toMatch(/\n3 cases: 3 passed; 1 of 1 rules have cases of both kinds \([\d.]+ m?s\)\n$/);
  });

  test("what the user of a case may do besides is said by the case, in YAML and in vitest", async () => {
    const asked = `
      import { del } from "holdfast/testing";
      import "holdfast/vitest";
      import { expect, test } from "vitest";
      import policy from "./override.ts";
      const front = del({ apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy", metadata: { name: "front", namespace: "shop" } });
      const overrides = ["override", "networkpolicies.networking.k8s.io"] as const;
      test("without", () => expect(policy).toDeny(front, { rule: "overriders" }));
      test("with", () => expect(policy).toAllow(front.allowedTo(...overrides, { namespace: "shop" })));
      test("elsewhere", () => expect(policy).toDeny(front.allowedTo(...overrides, { namespace: "other" })));`;
    const files = { "policies/override.ts": overridePolicy, "policies/a.test.yaml": overrideSuite, "policies/b.test.ts": asked };
    const { code, out, error } = await holdfast(userProject(files), ["test", "--typescript"]);
    expect([code, error]).toEqual([0, ""]);
    expect(out).toContain("11 cases: 11 passed; 1 of 1 rules have cases of both kinds");
  });

  test("a case that fails says what was asked, expected and got, and where it stands", async () => {
    const wrong = labelled.replace("rule: keep", "rule: hold");
    const { code, out } = await holdfastHere(userProject({ ...policies, "policies/a.test.yaml": wrong }), ["test"]);
    expect(code).toBe(1);
    expect(out).toContain("✗ a labelled ConfigMap is kept");
    expect(out).toContain("(4:5)\n      | asked     DELETE of ConfigMap shop/settings as alice\n");
    expect(out).toContain('      | expected  denied by rule hold, with a message that contains "is protected by its label"\n');
    expect(out).toContain(
      '      | got       denied by rule keep of keep-labelled: "keep: ConfigMap shop/settings is protected by its label; to delete',
    );
    expect(out).toContain("2 cases: 1 passed, 1 failed;");
  });

  test("so does a test in vitest", async () => {
    const wrong = program.replace('toDeny(settings, { rule: "keep" })', "toAllow(settings)");
    const { code, out } = await holdfast(userProject({ ...policies, "policies/b.test.ts": wrong }), ["test"]);
    expect(code).toBe(1);
    expect(out).toContain(
      "      | keep-labelled: DELETE of ConfigMap settings as alice\n      |   expected  allowed\n      |   got       denied by rule keep",
    );
  });

  test("of a vitest with projects of its own nothing else is run", async () => {
    const other = `import { test } from "vitest"; test("another", () => { throw new Error("was run"); });`;
    const config = `export default { test: { projects: [{ extends: true, test: { name: "all", include: ["**/*.test.ts"] } }] } };`;
    const files = { "policies/b.test.ts": program, "other/c.test.ts": other, "vitest.config.ts": config };
    const { code, out } = await holdfast(userProject({ ...policies, ...files }), ["test"]);
    expect([code, out]).toEqual([0, expect.not.stringContaining("other/c.test.ts")]);
    expect(out).toContain("policies/b.test.ts");
  });

  test("other places, and other formats into a file", async () => {
    const project = userProject({ "rules/keep-labelled.ts": keepLabelled, "tests/a.test.yaml": labelled });
    const { code, out } = await holdfastHere(project, [
      "test",
      "tests",
      "--policies",
      "rules",
      "--format",
      "junit",
      "--report",
      "r.xml",
    ]);
    expect(code).toBe(0);
    expect(out).toContain("✓ a labelled ConfigMap is kept");
    expect(readFileSync(join(project, "r.xml"), "utf8")).toContain('<testsuite name="tests/a.test.yaml" tests="2" failures="0"');
  });

  test("a rule without cases of both kinds is a failure where that is asked for", async () => {
    const onlyDenied = labelled.slice(0, labelled.indexOf("  - name: another"));
    const project = userProject({ ...policies, "policies/a.test.yaml": onlyDenied });
    expect(await holdfastHere(project, ["test"])).toMatchObject({
      code: 0,
      out: expect.stringContaining("no case in which it admits"),
    });
    expect(await holdfastHere(project, ["test", "--require-cases"])).toMatchObject({ code: 1 });
  });

  test("suites execute nothing of the repository; --typescript does, and compares", async () => {
    const marker = "policy file was executed";
    const loud = `${keepLabelled}\nimport { Level } from "./helper.ts";\nexport const used = Level.High;`;
    const files = {
      "policies/keep-labelled.ts": loud,
      // Node would reject it.
      "policies/helper.ts": "export enum Level { Low, High }",
      "policies/a.test.yaml": labelled,
    };
    const project = userProject(files);
    // The compiler denies statements in policy files, so what Node is given to run in their place tells.
    const hook = `import { registerHooks } from "node:module";
      registerHooks({ load(url, context, next) { if (url.endsWith("/policy.mjs")) process.stderr.write("${marker}\\n"); return next(url, context); } });`;
    writeFileSync(join(project, "hook.mjs"), hook);
    const withHook = (words: readonly string[]) => {
      process.env["NODE_OPTIONS"] = `--import=${join(project, "hook.mjs")}`;
      try {
        return holdfast(project, words);
      } finally {
        delete process.env["NODE_OPTIONS"];
      }
    };
    const [plain, compared] = [await withHook(["test"]), await withHook(["test", "--typescript"])];
    expect([plain.code, plain.error]).toEqual([0, ""]);
    expect([compared.code, compared.error]).toEqual([0, `${marker}\n`]);
  });
});

describe("policies are found", () => {
  const moved = { "rules/keep-labelled.ts": keepLabelled, "rules/a.test.yaml": labelled };

  test.each([[["test", "rules"]], [["test", "rules/a.test.yaml"]]])("beside the tests: %j", async (words) => {
    expect(await holdfastHere(userProject(moved), words)).toMatchObject({ code: 0 });
  });

  test("in their own place, where there is one, or where it is said", async () => {
    const both = { ...moved, "policies/other.ts": keepLabelled.replaceAll("keep-labelled", "other") };
    expect((await holdfastHere(userProject(both), ["test", "rules"])).error).toContain("there is no policy `keep-labelled`");
    expect(await holdfastHere(userProject(both), ["test", "rules", "--policies", "rules"])).toMatchObject({ code: 0 });
  });
});

test("a vitest that is too old is one clear line", async () => {
  const old = {
    "node_modules/vitest/package.json": '{ "name": "vitest", "type": "module", "exports": { "./node": "./node.js" } }',
    "node_modules/vitest/node.js": 'export const version = "3.2.4";',
  };
  const { code, error } = await holdfast(userProject({ ...policies, ...old, "policies/b.test.ts": "export {};" }, []), ["test"]);
  expect(code).toBe(2);
  expect(error).toBe(
    "error: vitest 3.2.4 is installed here, and tests in TypeScript (*.test.ts) need 5 or newer\n" +
      "help: run `npm install --save-dev vitest@5`, or only the suites: holdfast test --only yaml\n",
  );
});

test("a vitest that lacks what it needs is no bug of ours", async () => {
  const alone = {
    "node_modules/vitest/package.json": '{ "name": "vitest", "type": "module", "exports": { "./node": "./node.js" } }',
    "node_modules/vitest/node.js": 'import "vite-that-is-not-there";',
  };
  const { code, error } = await holdfast(userProject({ ...policies, ...alone, "policies/b.test.ts": "export {};" }, []), [
    "test",
  ]);
  expect({ code, error }).toEqual({
    code: 2,
    error: expect.stringMatching(
      /^error: vitest cannot be loaded: .*vite-that-is-not-there.*\nhelp: install what it needs/,
    ) as string,
  });
});

describe("no tests is a failure", () => {
  test.each([
    ["nothing there", ["test"], {}, "no tests found in policies (*.test.yaml, *.test.ts)"],
    [
      "none of the wanted kind",
      ["test", "--only", "vitest"],
      { "policies/a.test.yaml": labelled },
      "no tests found in policies (*.test.ts)",
    ],
  ])("%s", async (_, words, files, message) => {
    const { code, out, error } = await holdfastHere(userProject({ ...policies, ...files }), words);
    expect([code, out]).toEqual([1, ""]);
    expect(error).toContain(`error: ${message}\nhelp: write cases beside the policies`);
  });

  test("a program without a test", async () => {
    const { code, out } = await holdfast(userProject({ ...policies, "policies/b.test.ts": "export {};" }), ["test"]);
    expect(code).toBe(1);
    expect(out).toContain("policies/b.test.ts\n  ✗ the file as a whole");
  });
});

describe("what is wrong is said, and nothing is run", () => {
  test.each<[string, readonly string[], Readonly<Record<string, string>>, string]>([
    ["a missing path", ["test", "nowhere"], {}, "nowhere cannot be tested: there is nothing of this name"],
    ["a file that is no test", ["test", "policies/keep-labelled.ts"], {}, "it is named like no test"],
    ["a format that does not exist", ["test", "--format", "xml"], {}, "`--format xml` is not known"],
    ["a flag of another command", ["test", "--show"], {}, "`holdfast test` has no flag `--show`"],
    ["a kubeconfig without a server", ["test", "--kubeconfig", "x"], {}, "`--kubeconfig` is given and no server"],
    [
      "an unknown policy",
      ["test"],
      { "policies/a.test.yaml": labelled.replace("policy: keep-labelled", "policy: keep-labeled") },
      "there is no policy `keep-labeled`\nhelp: did you mean keep-labelled?",
    ],
    [
      "an unknown key, with its place",
      ["test"],
      { "policies/a.test.yaml": labelled.replace("expect: allow", "exepct: allow") },
      "policies/a.test.yaml:9:5 error: there is no `exepct` here\nhelp: did you mean expect?",
    ],
    ["no YAML", ["test"], { "policies/a.test.yaml": "cases: [" }, "policies/a.test.yaml:1:9 error: this YAML cannot be read"],
    [
      "a policy that does not compile",
      ["test"],
      { "policies/a.test.yaml": labelled, "policies/keep-labelled.ts": keepLabelled.replace('"no") !== "no"', '"no") !== 5') },
      "no test was run",
    ],
    [
      "a report that cannot be written",
      ["test", "--report", "nowhere/r.xml"],
      { "policies/a.test.yaml": labelled },
      "nowhere/r.xml cannot be written: its directory does not exist",
    ],
  ])("%s", async (_, words, files, message) => {
    const { code, out, error } = await holdfastHere(userProject({ ...policies, ...files }), words);
    expect([code, out]).toEqual([2, ""]);
    expect(error).toContain(message);
  });

  test("vitest is missing where there are programs", async () => {
    const project = userProject({ ...policies, "policies/b.test.ts": program }, []);
    const { code, error } = await holdfast(project, ["test"]);
    expect(code).toBe(2);
    expect(error).toContain("vitest is not installed here\nhelp: run `npm install --save-dev vitest`, or only the suites");
  });

  test("a policy of the test is none of those that were compiled", async () => {
    const inline = program.replace(
      'import policy from "./keep-labelled.ts";',
      'const policy = { name: "other", match: [], rules: {} };',
    );
    const changed = program
      .replace("toDeny(settings", "toDeny(settings")
      .replace("expect(policy)", "expect({ ...policy, rules: {} })");
    const project = userProject({ ...policies, "policies/a.test.ts": inline, "policies/b.test.ts": changed });
    const { code, out } = await holdfast(project, ["test"]);
    expect(code).toBe(1);
    expect(out).toContain("the policy other is not among those compiled from policies (keep-labelled)");
    expect(out).toContain(
      "the policy keep-labelled of this test is not the one in policies/keep-labelled.ts: its rules are , there they are keep (deny)",
    );
  });

  test("vitest's own configuration leaves a program out", async () => {
    const config = 'export default { test: { exclude: ["**/b.test.ts"] } };';
    const project = userProject({ ...policies, "policies/b.test.ts": program, "vitest.config.js": config });
    const { code, out } = await holdfast(project, ["test"]);
    expect(code).toBe(1);
    expect(out).toContain("vitest did not run it; does its configuration exclude it?");
  });
});

test("hidden directories and node_modules are not looked into, and links in a circle are no trap", async () => {
  const project = userProject({ ...policies, "policies/a.test.yaml": labelled });
  for (const name of [".cache", "node_modules/x"]) {
    mkdirSync(join(project, "policies", name), { recursive: true });
    writeFileSync(join(project, "policies", name, "b.test.yaml"), "broken: [");
  }
  expect(await holdfastHere(project, ["test"])).toMatchObject({ code: 0 });
});
