import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Mark = "absent" | "true" | "false" | "garbage";

/** One row of the table: the four marks of a case, and what ACK's design document says to them. */
export type ExpectedDecision = {
  readonly ownService: Mark;
  readonly ownGeneric: Mark;
  readonly namespaceService: Mark;
  readonly namespaceGeneric: Mark;
  readonly denial: ExpectedDenial | undefined;
};

export type ExpectedDenial = {
  readonly rule: "preventDelete" | "unreadableMark";
  /** Which mark decides. */
  readonly key: "service" | "generic";
  readonly place: "object" | "namespace";
};

const titles = "own service,own generic,namespace service,namespace generic,decision,rule,key,place";

/**
 * The 256 rows were written from the design document, not with the policy: the resource goes before its Namespace, the
 * service's key before the generic one, the first mark that is there decides; `true` protects, `false` does not, and
 * what is neither protects as well.
 */
export const expectedDecisions: readonly ExpectedDecision[] = readTable(join(import.meta.dirname, "expected-decisions.tsv"));

function readTable(file: string): readonly ExpectedDecision[] {
  const [header, ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
  if (header?.replaceAll("\t", ",") !== titles) throw new Error(`${file} has other columns: ${header}`);
  return lines.map(readRow);
}

function readRow(line: string): ExpectedDecision {
  const [ownService, ownGeneric, namespaceService, namespaceGeneric, decision, rule, key, place] = line.split("\t");
  const marks = { ownService, ownGeneric, namespaceService, namespaceGeneric };
  const denial = decision === "deny" ? { rule, key, place } : undefined;
  return { ...marks, denial } as ExpectedDecision;
}
