import type { AdmissionAnswer, AdmissionTask, CelAnswer, CelTask } from "./protocol.ts";
import { type LineProcess, startLineProcess } from "./line-process.ts";
import { prepareOracle } from "./oracle-binary.ts";

export type * from "./protocol.ts";

/** What the API server of one version would say, without a server. */
export type Oracle = {
  readonly pid: number;
  /** As in `1.30`. */
  readonly kubernetes: string;
  /** Not the version that the program is built from. */
  readonly isEmulated: boolean;
  admit(task: AdmissionTask): Promise<AdmissionAnswer>;
  /** For searches: tasks are taken as fast as they are answered, and answers come in their order. */
  admitAll(tasks: Iterable<AdmissionTask> | AsyncIterable<AdmissionTask>): AsyncIterable<AdmissionAnswer>;
  evaluate(task: CelTask): Promise<CelAnswer>;
  stop(): Promise<void>;
};

export type OracleOptions = {
  /** The version to emulate, as in `1.30`; that of the program unless told. */
  readonly kubernetes?: string;
};

/** So many tasks are under way at once: enough for two processors never to wait for this process. */
const maxUnderWay = 32;

/** Builds the program if need be, which takes a minute or so the first time, and starts it. */
export async function startOracle({ kubernetes }: OracleOptions = {}): Promise<Oracle> {
  const flags = kubernetes === undefined ? [] : ["-kube", kubernetes];
  const lines = startLineProcess(await prepareOracle(), flags);
  const { version, isEmulated } = await ask<{ readonly version: string; readonly isEmulated: boolean }>(lines, { version: {} });
  const admit = (task: AdmissionTask) => ask<AdmissionAnswer>(lines, { admission: task });
  return {
    pid: lines.pid,
    kubernetes: version,
    isEmulated,
    admit,
    admitAll: (tasks) => inOrder(tasks, admit),
    evaluate: (task) => ask<CelAnswer>(lines, { cel: task }),
    stop: lines.stop,
  };
}

async function ask<Answer extends object>(lines: LineProcess, task: object): Promise<Answer> {
  const answer = JSON.parse(await lines.ask(JSON.stringify(task))) as Answer | { readonly problem: string };
  if ("problem" in answer) throw new Error(`the oracle has no answer: ${answer.problem}`);
  return answer;
}

async function* inOrder<Task, Answer>(
  tasks: Iterable<Task> | AsyncIterable<Task>,
  answer: (task: Task) => Promise<Answer>,
): AsyncIterable<Answer> {
  const underWay: Promise<Answer>[] = [];
  for await (const task of tasks) {
    const next = answer(task);
    // It is awaited later; should an earlier one fail first, nobody would.
    next.catch(() => {});
    underWay.push(next);
    const first = underWay.length < maxUnderWay ? undefined : underWay.shift();
    if (first !== undefined) yield await first;
  }
  for (const last of underWay) yield await last;
}
