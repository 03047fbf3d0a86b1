import { join } from "node:path";
import type { Compilation, CompiledPolicy, CompiledRule } from "../compile.ts";
import { visible } from "../diagnostics/format.ts";

/**
 * Each rule as its author wrote it, and below it the YAML that it became. Every line stands behind a gutter, so that
 * no text of a policy reaches the margin, where terminals and CI systems look for commands.
 *
 *     preventDelete, policies/ack.ts:21
 *
 *       21 | preventDelete: {
 *       22 |   denyWhen: ...
 *
 *     in generated/ack.yaml, ValidatingAdmissionPolicy ack:
 *
 *          | validations:
 */
export function showRules({ policies }: Compilation, out: string): string {
  return policies.flatMap((policy) => policy.rules.map((rule) => showRule(rule, policy, out))).join("\n");
}

function showRule(rule: CompiledRule, policy: CompiledPolicy, out: string): string {
  const source = dedent(rule.text.replaceAll("\t", "  ").split(/\r\n|\r|\n/));
  const yaml = rule.yaml.trimEnd().split("\n");
  const width = String(rule.line + source.length - 1).length;
  const gutter = (label: string, line: string): string => `  ${label.padStart(width)} | ${visible(line)}`.trimEnd();
  return [
    `${visible(rule.name)}, ${visible(policy.source)}:${rule.line}`,
    "",
    ...source.map((line, at) => gutter(String(rule.line + at), line)),
    "",
    `in ${visible(join(out, policy.file))}, ValidatingAdmissionPolicy ${visible(rule.admissionPolicy)}:`,
    "",
    ...yaml.map((line) => gutter("", line)),
    "",
  ].join("\n");
}

/** The first line starts where the rule does; the others keep the indentation of the file, which is taken off them. */
function dedent([first = "", ...others]: readonly string[]): readonly string[] {
  const depths = others.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const depth = depths.length === 0 ? 0 : Math.min(...depths);
  return [first, ...others.map((line) => line.slice(depth))];
}
