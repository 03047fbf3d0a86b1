import type { Policy } from "../../compiler/language/policy.ts";
import { type PolicyRequest } from "../../compiler/simulator/testing/index.ts";
import { type PolicyAnswer } from "../../compiler/simulator/testing/answer.ts";
import { ask } from "../../compiler/simulator/testing/ask.ts";
import { TestedPolicy, compiledForTests } from "../../compiler/simulator/testing/tested-policy.ts";
import { defaultMinor } from "../../compiler/ir/kubernetes-version.ts";
import { CaseFiles } from "../language/case-files.ts";

/** A policy as both of its executions, which have to agree. */
export interface Asked {
  readonly yaml: string;
  ask(request: PolicyRequest): PolicyAnswer;
}

/**
 * Compiles the text of a policy file, and asks it what the API server would ask: its rules, and its guards. `others`:
 * what else is compiled. It has to be asked before the next one is compiled.
 */
export async function askedPolicy(text: string, others: Readonly<Record<string, string>> = {}): Promise<Asked> {
  const files = new CaseFiles();
  try {
    files.write("policy.ts", text);
    for (const [name, other] of Object.entries(others)) files.write(name, other);
    const compilation = files.compileNext(["policy.ts", ...Object.keys(others)]);
    const [first] = compilation.diagnostics;
    if (first !== undefined) throw new Error(`${first.code}: ${first.message}`);
    const [compiled] = compiledForTests(compilation, defaultMinor);
    if (compiled === undefined) throw new Error("there is no policy");
    const typescript: Policy = await files.importPolicy("policy.ts");
    const tested = new TestedPolicy(compiled);
    return { yaml: compiled.yaml, ask: ({ description }) => ask([{ tested, typescript }], description, []).answer };
  } finally {
    files.remove();
  }
}
