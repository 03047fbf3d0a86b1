import type { AdmissionAnswer, AdmissionQuestion, CelAnswer, CelQuestion } from "./protocol.ts";
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
  admit(question: AdmissionQuestion): Promise<AdmissionAnswer>;
  /** For searches: questions are taken as fast as they are answered, and answers come in their order. */
  admitAll(questions: Iterable<AdmissionQuestion> | AsyncIterable<AdmissionQuestion>): AsyncIterable<AdmissionAnswer>;
  evaluate(question: CelQuestion): Promise<CelAnswer>;
  stop(): Promise<void>;
};

export type OracleOptions = {
  /** The version to emulate, as in `1.30`; that of the program unless told. */
  readonly kubernetes?: string;
};

/** So many questions are under way at once: enough for two processors never to wait for this process. */
const mostUnderWay = 32;

/** Builds the program if need be, which takes a minute or so the first time, and starts it. */
export async function startOracle({ kubernetes }: OracleOptions = {}): Promise<Oracle> {
  const flags = kubernetes === undefined ? [] : ["-kube", kubernetes];
  const lines = startLineProcess(await prepareOracle(), flags);
  const { version, isEmulated } = await ask<{ readonly version: string; readonly isEmulated: boolean }>(lines, { version: {} });
  const admit = (question: AdmissionQuestion) => ask<AdmissionAnswer>(lines, { admission: question });
  return {
    pid: lines.pid,
    kubernetes: version,
    isEmulated,
    admit,
    admitAll: (questions) => inOrder(questions, admit),
    evaluate: (question) => ask<CelAnswer>(lines, { cel: question }),
    stop: lines.stop,
  };
}

async function ask<Answer extends object>(lines: LineProcess, question: object): Promise<Answer> {
  const answer = JSON.parse(await lines.ask(JSON.stringify(question))) as Answer | { readonly problem: string };
  if ("problem" in answer) throw new Error(`the oracle has no answer: ${answer.problem}`);
  return answer;
}

async function* inOrder<Question, Answer>(
  questions: Iterable<Question> | AsyncIterable<Question>,
  answer: (question: Question) => Promise<Answer>,
): AsyncIterable<Answer> {
  const underWay: Promise<Answer>[] = [];
  for await (const question of questions) {
    const next = answer(question);
    // It is awaited later; should an earlier one fail first, nobody would.
    next.catch(() => {});
    underWay.push(next);
    const first = underWay.length < mostUnderWay ? undefined : underWay.shift();
    if (first !== undefined) yield await first;
  }
  for (const last of underWay) yield await last;
}
