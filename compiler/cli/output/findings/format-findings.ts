import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { type CommentedObject, renderObject } from "../../../manifest/yaml.ts";
import { pathFrom } from "../../../project/project.ts";
import { jsonText } from "../json-text.ts";
import type { Terminal } from "../terminal.ts";
import type { Checks } from "./finding.ts";
import { githubFindings } from "./github-findings.ts";
import { junitFindings } from "./junit-findings.ts";
import { markdownFindings } from "./markdown-findings.ts";
import { sarifFindings } from "./sarif-findings.ts";

export interface Forms {
  /** For programs. */
  readonly data: () => object;
  readonly checks: () => Checks;
  /** For a comment; undefined: a line for each finding. */
  readonly markdown?: () => string;
}

/** Undefined where the command has a form of its own for it: text, a page. */
export function sharedForm(
  format: string,
  { data, checks, markdown = () => markdownFindings(checks()) }: Forms,
  { workingDirectory }: Pick<Terminal, "workingDirectory">,
): string | undefined {
  const inCheckout = (): Checks => seenFrom(checkoutOf(workingDirectory), checks(), workingDirectory);
  const forms: Readonly<Record<string, () => string>> = {
    json: () => jsonText(data()),
    yaml: () => yamlText(data()),
    junit: () => junitFindings(checks()),
    sarif: () => sarifFindings(inCheckout()),
    github: () => githubFindings(inCheckout()),
    markdown,
  };
  return forms[format]?.();
}

/** What JSON leaves out is left out here, too. */
export function yamlText(data: object): string {
  const object = JSON.parse(JSON.stringify(data)) as CommentedObject["object"];
  return renderObject({ object, above: [], within: [] }).trimEnd();
}

/** Forges know files by their path from the root of the checkout, wherever in it a command runs. */
function seenFrom(root: string, checks: Checks, workingDirectory: string): Checks {
  const seen = (file: string): string => (isAbsolute(file) ? file : pathFrom(root, join(workingDirectory, file)));
  return {
    ...checks,
    checks: checks.checks.map((check) => {
      const { finding } = check;
      return finding?.file === undefined ? check : { ...check, finding: { ...finding, file: seen(finding.file) } };
    }),
  };
}

function checkoutOf(start: string): string {
  for (let directory = resolve(start); dirname(directory) !== directory; directory = dirname(directory))
    if (existsSync(join(directory, ".git"))) return directory;
  return start;
}
