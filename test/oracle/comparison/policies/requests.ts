import { comparedPolicy } from "../compared-policy.ts";

const show = (expression: string) => ({ expression: "false", messageExpression: expression, message: "fell back" });

/** What a policy sees of the request, of the Namespace and of the authorizer. */
export const requestPolicies = [
  comparedPolicy("request-name", { validations: [{ expression: "request.name != ''", message: "never" }] }),
  comparedPolicy("request-subresource", {
    validations: [{ expression: "request.subResource == 'status'", message: "another one" }],
  }),
  comparedPolicy("request-fields", {
    actions: [["Warn"]],
    validations: [
      show("request.operation + ' ' + (has(request.name) ? request.name : 'nameless') + ' in ' + request.namespace"),
      show("request.kind.group + '/' + request.kind.version + ' ' + request.kind.kind"),
      show("request.resource.group + '/' + request.resource.version + ' ' + request.resource.resource"),
      show("request.requestKind.version + ' ' + request.requestResource.version"),
      show("has(request.subResource) ? request.subResource : 'main'"),
      show("has(request.requestSubResource) ? request.requestSubResource : 'main'"),
      show("string(request.dryRun)"),
      show("has(request.userInfo.uid) ? 'uid' : 'no uid'"),
      show("has(request.userInfo.extra) ? 'extra' : 'no extra'"),
      show("request.userInfo.username + ' ' + string(size(request.userInfo.groups)) + ' ' + request.userInfo.groups[1]"),
      show("request.userInfo.username.startsWith('system:serviceaccount:') ? 'machine' : 'person'"),
    ],
  }),
  comparedPolicy("request-options", {
    validations: [show("'%s'.format([request.options])")],
  }),
  comparedPolicy("request-user", {
    validations: [
      {
        expression: "request.userInfo.username != 'bob'",
        messageExpression: "request.userInfo.username + ' may not'",
        reason: "Forbidden",
      },
      { expression: "!('system:serviceaccounts' in request.userInfo.groups)", message: "no machines", reason: "Forbidden" },
    ],
  }),
  comparedPolicy("namespace-object", {
    actions: [["Warn"]],
    validations: [
      { expression: "namespaceObject == null", messageExpression: "'%s'.format([dyn(namespaceObject)])" },
      { expression: "namespaceObject.metadata.name == request.namespace" },
      { expression: "has(namespaceObject.metadata.annotations)" },
      { expression: "has(namespaceObject.metadata.deletionTimestamp)" },
      { expression: "namespaceObject.?metadata.?annotations[?'none'].orValue('x') == 'y'" },
      { expression: "namespaceObject.status.phase == 'Terminating'" },
      { expression: "namespaceObject.metadata.UID == ''" },
      { expression: "timestamp(dyn(namespaceObject.metadata.creationTimestamp)) < timestamp('2000-01-01T00:00:00Z')" },
    ],
  }),
  comparedPolicy("authorizer", {
    validations: [
      {
        expression: "authorizer.group('holdfast.dev').resource('locks').check('break').allowed()",
        message: "no lock breaker",
        reason: "Forbidden",
      },
    ],
  }),
  comparedPolicy("authorizer-answers", {
    actions: [["Warn"]],
    variables: [
      {
        name: "decision",
        expression: "authorizer.group('holdfast.dev').resource('locks').namespace(request.namespace).name('a').check('break')",
      },
    ],
    validations: [
      { expression: "variables.decision.allowed() && variables.decision.reason() != ''" },
      { expression: "variables.decision.errored() || variables.decision.error() != ''" },
      { expression: "!authorizer.requestResource.check('delete').allowed()" },
      { expression: "authorizer.requestResource.check('fly').allowed()" },
      { expression: "!authorizer.path('/healthz').check('get').allowed()" },
      { expression: "authorizer.path('/nothing').check('get').allowed()" },
      { expression: "authorizer.serviceAccount('kube-system', 'nobody').group('').resource('pods').check('delete').allowed()" },
      { expression: "authorizer.group('').resource('pods').subresource('eviction').check('create').reason() == ''" },
    ],
  }),
  comparedPolicy("authorizer-thrice", {
    validations: [
      {
        expression:
          "authorizer.group('').resource('pods').check('fly').allowed() || authorizer.group('').resource('nodes').check('fly').allowed() || authorizer.group('').resource('secrets').check('fly').allowed()",
        message: "three checks",
      },
    ],
  }),
];
