import { openDirectory, removeDirectory } from "../../test/fixtures/open-directory.ts";
import { holdfast, policiesOfReadme } from "../compiler/checkout.ts";
import { inTurns } from "../compiler/in-turns.ts";
import { type Run, runNode } from "../compiler/measured-run.ts";
import { type Line, type Row, atMost, floor, ours } from "../row.ts";

const count = 100;

export const compileUnchanged: Row = {
  name: "compile-unchanged",
  means: `How long \`holdfast compile\` and \`holdfast compile --check\` take for 100 policies when nothing changed since the last
run, as in an editor, a hook or CI. The floor is starting and ending Node.`,
  measure: async (bench) => {
    const cwd = policiesOfReadme(count);
    const env = { HOLDFAST_CACHE: openDirectory() };
    try {
      const compile = [holdfast, "compile", "policies", "--out", "generated"];
      await runNode(compile, { cwd, env });
      const runs = await inTurns(bench, {
        node: () => runNode(["--eval", "0"], { cwd }),
        compile: () => runNode(compile, { cwd, env }),
        check: () => runNode([...compile, "--check"], { cwd, env }),
      });
      return [...linesOf("compile", runs.node, runs.compile), ...linesOf("compile --check", runs.node, runs.check)];
    } finally {
      removeDirectory(cwd);
      removeDirectory(env.HOLDFAST_CACHE);
    }
  },
};

function linesOf(command: string, node: readonly Run[], own: readonly Run[]): readonly Line[] {
  const what = `${command}, ${count} policies, nothing changed`;
  const figures = (of: (run: Run) => number): Line["measured"] => [floor("node alone", node.map(of)), ours(own.map(of))];
  return [
    { what, unit: "ms", measured: figures(({ wallMs }) => wallMs), goal: atMost(250) },
    { what: `${what}, CPU`, unit: "ms", measured: figures(({ cpuMs }) => cpuMs) },
  ];
}
