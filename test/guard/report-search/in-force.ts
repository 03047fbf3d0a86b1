import type { ControlPlane } from "../../control-plane/control-plane.ts";
import type { Report } from "../../report/page.ts";
import { applyYaml } from "../../control-plane/requests.ts";
import { collectionOf } from "../../control-plane/collections.ts";
import { CaseFiles } from "../../language/case-files.ts";
import { untilCompiled } from "../../language/until-compiled.ts";
import { documentsIn } from "../../fixtures/yaml-documents.ts";
import { type AttackedRule, policyText } from "./attacked-rules.ts";
import { modules } from "./fidelity-rules.ts";

export async function apply(server: ControlPlane, yaml: string): Promise<void> {
  await applyYaml(server, yaml);
  await untilInForce(server);
}

let waits = 0;

/** Not by a canary that the rules may deny, and by another name each time: the previous one may be in force still. */
async function untilInForce(server: ControlPlane): Promise<void> {
  waits += 1;
  await untilCompiled(server, `attacks-${waits}`);
}

/**
 * After the new ones are in force: what guards look up would never be right again once all of them had been taken away
 * (limits/parameters.test.ts).
 */
export async function takeAway(server: ControlPlane, before: string | undefined, after: string): Promise<void> {
  if (before === undefined) return;
  const kept = new Set(placesOf(after));
  const left = placesOf(before).filter((path) => !kept.has(path));
  for (const path of left) await server.request({ method: "DELETE", path });
  await untilInForce(server);
}

/** Bindings first, or a policy would be gone that one of them names. */
function placesOf(yaml: string): readonly string[] {
  const found = documentsIn(yaml).map((document) => `${collectionOf(document)}/${document.metadata.name}`);
  return found.toSorted().toReversed();
}

export interface Compiled {
  readonly yaml: string;
  readonly report: Report;
}

/** With the name of an installation, guards of several of them share policies. */
export function compileAll(rules: readonly AttackedRule[], installation?: string): Compiled {
  const files = new CaseFiles();
  try {
    for (const [name, text] of Object.entries(modules)) files.write(name, text);
    for (const rule of rules) files.write(`${rule.policy}.ts`, policyText(rule));
    const paths = rules.map(({ policy }) => `${policy}.ts`);
    const { files: written, diagnostics } = files.compile(paths, undefined, installation === undefined ? {} : { installation });
    const [first] = diagnostics;
    if (first !== undefined) throw new Error(`${first.span.file}: ${first.code}: ${first.message}`);
    const report = written.find(({ name }) => name === "report.json")?.text ?? "{}";
    const yaml = written.filter(({ name }) => /^(attacked-.*|.*-guards)\.yaml$/.test(name)).map(({ text }) => text);
    return { yaml: yaml.join("\n---\n"), report: JSON.parse(report) as Report };
  } finally {
    files.remove();
  }
}
