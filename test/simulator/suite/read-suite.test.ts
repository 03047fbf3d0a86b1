import { describe, expect, test } from "vitest";
import { readSuite } from "../../../compiler/simulator/suite/read-suite.ts";
import type { Suite } from "../../../compiler/simulator/suite/suite.ts";

const noFiles = (): never => {
  throw new Error("no file is named");
};

/** A suite of one case with these lines (after `- name: a`). */
const suiteWith = (lines: string): string => `cases:\n  - name: a\n${lines.replaceAll(/^/gm, "    ")}`;

const object = "delete: { apiVersion: v1, kind: ConfigMap, metadata: { name: a } }";

function read(text: string): Suite {
  const result = readSuite("x.test.yaml", text, noFiles);
  if ("problems" in result) throw new Error(JSON.stringify(result.problems));
  return result.suite;
}

function problemsOf(text: string): readonly string[] {
  const result = readSuite("x.test.yaml", text, noFiles);
  if ("suite" in result) return [];
  return result.problems.map(({ position, message, help }) => `${position.line}:${position.column} ${message} | ${help}`);
}

const caseOf = (lines: string) => read(suiteWith(lines)).cases[0];

describe("a suite", () => {
  test("every circumstance of a request", () => {
    const lines = [
      object,
      "as: alice",
      "groups: [ops]",
      "namespaceObject: { labels: { tier: gold } }",
      "dryRun: true",
      "options: { propagationPolicy: Orphan, gracePeriodSeconds: 0, preconditions: { uid: u } }",
      "through: v1beta1",
      "resource: configmaps",
      "subresource: status",
      "allowedTo: [{ verb: delete, resource: pods, namespace: shop, name: p, user: bob }]",
      "expect: deny",
    ];
    expect(caseOf(lines.join("\n"))?.request).toEqual({
      operation: "delete",
      object: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } },
      as: "alice",
      groups: ["ops"],
      namespace: { labels: { tier: "gold" } },
      dryRun: true,
      options: { propagationPolicy: "Orphan", gracePeriodSeconds: 0, preconditions: { uid: "u" } },
      through: "v1beta1",
      resource: "configmaps",
      subresource: "status",
      permissions: [{ verb: "delete", resource: "pods", namespace: "shop", name: "p", user: "bob" }],
    });
  });

  test.each([
    ["allow", { decision: "allow" }],
    ["deny", { decision: "deny" }],
    ["warn", { decision: "allow", warnings: [{}] }],
    ["{ allow: true, warn: false }", { decision: "allow", warnings: [] }],
    ["{ deny: true, warn: true }", { decision: "deny", denial: {}, warnings: [{}] }],
    ["{ deny: { policy: p, rule: r, message: m } }", { decision: "deny", denial: { policy: "p", rule: "r", message: "m" } }],
    ["{ deny: { message: { exactly: m } } }", { decision: "deny", denial: { message: { exactly: "m" } } }],
    ["{ deny: { message: { matches: ^m$ } } }", { decision: "deny", denial: { message: /^m$/u } }],
    ["{ warn: [{ rule: a }, { rule: b }] }", { decision: "allow", warnings: [{ rule: "a" }, { rule: "b" }] }],
  ])("expect: %s", (text, expectation) => {
    expect(caseOf(`${object}\nexpect: ${text}`)?.expectation).toEqual(expectation);
  });

  test("several objects are several cases, and policies of the file hold for cases that name none", () => {
    const one = "{ apiVersion: v1, kind: Pod, metadata: { name: a } }";
    const text = `policies: [p, q]\n${suiteWith(`deleteCollection: [${one}, ${one.replace("name: a", "name: b")}]\nexpect: allow`)}`;
    expect(read(text).cases.map(({ name, policies }) => [name, policies])).toEqual([
      ["a (Pod a)", ["p", "q"]],
      ["a (Pod b)", ["p", "q"]],
    ]);
    expect(read(`${text}\n    policy: own`).cases[0]?.policies).toEqual(["own"]);
  });

  test("YAML is read as kubectl reads it: anchors and merges, dates and times of the day as text", () => {
    const text = suiteWith(
      [
        "update:",
        "  oldObject: &old { apiVersion: v1, kind: ConfigMap, metadata: { name: a, annotations: { at: 12:30 } } }",
        "  object: { <<: *old, data: { on: 2026-01-01 } }",
        "expect: allow",
      ].join("\n"),
    );
    const metadata = { name: "a", annotations: { at: "12:30" } };
    expect(read(text).cases[0]?.request).toMatchObject({
      oldObject: { metadata },
      object: { kind: "ConfigMap", metadata, data: { true: "2026-01-01" } },
    });
  });

  test("kinds", () => {
    const text = `kinds: [{ group: a.io, kind: Mouse, resource: mice, scope: Cluster }, { group: a.io, kind: Cat, resource: cats }]\n${suiteWith(`${object}\nexpect: allow`)}`;
    expect(read(text).kinds).toEqual([
      { group: "a.io", kind: "Mouse", resource: "mice", isNamespaced: false },
      { group: "a.io", kind: "Cat", resource: "cats", isNamespaced: undefined },
    ]);
  });
});

