import { type AuthorizerAnswers, NotEvaluatedHere } from "../simulator/admission/index.ts";
import { isJsonObject } from "../api/json.ts";
import type { Asker } from "./asker.ts";
import type { AskingClient } from "./asking-client.ts";

type Check = Parameters<AuthorizerAnswers>[0];

/** A policy asks who may do what, and the server has not been asked yet: ask, and evaluate once more. */
class Unasked extends Error {
  override readonly name = "Unasked";
  readonly check: Check;

  constructor(check: Check) {
    super("the server has not been asked yet");
    this.check = check;
  }
}

/** Who may do what, in the words of the API server itself. Each check is put once. */
export class Rights {
  readonly #client: AskingClient;
  readonly #asker: Asker;
  readonly #known = new Map<string, boolean>();

  constructor(client: AskingClient, asker: Asker) {
    this.#client = client;
    this.#asker = asker;
  }

  /** Evaluates with an authorizer that answers as the server does. */
  async evaluate<T>(evaluate: (authorizer: AuthorizerAnswers) => T): Promise<T> {
    for (;;) {
      try {
        return evaluate((check) => this.#answer(check));
      } catch (error) {
        if (!(error instanceof Unasked)) throw error;
        this.#known.set(keyOf(error.check), await this.#ask(error.check));
      }
    }
  }

  /** Whether the user who asks may do this to one object. */
  async may(verb: string, about: { group: string; resource: string; namespace: string; name: string }): Promise<boolean> {
    const { groups = [], ...subject } = this.#asker;
    const check = { kind: "resource", subject: { ...subject, groups }, verb, ...about, subresource: "" } as const;
    return this.evaluate((authorizer) => authorizer(check).allowed);
  }

  #answer(check: Check): { readonly allowed: boolean } {
    const allowed = this.#known.get(keyOf(check));
    if (allowed === undefined) throw new Unasked(check);
    return { allowed };
  }

  async #ask(check: Check): Promise<boolean> {
    const { subject } = check;
    const isSelf = subject.username === this.#asker.username;
    const { username: user, ...others } = subject;
    const spec = { ...attributesOf(check), ...(!isSelf && { user, ...others }) };
    const { body } = await this.#client.review(isSelf ? "selfAccess" : "access", spec);
    const status = body["status"];
    if (isJsonObject(status) && typeof status["allowed"] === "boolean") return status["allowed"];
    throw new NotEvaluatedHere(`what ${user} may do, which the API server does not tell: ${String(body["message"])}`);
  }
}

function attributesOf(check: Check): object {
  if (check.kind === "path") return { nonResourceAttributes: { path: check.path, verb: check.verb } };
  const { kind: _kind, subject: _subject, fieldSelector, labelSelector, ...asked } = check;
  if (fieldSelector !== undefined || labelSelector !== undefined)
    throw new NotEvaluatedHere("what a user may do to objects that a selector selects");
  return { resourceAttributes: { ...asked, version: "*" } };
}

function keyOf(check: Check): string {
  return JSON.stringify(check);
}
