import { describe, expect, test } from "vitest";
import type { Compilation } from "../../compiler/compile.ts";
import { compileFiles } from "../fixtures/compile-files.ts";

const fallback = `import { fallback } from "holdfast";
export default fallback({ image: "registry.example.com/holdfast@sha256:${"a".repeat(64)}" });
`;

/** A rule about ConfigMaps that the webhook answers; `top` stands before the policy. */
function compiled(denyWhen: string, { top = "", message = '"no"', overrides = "" } = {}): Compilation {
  const text = `import { type KubernetesObject, type OnDelete, deletionPolicy, permitted, resource } from "holdfast";
const pods = resource({ group: "", version: "v1", resource: "pods" });
type Input = OnDelete<KubernetesObject>;
${top}
export const used = [permitted, pods] as const;
export default deletionPolicy({
  name: "own",
  match: [{ group: "", resource: "configmaps" }],
  ${overrides}
  rules: { own: { answeredBy: "webhook", denyWhen: ${denyWhen}, message: ${message} } },
});
`;
  return compileFiles({ "own.ts": text, "fallback.ts": fallback }, ["own.ts", "fallback.ts"]);
}

/** Where the webhook is asked, without white space; `all`: about all that is matched. */
function askedWhere(compilation: Compilation): readonly string[] {
  expect(compilation.diagnostics).toEqual([]);
  const { webhook } = compilation.policies[0]?.rules[0] ?? {};
  if (webhook === undefined) return ["nobody"];
  return webhook.asked.length === 0 ? ["all"] : webhook.asked.map((condition) => condition.replaceAll(/\s+/g, " "));
}

const label = 'oldObject.metadata.labels?.["keep"] === "yes"';
const isOld = 'Date.parse(oldObject.metadata.creationTimestamp ?? "") < Date.now()';
const labelled = ["label keep in (yes)", "oldObject.metadata.?labels[?'keep'].orValue('') == 'yes'"];
const annotated = ["oldObject.metadata.?annotations[?'a'].hasValue()"];

describe("the webhook is asked where what CEL can say leaves it open", () => {
  const cases: readonly (readonly [denyWhen: string, asked: readonly string[], top?: string])[] = [
    [`({ oldObject }) => ${label} && ${isOld}`, labelled],
    // What throws denies: behind it nothing is left out.
    [`({ oldObject }) => ${isOld} && ${label}`, ["all"]],
    [`({ oldObject }) => !(${label}) ? false : ${isOld}`, labelled],
    [`({ oldObject }) => { if (!(${label})) return false; const created = ${isOld}; return created; }`, labelled],
    [`({ oldObject }) => { const created = ${isOld}; if (!(${label})) return false; return created; }`, ["all"]],
    [`({ oldObject }) => { if (${label}) { return ${isOld}; } else { return false; } }`, labelled],
    [
      `(input) => isKept(input) && isOld(input)`,
      labelled,
      `const isKept = ({ oldObject }: Input): boolean => ${label};
      const isOld = ({ oldObject }: Input): boolean => ${isOld};`,
    ],
    [
      `({ oldObject }) => parsed(oldObject.metadata.annotations?.["a"]).on`,
      annotated,
      `function parsed(text: string | undefined): { on: boolean } {
        if (text === undefined) return { on: false };
        return JSON.parse(text) as { on: boolean };
      }`,
    ],
    // Of `a && b` what is read is that of the value, which is not false where `a` is.
    [`({ oldObject }) => (oldObject.metadata.namespace && JSON.parse(oldObject.metadata.name) as string)?.length === 0`, ["all"]],
    // What a loop pushes to is not what it was.
    [
      `({ oldObject }) => {
        const seen: string[] = [];
        const isLong = Object.keys(oldObject.metadata.labels ?? {}).some((key) => seen.push(key) > 3);
        return isLong || seen.length > 1;
      }`,
      ["all"],
    ],
    [
      `({ oldObject }) => {
        const left = new Set(["a", "b"]);
        if (JSON.parse(oldObject.metadata.name) !== null) return left.delete("a");
        return left.size === 0;
      }`,
      ["all"],
    ],
    [`({ oldObject }) => ${label}`, ["nobody"]],
  ];

  test.each(cases.map(([denyWhen, asked, top = ""]) => ({ denyWhen, asked, top })))("$denyWhen", ({ denyWhen, asked, top }) => {
    expect(askedWhere(compiled(denyWhen, { top }))).toEqual(asked);
  });
});

