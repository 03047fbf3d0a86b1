import type {
  AuthorizationAnswer,
  AuthorizerRequest,
  AuthorizerAnswers,
  ResourceRequest,
  Subject,
} from "../../api/authorizer.ts";
import { type Failure, noSuchOverload } from "../failures.ts";
import type { CelOpaque } from "../values/value.ts";
import { parseType } from "../values/type-text.ts";

/** Values of the authorizer are equal to nothing, not even to themselves. */
function incomparable(): Failure {
  return noSuchOverload;
}

/** `authorizer`, who asks and whom. */
export class CelAuthorizer implements CelOpaque {
  readonly type = parseType("kubernetes.authorization.Authorizer");
  readonly equals = incomparable;
  readonly subject: Subject;
  readonly authorizer: AuthorizerAnswers;

  constructor(subject: Subject, authorizer: AuthorizerAnswers) {
    this.subject = subject;
    this.authorizer = authorizer;
  }
}

/** `authorizer.path(...)` */
export class CelPathCheck implements CelOpaque {
  readonly type = parseType("kubernetes.authorization.PathCheck");
  readonly equals = incomparable;
  readonly from: CelAuthorizer;
  readonly path: string;

  constructor(from: CelAuthorizer, path: string) {
    this.from = from;
    this.path = path;
  }
}

/** `authorizer.group(...)` */
export class CelGroupCheck implements CelOpaque {
  readonly type = parseType("kubernetes.authorization.GroupCheck");
  readonly equals = incomparable;
  readonly from: CelAuthorizer;
  readonly group: string;

  constructor(from: CelAuthorizer, group: string) {
    this.from = from;
    this.group = group;
  }
}

/** What of a check `authorizer.group(...).resource(...)` and what follows it have said. */
export type ResourceAsked = Omit<ResourceRequest, "kind" | "subject" | "verb">;

/** `authorizer.group(...).resource(...)`, and `authorizer.requestResource` */
export class CelResourceCheck implements CelOpaque {
  readonly type = parseType("kubernetes.authorization.ResourceCheck");
  readonly equals = incomparable;
  readonly from: CelAuthorizer;
  readonly asked: ResourceAsked;

  constructor(from: CelAuthorizer, asked: ResourceAsked) {
    this.from = from;
    this.asked = asked;
  }

  with(more: Partial<ResourceAsked>): CelResourceCheck {
    return new CelResourceCheck(this.from, { ...this.asked, ...more });
  }
}

/** `check(...)` */
export class CelDecision implements CelOpaque {
  readonly type = parseType("kubernetes.authorization.Decision");
  readonly equals = incomparable;
  readonly check: AuthorizerRequest;
  readonly answer: AuthorizationAnswer;

  constructor(check: AuthorizerRequest, answer: AuthorizationAnswer) {
    this.check = check;
    this.answer = answer;
  }
}
