import type { Guard } from "../guard/index.ts";
import type { EnforcementIr } from "../ir/enforcement.ts";
import type { NamespaceLook } from "../ir/namespace-look.ts";
import type { PolicyIr, RuleIr } from "../ir/policy.ts";
import { type HeaderParts, jsonHeader } from "../manifest/header.ts";
import type { PlannedFile } from "../manifest/output.ts";
import { judgePaths } from "./judge.ts";

/** A policy with what became of its guards. */
export interface ReportedPolicy {
  readonly policy: PolicyIr;
  readonly guards: readonly Guard[];
  readonly namespaceLook: NamespaceLook;
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

function describePolicy({ policy, guards, namespaceLook, file }: ReportedPolicy): object {
  return {
    name: policy.name,
    source: policy.span.file,
    file,
    enforcement: describeEnforcement(policy.enforcement),
    rules: policy.rules.map(describeRule),
    waysOut: policy.waysOut.map(({ rule }) => rule.name),
    guards: guards.map(({ name, state }) => ({ name, state: state.is, text: state.is === "on" ? state.what : state.reason })),
    paths: judgePaths(policy, guards, namespaceLook),
  };
}

function describeRule({ name, action, operations }: RuleIr): object {
  return { name, action, operations, target: "admission-policy" };
}

function describeEnforcement({ otherwise, by }: EnforcementIr): unknown {
  return by === undefined ? otherwise : { ...by, otherwise };
}
