import type { AuthorizerRequest, ResourceRequest, Subject } from "../../api/authorizer.ts";
import type { AccountAuthorizer, Authorizer, AuthorizationDecision, ResourceCheck } from "../../language/authorizer.ts";
import { isReadable } from "../../language/parse/readable.ts";
import { namespaceText, serviceAccountText } from "../../language/service-account.ts";
import type { Input } from "../../api/admission-review.ts";

/** A rule asks who may do what, and the input has nobody who could answer. */
export class NoAuthorizer extends Error {
  override readonly name = "NoAuthorizer";

  constructor() {
    super("a rule asks the authorizer, and the input has none: give `evaluate` an input with an `authorizer`");
  }
}

/** The `authorizer` of a rule: it asks what the same words ask in CEL (apiserver: pkg/cel/library/authz.go). */
export function authorizerOf({ request, authorizer }: Input): Authorizer {
  const { groups = [], ...user } = request.userInfo;
  const { group, resource } = request.requestResource;
  const { subResource: subresource = "", namespace = "", name = "" } = request;
  const answer: Answer = (check) => {
    if (authorizer === undefined) throw new NoAuthorizer();
    return Object.freeze({ allowed: () => authorizer(check).allowed });
  };
  const subject = { ...user, groups };
  const requestResource = new Asking(subject, answer).about({ group, resource, subresource, namespace, name });
  return Object.freeze({ ...new Asking(subject, answer).authorizer(), requestResource });
}

type Answer = (check: AuthorizerRequest) => AuthorizationDecision;

type ResourceAsked = Omit<ResourceRequest, "kind" | "subject" | "verb">;

/** Checks about one user or service account. */
class Asking {
  readonly #subject: Subject;
  readonly #answer: Answer;

  constructor(subject: Subject, answer: Answer) {
    this.#subject = subject;
    this.#answer = answer;
  }

  authorizer(): AccountAuthorizer {
    const [subject, answer] = [this.#subject, this.#answer];
    const nothing = { subresource: "", namespace: "", name: "" };
    const serviceAccount = (namespace: string | undefined, name: string | undefined): AccountAuthorizer | undefined => {
      const account = namespace === undefined || name === undefined ? undefined : subjectOf(namespace, name);
      return account === undefined ? undefined : new Asking(account, answer).authorizer();
    };
    return Object.freeze({
      path: (path: string) => Object.freeze({ check: (verb: string) => answer({ kind: "path", subject, verb, path }) }),
      group: (group: string) => Object.freeze({ resource: (resource: string) => this.about({ group, resource, ...nothing }) }),
      serviceAccount: serviceAccount as AccountAuthorizer["serviceAccount"],
    });
  }

  about(asked: ResourceAsked): ResourceCheck {
    const [subject, answer] = [this.#subject, this.#answer];
    return Object.freeze({
      subresource: (subresource: string) => this.about({ ...asked, subresource }),
      namespace: (namespace: string) => this.about({ ...asked, namespace }),
      name: (name: string) => this.about({ ...asked, name }),
      check: (verb: string) => answer({ kind: "resource", subject, verb, ...asked }),
    });
  }
}

/** Undefined where Kubernetes has no service account of that name. */
function subjectOf(namespace: string, name: string): Subject | undefined {
  if (!isReadable(namespace, namespaceText) || !isReadable(name, serviceAccountText)) return undefined;
  const groups = ["system:serviceaccounts", `system:serviceaccounts:${namespace}`];
  return { username: `system:serviceaccount:${namespace}:${name}`, groups };
}
