import { type Authorizer, NotEvaluatedHere } from "../admission/index.ts";
import { isFields } from "../testing/object-problem.ts";
import type { Asker } from "./asker.ts";
import type { AskingClient } from "./asking-client.ts";

type Question = Parameters<Authorizer>[0];

/** A policy asks who may do what, and the server has not been asked yet: ask, and evaluate once more. */
class Unasked extends Error {
  override readonly name = "Unasked";
  readonly question: Question;

  constructor(question: Question) {
    super("the server has not been asked yet");
    this.question = question;
  }
}

/** Who may do what, in the words of the API server itself. Each question is put once. */
export class Rights {
  readonly #client: AskingClient;
  readonly #asker: Asker;
  readonly #known = new Map<string, boolean>();

  constructor(client: AskingClient, asker: Asker) {
    this.#client = client;
    this.#asker = asker;
  }

  /** Evaluates with an authorizer that answers as the server does. */
  async evaluate<T>(evaluate: (authorizer: Authorizer) => T): Promise<T> {
    for (;;) {
      try {
        return evaluate((question) => this.#answer(question));
      } catch (error) {
        if (!(error instanceof Unasked)) throw error;
        this.#known.set(keyOf(error.question), await this.#ask(error.question));
      }
    }
  }

  /** Whether the user who asks may do this to one object. */
  async may(verb: string, about: { group: string; resource: string; namespace: string; name: string }): Promise<boolean> {
    const { groups = [], ...subject } = this.#asker;
    const question = { kind: "resource", subject: { ...subject, groups }, verb, ...about, subresource: "" } as const;
    return this.evaluate((authorizer) => authorizer(question).allowed);
  }

  #answer(question: Question): { readonly allowed: boolean } {
    const allowed = this.#known.get(keyOf(question));
    if (allowed === undefined) throw new Unasked(question);
    return { allowed };
  }

  async #ask(question: Question): Promise<boolean> {
    const { subject } = question;
    const isSelf = subject.username === this.#asker.username;
    const { username: user, ...others } = subject;
    const spec = { ...attributesOf(question), ...(!isSelf && { user, ...others }) };
    const { body } = await this.#client.review(isSelf ? "selfAccess" : "access", spec);
    const status = body["status"];
    if (isFields(status) && typeof status["allowed"] === "boolean") return status["allowed"];
    throw new NotEvaluatedHere(`what ${user} may do, which the API server does not tell: ${String(body["message"])}`);
  }
}

function attributesOf(question: Question): object {
  if (question.kind === "path") return { nonResourceAttributes: { path: question.path, verb: question.verb } };
  const { kind: _kind, subject: _subject, fieldSelector, labelSelector, ...asked } = question;
  if (fieldSelector !== undefined || labelSelector !== undefined)
    throw new NotEvaluatedHere("what a user may do to objects that a selector selects");
  return { resourceAttributes: { ...asked, version: "*" } };
}

function keyOf(question: Question): string {
  return JSON.stringify(question);
}