describe("what no rule may do is rejected by name", () => {
  const cases: readonly (readonly [denyWhen: string, says: string, top?: string])[] = [
    ["() => Math.random() > 0.5", "randomness"],
    ['() => Math["random"]() > 0.5', "a name of `Math`"],
    ["() => { const { random } = Math; return random() > 0.5 }", "another name for `Math.random`"],
    ["() => now() > 5", "another name for `Date.now`", "const now = Date.now;"],
    ["() => new D().getTime() > 5", "another name for `Date`", "const D = Date;"],
    ["() => new Date().getHours() > 5", "the time zone of the machine"],
    ["() => new Date().toLocaleString() === ''", "the time zone of the machine"],
    ["() => Date() === ''", "the time zone of the machine"],
    ["() => new Date(2026, 2, 29).getTime() < Date.now()", "the time zone of the machine"],
    ["() => new Date('2026-03-29T01:30').getTime() < Date.now()", "the time zone of the machine"],
    ["() => new Intl.DateTimeFormat('en').format() === ''", "a clock that tests cannot set"],
    ["() => eval('true') === true", "code that is created at run time"],
    ["() => new Function('return true')() === true", "code that is created at run time"],
    ["() => (() => true).constructor('return true')() === true", "the inside of an object"],
    ["() => [][\"constructor\"] === JSON.parse('1')", "the inside of an object"],
    ["() => globalThis.Date.now() > 5", "the global object"],
    ["async () => Date.now() > 5", "asynchronous code"],
    ["() => Promise.resolve(Date.now()) !== undefined", "asynchronous code"],
    [
      "({ oldObject }) => { SEEN[oldObject.metadata.name] = 1; return true; }",
      "to remember something",
      "const SEEN: Record<string, number> = {};",
    ],
    ["({ oldObject }) => NAMES.push(oldObject.metadata.name) > 3", "to remember something", "const NAMES: string[] = [];"],
    [
      "({ oldObject }) => helped(oldObject)",
      "randomness",
      "function helped({ metadata }: KubernetesObject): boolean { return metadata.name === '' || Math.random() > JSON.parse('1'); }",
    ],
  ];

  test.each(cases.map(([denyWhen, says, top = ""]) => ({ denyWhen, says, top })))("$denyWhen", ({ denyWhen, says, top }) => {
    const { diagnostics, files } = compiled(denyWhen, { top });
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      expect.stringMatching(/^(not-in-a-rule|unsupported-function): /) as string,
    ]);
    expect(diagnostics[0]?.message).toContain(says);
    expect(files).toEqual([]);
  });

  test("in a message, too", () => {
    const { diagnostics } = compiled(`() => Date.now() > 5`, { message: "() => `${Math.random()}`" });
    expect(diagnostics.map(({ code }) => code)).toEqual(["not-in-a-rule"]);
  });

  test.each(["fetch", "setTimeout", "crypto", "console", "performance"])("%s is no name of the language", (name) => {
    const { diagnostics } = compiled(`() => ${name} !== undefined && Date.now() > 5`);
    expect(diagnostics.map(({ code }) => code)).toEqual(["not-in-a-rule"]);
  });
});

