import { describe, expect, test } from "vitest";
import type { Checks, Finding } from "../../../compiler/cli/output/findings/finding.ts";
import { githubFindings } from "../../../compiler/cli/output/findings/github-findings.ts";
import { junitFindings } from "../../../compiler/cli/output/findings/junit-findings.ts";
import { markdownFindings } from "../../../compiler/cli/output/findings/markdown-findings.ts";
import { sarifFindings } from "../../../compiler/cli/output/findings/sarif-findings.ts";
import { schemaProblems } from "../../fixtures/json-schema.ts";

const schema = "test/cli/formats/sarif-2.1.0.schema.json";

const plain: Finding = {
  level: "error",
  rule: "unsupported-loop",
  message: "`for` has no CEL equivalent",
  file: "policies/a b.ts",
  position: { line: 12, column: 3 },
  help: "use `.every()`",
};
/** What a cluster, or a stranger's file, may hold. */
const text = '\u001b[2J%0A,:\r\n::error file=x::y \u202e]]><b>&" @all ![x](http://x) | \ud800';
const hostile: Finding = { level: "warning", rule: `r,${text}`, message: text, file: text, object: text, help: text };
const ofObject: Finding = { level: "note", rule: "unprotected", message: "it goes", object: "configmaps/shop/a" };

const of = (...findings: readonly Finding[]): Checks => ({
  command: "holdfast scan",
  headline: "some",
  checks: [
    ...findings.map((finding) => ({ suite: finding.file ?? "cluster", name: finding.rule, finding })),
    { suite: "cluster", name: "fine" },
    { suite: "cluster", name: "known", isSkipped: true },
  ],
});

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly {
    readonly physicalLocation: { readonly artifactLocation: { readonly uri: string }; readonly region: object };
  }[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
}

interface Log {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly Result[];
  }[];
}

const resultsOf = (checks: Checks): readonly Result[] =>
  (JSON.parse(sarifFindings(checks)) as Log).runs.flatMap(({ results }) => results);

describe("SARIF", () => {
  test.each([
    ["nothing", of()],
    ["findings", of(plain, ofObject, plain)],
    ["hostile ones", of(hostile)],
  ])("with %s it is what the schema of OASIS says", (_, checks) => {
    expect(schemaProblems(schema, JSON.parse(sarifFindings(checks)))).toEqual([]);
  });

  test("the schema finds what is wrong", () => {
    const broken = sarifFindings(of(plain)).replace('"level": "error"', '"level": "fatal"');
    expect(schemaProblems(schema, JSON.parse(broken))).not.toEqual([]);
  });

  test("each result has its rule, its level, its place, and a fingerprint that the line does not change", () => {
    const [first, second, moved] = resultsOf(of(plain, ofObject, { ...plain, position: { line: 99, column: 1 } }));
    expect(first).toMatchObject({ ruleId: "unsupported-loop", ruleIndex: 0, level: "error" });
    expect(first?.message.text).toBe("`for` has no CEL equivalent\nhelp: use `.every()`");
    expect(first?.locations[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: "policies/a%20b.ts" },
      region: { startLine: 12, startColumn: 3 },
    });
    expect(second?.locations[0]?.physicalLocation.artifactLocation.uri).toBe("configmaps/shop/a");
    expect(second?.ruleIndex).toBe(1);
    expect(first?.partialFingerprints).toEqual(moved?.partialFingerprints);
    expect(first?.partialFingerprints).not.toEqual(second?.partialFingerprints);
  });

  test("a place is a relative reference, whatever a file is called", () => {
    const uris = resultsOf(of(hostile, { ...plain, file: "https://evil/x:y?a#b" })).map(
      ({ locations }) => locations[0]?.physicalLocation.artifactLocation.uri ?? "",
    );
    expect(uris.every((uri) => /^[\w%.~!*'()-]+(\/[\w%.~!*'()-]*)*$/.test(uri))).toBe(true);
  });
});

describe("annotations of GitHub", () => {
  test("name file, line and rule, and are as grave as the finding", () => {
    expect(githubFindings(of(plain, ofObject)).split("\n")).toEqual([
      "::error file=policies/a b.ts,line=12,col=3,title=holdfast scan%3A unsupported-loop::`for` has no CEL equivalent%0Ahelp: use `.every()`",
      "::notice title=holdfast scan%3A unprotected::configmaps/shop/a%0Ait goes",
      "holdfast scan: some",
    ]);
  });

  test("one finding is one line, whose properties no text can end", () => {
    const [line = "", ...others] = githubFindings(of(hostile)).split("\n");
    expect(others).toEqual(["holdfast scan: some"]);
    const [, properties = ""] = /^::warning ([^:]*)::/.exec(line) ?? [];
    expect(properties.split(",").map((one) => one.split("=")[0])).toEqual(["file", "title"]);
    expect(properties).toContain("%250A%2C%3A");
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
  });
});

describe("JUnit", () => {
  test("an error fails, a warning and a note only tell", () => {
    const xml = junitFindings(of(plain, { ...plain, level: "warning" }, ofObject));
    expect(xml).toContain('<testsuites name="holdfast scan" tests="5" failures="1">');
    expect(xml).toContain('<failure message="`for` has no CEL equivalent">policies/a b.ts:12:3\n');
    expect(xml.match(/<system-out>(warning|note): /g)).toHaveLength(2);
    expect(xml).toContain('<testcase name="known" classname="cluster"><skipped/></testcase>');
  });

  test("no text ends an attribute or an element", () => {
    const xml = junitFindings(of(hostile));
    expect(xml).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}](?<!\n)/u);
    expect(xml.match(/<\/?[a-z-]+/g)?.join(" ")).toBe(
      "<testsuites <testsuite <testcase <system-out </system-out </testcase </testsuite " +
        "<testsuite <testcase <testcase <skipped </testcase </testsuite </testsuites",
    );
  });
});

describe("Markdown", () => {
  test("the headline, and a line for each finding", () => {
    expect(markdownFindings(of(plain)).split("\n")).toEqual([
      "**holdfast scan: some**",
      "",
      "- error policies/a b.ts:12:3 unsupported-loop: \\`for\\` has no CEL equivalent\\",
      "  help: use \\`.every\\(\\)\\`",
    ]);
  });

  test("nothing in it is a link, a mention or HTML, and a comment stays short enough", () => {
    const markdown = markdownFindings(of(...Array.from({ length: 80 }, () => hostile)));
    expect(markdown).not.toMatch(/@all|<b>|http:\/\/|(?<!\\)!|(?<!\\)\[x/);
    expect(markdown).toContain("- and 30 more");
    expect(markdown.split("\n").filter((line) => line.startsWith("-"))).toHaveLength(51);
  });
});