describe("an apiVersion", () => {
  const textOf = (apiVersion: string): string =>
    suiteWith(`delete: { apiVersion: ${JSON.stringify(apiVersion)}, kind: Bar, metadata: { name: a } }\nexpect: allow`);

  // A group is a DNS subdomain, also of one label, and a version is any DNS label that begins with a letter.
  test.each(["v1", "apps/v1", "foo/bar", "foo.example.com/v1alpha1", "a.io/stable-2"])("%s is one", (apiVersion) => {
    expect(read(textOf(apiVersion)).cases).toHaveLength(1);
  });

  test.each(["apps", "foo/", "/v1", "a/b/c", "Foo/v1", "foo/1", "foo_bar/v1", "foo./v1"])("%s is none", (apiVersion) => {
    const said = `${JSON.stringify(apiVersion)} is no apiVersion | write group and version, as in \`apps/v1\``;
    expect(problemsOf(textOf(apiVersion))).toEqual([expect.stringContaining(said)]);
  });
});

describe("what cannot be understood is rejected at its place, with what to write", () => {
  test.each<[string, string, string]>([
    ["an empty file", "", "1:1 the file is empty | write cases: and a list"],
    ["a list", "- a", "1:1 this is no map | write key: value"],
    ["no cases", "policy: p", "1:1 there are no cases | write cases: and a list"],
    ["an empty list", "cases: []", "1:8 there is no case | write at least one"],
    ["two documents", "cases: []\n---\ncases: []", "3:1 the file holds more than one document | put all cases into one list"],
    ["an unknown key", "policiy: p\ncases: []", "1:1 there is no `policiy` here | did you mean policy?"],
    ["no name", `cases:\n  - ${object}`, "2:5 the case has no name | write name: what it shows"],
    ["nothing expected", suiteWith(object), "2:5 the case expects nothing | write expect: allow, deny, warn or audit"],
    [
      "no request",
      suiteWith("expect: deny"),
      "2:5 the case makes no request | write one of delete, deleteCollection, create, update",
    ],
    [
      "two requests",
      suiteWith(`${object}\n${object.replace("delete", "create")}\nexpect: deny`),
      "2:5 the case makes more than one request |",
    ],
    ["an update of one object", suiteWith(`update: {}\nexpect: deny`), "3:13 an update takes two objects"],
    ["no objects", suiteWith("delete: []\nexpect: deny"), "3:13 the list is empty"],
    ["an object without kind", suiteWith("delete: { apiVersion: v1 }\nexpect: deny"), "3:13 the object has no kind"],
    [
      "an apiVersion of another kind",
      suiteWith("delete: { apiVersion: 1, kind: A }\nexpect: deny"),
      "3:27 the object has no apiVersion",
    ],
    [
      "a label that YAML takes for a boolean",
      suiteWith("delete: { apiVersion: v1, kind: A, metadata: { labels: { keep: yes } } }\nexpect: deny"),
      "3:68 the value of keep is no text | the API server would reject it; write it in quotes",
    ],
    ["a decision that is none", suiteWith(`${object}\nexpect: reject`), "4:13 `reject` is no decision"],
    ["two decisions", suiteWith(`${object}\nexpect: { deny: true, allow: true }`), "4:13 a request is either denied or allowed"],
    ["an empty expectation", suiteWith(`${object}\nexpect: {}`), "4:13 nothing is expected"],
    ["allow: false", suiteWith(`${object}\nexpect: { allow: false }`), "4:22 `allow` can only be true"],
    [
      "a message in two ways",
      suiteWith(`${object}\nexpect: { deny: { message: { exactly: a, matches: b } } }`),
      "the message is given in no way or two",
    ],
    [
      "a pattern that is none",
      suiteWith(`${object}\nexpect: { deny: { message: { matches: "(" } } }`),
      "write a regular expression of JavaScript",
    ],
    ["an unknown option", suiteWith(`${object}\noptions: { force: true }\nexpect: deny`), "4:16 there is no `force` here"],
    [
      "a propagation policy that is none",
      suiteWith(`${object}\noptions: { propagationPolicy: orphan }\nexpect: deny`),
      "write Background, Foreground or Orphan",
    ],
    [
      "seconds that are none",
      suiteWith(`${object}\noptions: { gracePeriodSeconds: soon }\nexpect: deny`),
      "these are no seconds",
    ],
    ["a user that is a number", suiteWith(`${object}\nas: 5\nexpect: deny`), "4:9 `as` is no text | write it in quotes"],
    ["a dry run that is no boolean", suiteWith(`${object}\ndryRun: maybe\nexpect: deny`), "`dryRun` is neither true nor false"],
    ["groups that are no list", suiteWith(`${object}\ngroups: ops\nexpect: deny`), "`groups` is no list"],
    [
      "a Namespace without text",
      suiteWith(`${object}\nnamespaceObject: { labels: { a: 1 } }\nexpect: deny`),
      "the value of a is no text",
    ],
    [
      "half a permission",
      suiteWith(`${object}\nallowedTo: [{ verb: get }]\nexpect: deny`),
      "a permission has a verb and a resource",
    ],
    ["policy and policies", `policy: p\npolicies: [q]\n${suiteWith(`${object}\nexpect: deny`)}`, "2:11 `policy` is given, too"],
    ["no policies", `policies: []\n${suiteWith(`${object}\nexpect: deny`)}`, "1:11 no policy is named"],
    ["half a kind", `kinds: [{ kind: A }]\n${suiteWith(`${object}\nexpect: deny`)}`, "1:9 a kind is not described"],
    [
      "a scope that is none",
      `kinds: [{ group: a, kind: A, resource: b, scope: Global }]\n${suiteWith(`${object}\nexpect: deny`)}`,
      "this is no scope",
    ],
    ["a key twice", "policy: a\npolicy: b\ncases: []", "2:1 this YAML cannot be read: Map keys must be unique"],
    ["an alias of nothing", "cases: *a", "this YAML cannot be read: Unresolved alias"],
    [
      "a number that JavaScript rounds",
      suiteWith(`delete: { apiVersion: v1, kind: A, spec: { size: 9007199254740993 } }\nexpect: deny`),
      "3:54 this YAML cannot be read: JSON and JavaScript have no such number",
    ],
    [
      "no number at all",
      suiteWith(`delete: { apiVersion: v1, kind: A, spec: { size: .nan } }\nexpect: deny`),
      "have no such number",
    ],
    ["a tag", "cases: !!js/function x", "this YAML cannot be read: Unresolved tag"],
    ["too deep nesting", `cases: ${"[".repeat(50_000)}`, "this YAML cannot be read: this is nested too deeply"],
  ])("%s", (_, text, problem) => {
    const problems = problemsOf(text);
    expect(problems.length).toBe(1);
    expect(problems[0]).toContain(problem);
  });

  test("an alias of aliases that stand for gigabytes", () => {
    const rows = Array.from(
      { length: 12 },
      (_, at) =>
        `a${at}: &a${at} [${Array(10)
          .fill(at === 0 ? "x" : `*a${at - 1}`)
          .join(", ")}]`,
    );
    expect(problemsOf(`${rows.join("\n")}\ncases: []`)[0]).toContain("Excessive alias count");
  });

  test("every case with a mistake is told of, not only the first", () => {
    const text = `cases:\n  - name: a\n  - name: b\n    ${object}\n    expect: reject\n  - name: c\n    ${object}\n    expect: allow`;
    expect(problemsOf(text)).toEqual([
      "2:5 the case expects nothing | write expect: allow, deny, warn or audit",
      expect.stringContaining("5:13 `reject` is no decision"),
    ]);
  });
});
