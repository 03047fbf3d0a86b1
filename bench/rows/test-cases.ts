import { join } from "node:path";
import { removeDirectory } from "../../test/fixtures/open-directory.ts";
import { type Tree } from "../../test/fixtures/tree.ts";
import { root } from "../../test/house/source-files.ts";
import { holdfast, policiesOfReadme } from "../compiler/checkout.ts";
import { inTurns } from "../compiler/in-turns.ts";
import { type Run, runNode } from "../compiler/measured-run.ts";
import { type Row, atMost, floor, ours } from "../row.ts";

const cases = 1_000;
const vitest = join(root, "node_modules/vitest");

/** Every other request is denied. Each is put to the TypeScript and to the CEL of the policy. */
const ofPolicy = `import { del } from "holdfast/testing";
import "holdfast/vitest";
import { expect, test } from "vitest";
import policy from "./keep-000.ts";

for (let at = 0; at < ${cases}; at += 1) {
  const isKept = at % 2 === 0;
  const labels = { "example.com/keep-000": isKept ? "yes" : "no" };
  const request = del({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: \`settings-\${at}\`, namespace: "shop", labels } });
  test(\`case \${at}\`, () => {
    if (isKept) expect(policy).toDeny(request, { rule: "keep", message: "it is kept" });
    else expect(policy).toAllow(request);
  });
}
`;

const ofNothing = `import { expect, test } from "vitest";
for (let at = 0; at < ${cases}; at += 1) test(\`case \${at}\`, () => expect(at).toBe(at));
`;

const more: Tree = {
  "node_modules/vitest": { linkTo: vitest },
  "policies/keep-000.test.ts": ofPolicy,
  "nothing/nothing.test.ts": ofNothing,
};

export const testCases: Row = {
  name: "test-cases",
  means: `How long \`holdfast test\` takes for a policy with 1,000 tests in TypeScript. The floor is vitest with 1,000 tests that
evaluate nothing.`,
  measure: async (bench) => {
    const cwd = policiesOfReadme(1, { more });
    try {
      const wall = (runs: readonly Run[]): readonly number[] => runs.map(({ wallMs }) => wallMs);
      const runs = await inTurns(bench, {
        vitest: () => runNode([join(vitest, "vitest.mjs"), "run", "nothing"], { cwd }),
        ours: () => runNode([holdfast, "test", "policies"], { cwd }),
      });
      const measured = [floor("vitest alone", wall(runs.vitest)), ours(wall(runs.ours))];
      return [{ what: `test, ${cases} cases in TypeScript`, unit: "ms", measured, goal: atMost(1_500) }];
    } finally {
      removeDirectory(cwd);
    }
  },
};
