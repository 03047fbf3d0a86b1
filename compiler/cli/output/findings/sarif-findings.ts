import { createHash } from "node:crypto";
import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import { readVersion } from "../../../api/own-package.ts";
import { visible } from "../../../diagnostics/format.ts";
import { jsonText } from "../json-text.ts";
import { type Checks, type Finding, findingsIn } from "./finding.ts";

/** SARIF 2.1.0 (OASIS), as code scanning reads it. */
export function sarifFindings(checks: Checks): string {
  const findings = findingsIn(checks);
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  return jsonText({
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "Holdfast", semanticVersion: readVersion(), rules: rules.map((id) => ({ id })) } },
        // The results of another command are not those of this one, fixed.
        automationDetails: { id: `${checks.command.replace(" ", "-")}/` },
        columnKind: "utf16CodeUnits",
        results: findings.map((one) => resultOf(one, rules)),
      },
    ],
  });
}

function resultOf(finding: Finding, rules: readonly string[]): object {
  const { level, rule, message, help, object } = finding;
  const lines = [...message.split("\n"), ...(help === undefined ? [] : [`help: ${help}`])];
  return {
    ruleId: rule,
    ruleIndex: rules.indexOf(rule),
    level,
    message: { text: lines.map(visible).join("\n") },
    locations: [
      {
        physicalLocation: physicalLocation(finding),
        ...(object !== undefined && { logicalLocations: [{ fullyQualifiedName: visible(object), kind: "resource" }] }),
      },
    ],
    // Where the same is found tomorrow, at another line, nobody is told twice.
    partialFingerprints: { "holdfast/v1": fingerprint(finding) },
  };
}

/** Code scanning shows nothing without one, so that objects of a cluster stand for files. */
function physicalLocation({ file, position, object }: Finding): object {
  const region = { startLine: position?.line ?? 1, ...(position !== undefined && { startColumn: position.column }) };
  return { artifactLocation: { uri: uriOf(file ?? object ?? "cluster") }, region };
}

/** Relative to the directory in which the command runs, which is the checkout. */
function uriOf(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return file.replaceAll("\\", "/").toWellFormed().split("/").map(encodeURIComponent).join("/");
}

function fingerprint({ rule, file, object, message }: Finding): string {
  return createHash("sha256")
    .update(JSON.stringify([rule, file, object, message]))
    .digest("hex");
}
