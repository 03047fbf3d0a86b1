import type { EnforcementIr } from "../ir/enforcement.ts";
import type { RuleIr } from "../ir/policy.ts";
import { type HeaderParts, jsonHeader } from "../manifest/header.ts";
import type { PlannedFile } from "../manifest/output.ts";
import { type ReportedParts, judgePaths } from "./judge.ts";

/** A policy with what became of its rules and guards. */
export interface ReportedPolicy extends ReportedParts {
  /** `keep.yaml` */
  readonly file: string;
}

export const reportFileName = "report.json";

/**
 * What each policy protects, and each way around it: closed, open, switched off because ... For people who review a change, and for
 * machines. Sorted and spaced like the YAML beside it, so that a change of one thing is a change of one line.
 */
export function planReport(policies: readonly ReportedPolicy[], head: HeaderParts): PlannedFile {
  const report = { ...jsonHeader(head), policies: policies.map(describePolicy) };
  return { name: reportFileName, text: `${JSON.stringify(report, undefined, 2)}\n` };
}

function describePolicy({ file, ...parts }: ReportedPolicy): object {
  const { policy, guards, webhooks } = parts;
  return {
    name: policy.name,
    source: policy.span.file,
    file,
    enforcement: describeEnforcement(policy.enforcement),
    rules: policy.rules.map((rule) => describeRule(rule, webhooks)),
    overrides: policy.overrides.map(({ rule }) => rule.name),
    ...(policy.noOverride !== undefined && { noOverride: policy.noOverride }),
    guards: guards.map(({ name, state }) => ({ name, state: state.is, text: state.is === "on" ? state.what : state.reason })),
    paths: judgePaths(parts),
  };
}

/** What the webhook answers CEL may deny in part, too. */
function describeRule({ name, action, operations }: RuleIr, webhooks: ReportedPolicy["webhooks"]): object {
  const webhook = webhooks.get(name);
  const asked = webhook === undefined ? { target: "admission-policy" } : { target: "webhook", webhook };
  return { name, action, operations, ...asked };
}

function describeEnforcement({ otherwise, by }: EnforcementIr): unknown {
  return by === undefined ? otherwise : { ...by, otherwise };
}
