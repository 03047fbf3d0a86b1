import type { Input } from "../../api/admission-review.ts";
import { type AuthorizerAnswers, CelAuthorizer, CelResourceCheck, type CelValue, NotEvaluatedHere } from "../../cel/index.ts";

/** `authorizer` and `authorizer.requestResource` (apiserver: plugin/policy/validating/validator.go): who asks is the user of the request. */
export function bindAuthorizer({ request, authorizer = answersNothing }: Input): readonly (readonly [string, CelValue])[] {
  const { groups = [], ...user } = request.userInfo;
  const { group, resource } = request.requestResource;
  const asker = new CelAuthorizer({ ...user, groups }, authorizer);
  const requested = new CelResourceCheck(asker, {
    group,
    resource,
    subresource: request.subResource ?? "",
    namespace: request.namespace ?? "",
    name: request.name ?? "",
  });
  return [
    ["authorizer", asker],
    ["authorizer.requestResource", requested],
  ];
}

const answersNothing: AuthorizerAnswers = () => {
  throw new NotEvaluatedHere("what a user may do, where the input has no authorizer");
};
