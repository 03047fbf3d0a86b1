import { join } from "node:path";
import { removeDirectory } from "../../test/fixtures/open-directory.ts";
import { holdfast, policiesOfReadme } from "../compiler/checkout.ts";
import { inTurns } from "../compiler/in-turns.ts";
import { type Run, runNode } from "../compiler/measured-run.ts";
import { type Line, type Row, atMost, floor, ours } from "../row.ts";

const count = 100;

export const compileUnchanged: Row = {
  name: "compile-unchanged",
  means: `How long \`holdfast compile\` and \`holdfast compile --check\` take for 100 policies when nothing has changed since the
last run, as in an editor, a hook or CI. The floor is Node that starts and ends.`,
  measure: async (bench) => {
    const cwd = policiesOfReadme(count);
    try {
      const env = { HOLDFAST_CACHE: join(cwd, "../", `${cwd.split("/").at(-1)}-cache`) };
      const compile = [holdfast, "compile", "policies", "--out", "generated"];
      await runNode(compile, { cwd, env });
      const runs = await inTurns(bench, {
        node: () => runNode(["--eval", "0"], { cwd }),
        compile: () => runNode(compile, { cwd, env }),
        check: () => runNode([...compile, "--check"], { cwd, env }),
      });
      removeDirectory(env.HOLDFAST_CACHE);
      return [line("compile", runs.node, runs.compile), line("compile --check", runs.node, runs.check)];
    } finally {
      removeDirectory(cwd);
    }
  },
};

function line(what: string, node: readonly Run[], own: readonly Run[]): Line {
  const wall = (runs: readonly Run[]): readonly number[] => runs.map(({ wallMs }) => wallMs);
  return {
    what: `${what}, ${count} policies, nothing changed`,
    unit: "ms",
    measured: [floor("node alone", wall(node)), ours(wall(own))],
    goal: atMost(250),
  };
}