describe("what a constant depends on, whatever is worked out from it does", () => {
  const guarded = (denyWhen: string): string | undefined =>
    compiled(denyWhen).policies[0]?.guards.find(({ name }) => name === "release")?.text;

  test.each([
    'const parsed = JSON.parse(oldObject.metadata.annotations?.["a"] ?? "{}") as { on: boolean }; return parsed.on;',
    'const { on } = JSON.parse(oldObject.metadata.annotations?.["a"] ?? "{}") as { on: boolean }; return on;',
    'const text = oldObject.metadata.annotations?.["a"]; return JSON.stringify({ text }).length > 3;',
    'const seen = new Set([oldObject.metadata.annotations?.["a"]]); return JSON.stringify([...seen]).length > 3;',
    'const parsed = oldObject.metadata.annotations?.["a"] ? JSON.parse("1") : 2; return parsed === 1;',
  ])("%s", (body) => {
    const where = 'if (oldObject.metadata.labels?.["keep"] !== "yes") return false;';
    expect(guarded(`({ oldObject }) => { ${where} ${body} }`)).toBe("label keep, annotation a");
    // The guard sees every change of it: the answer may be another then.
    const { files } = compiled(`({ oldObject }) => { ${where} ${body} }`);
    const guard = files.find(({ name }) => name === "own.yaml")?.text ?? "";
    expect(guard.slice(guard.indexOf("# Rule releaseGuard"), guard.indexOf("# Rule ownerGuard"))).toMatch(
      /\?annotations\[\?'a'\] == object\.metadata\.\?annotations\[\?'a'\]|variables\.\w+ == object\.metadata\.\?annotations\[\?'a'\]/,
    );
  });
});

describe("nobody can answer both", () => {
  test("a rule that asks the authorizer", () => {
    const { diagnostics } = compiled('({ authorizer }) => authorizer.path("/x").check("get").allowed() && Date.now() > 5');
    expect(diagnostics.map(({ code }) => code)).toEqual(["asks-both"]);
    const inside = compiled('({ authorizer }) => JSON.parse(`${authorizer.path("/x").check("get").allowed()}`) === true');
    expect(inside.diagnostics.map(({ code }) => code)).toEqual(["asks-both"]);
  });

  test("an override that does", () => {
    const { diagnostics } = compiled("() => Date.now() > 5", { overrides: 'overrides: [permitted("override")],' });
    expect(diagnostics.map(({ code }) => code)).toEqual(["override-asks"]);
  });
});

test("what is asked of the cluster inside of what CEL cannot say may be read, and nothing else", () => {
  const { diagnostics, policies } = compiled(
    "({ oldObject, cluster }) => JSON.parse(`${cluster.exists(pods, { name: oldObject.metadata.name })}`) === true && Date.now() > 5",
  );
  expect(diagnostics).toEqual([]);
  expect(policies[0]?.rules[0]?.webhook?.reads).toEqual(["pods"]);
});

describe("the report", () => {
  const pathsOf = ({ files }: Compilation): Readonly<Record<string, string>> => {
    const report = JSON.parse(files.find(({ name }) => name === "report.json")?.text ?? "{}") as {
      readonly policies: readonly { readonly paths: readonly { readonly path: string; readonly state: string }[] }[];
    };
    return Object.fromEntries(report.policies.flatMap(({ paths }) => paths.map(({ path, state }) => [path, state])));
  };

  test("has marks closed that the rule reads by constant keys", () => {
    expect(pathsOf(compiled(`({ oldObject }) => ${label} && ${isOld}`))).toMatchObject({ unmark: "closed", namespace: "closed" });
  });

  test("and open where it reads all of them, or may be about anything", () => {
    const whole = compiled(`({ oldObject }) => ${label} && JSON.stringify(oldObject.metadata.annotations).length > 3`);
    expect(whole.warnings.map(({ code }) => code)).toEqual(["reads-whole"]);
    expect(pathsOf(whole)).toMatchObject({ unmark: "open", "unmark-subresource": "open" });
    expect(pathsOf(compiled(`({ oldObject }) => ${isOld}`))).toMatchObject({ unmark: "open", namespace: "open", owner: "open" });
  });
});

test("the bundle asks for the time only where the rule does", () => {
  const rulesOf = ({ fallback: written }: Compilation): string =>
    written?.files.find(({ name }) => name === "rules.yaml")?.text ?? "";
  expect(rulesOf(compiled(`({ oldObject }) => ${isOld}`))).toContain("readsTime: true");
  expect(rulesOf(compiled("({ oldObject }) => JSON.parse(oldObject.metadata.name) === 1"))).not.toContain("readsTime: true");
  const stored = "({ oldObject }) => new Date(oldObject.metadata.creationTimestamp ?? 0).getUTCDay() === 0";
  expect(rulesOf(compiled(stored))).not.toContain("readsTime: true");
});
