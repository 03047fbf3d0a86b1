import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type SourceFile, root } from "./source-files.ts";

/** Lines of `test/` by what they are for. */
export interface TestLines {
  readonly tests: number;
  /** Inputs and expected answers, faults and attacks: tables and texts that grow with what is tested. */
  readonly cases: number;
  /** What tests share: servers, clients, fixtures, searches. */
  readonly support: number;
  /** Programs and configuration that are not TypeScript: the API server's evaluator, the control plane. */
  readonly otherLanguages: number;
}

export function testLines(files: readonly SourceFile[]): TestLines {
  const [tests = [], others = []] = [isTest, (file: SourceFile) => !isTest(file)].map((is) => files.filter(is));
  return {
    tests: linesOf(tests),
    cases: linesOf(others.filter(isCaseData)),
    support: linesOf(others.filter((file) => !isCaseData(file))),
    otherLanguages: linesOfOtherLanguages(),
  };
}

const isTest = ({ path }: SourceFile): boolean => path.endsWith(".test.ts");
const linesOf = (files: readonly Pick<SourceFile, "lines">[]): number => files.reduce((sum, { lines }) => sum + lines, 0);

/** Three quarters of its lines are values rather than functions and types; imports and comments do not count. */
export function isCaseData({ text }: Pick<SourceFile, "text">): boolean {
  const kinds = kindsOfLines(text);
  return kinds.filter((kind) => kind === "value").length >= kinds.length * 0.75;
}

type Kind = "value" | "code" | "neither";

/** Of formatted text: what begins at the margin says what the lines are that are indented below it. */
function kindsOfLines(text: string): readonly Exclude<Kind, "neither">[] {
  let kind: Kind = "neither";
  return text.split("\n").flatMap((line) => {
    if (line === "" || line.startsWith(" *")) return [];
    if (/^[^\s\])}`;]/.test(line)) kind = kindOf(line);
    return kind === "neither" ? [] : [kind];
  });
}

function kindOf(line: string): Kind {
  if (/^(import\b|\/\*\*|\/\/)/.test(line)) return "neither";
  if (line.startsWith("export default")) return "value";
  const value = /^(?:export )?const \w+(?:: .*?)? = (.*)$/.exec(line)?.[1];
  const isFunction = value !== undefined && /^(async )?(<.*>)?\((.*\)(: .*)? =>|$)/.test(value);
  return value === undefined || isFunction ? "code" : "value";
}

/** Without locks of modules, which the tools write. */
function linesOfOtherLanguages(): number {
  return readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(go|s|mod|yaml|tsv)$/.test(name))
    .map((name) => readFileSync(join(root, "test", name), "utf8").split("\n").length - 1)
    .reduce((sum, lines) => sum + lines, 0);
}
