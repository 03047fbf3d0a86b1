import { NotEvaluatedHere } from "./failures.ts";
import type { Scope } from "./scope.ts";
import type { Index, Select, Syntax } from "./syntax.ts";

/** `undefined`: what lies below has no declared fields. */
interface Declared {
  readonly [field: string]: Declared | undefined;
}

const groupVersion = { group: undefined, version: undefined };

/**
 * The roots that the API server has types for (apiserver: pkg/admission/plugin/cel/compile.go). It refuses an expression
 * that reads another field of them, or reads one with brackets, when the policy is written.
 */
const declaredRoots: Declared = {
  request: {
    kind: { ...groupVersion, kind: undefined },
    resource: { ...groupVersion, resource: undefined },
    subResource: undefined,
    requestKind: { ...groupVersion, kind: undefined },
    requestResource: { ...groupVersion, resource: undefined },
    requestSubResource: undefined,
    name: undefined,
    namespace: undefined,
    operation: undefined,
    userInfo: { username: undefined, uid: undefined, groups: undefined, extra: undefined },
    dryRun: undefined,
    options: undefined,
  },
  namespaceObject: {
    metadata: {
      name: undefined,
      generateName: undefined,
      namespace: undefined,
      labels: undefined,
      annotations: undefined,
      UID: undefined,
      creationTimestamp: undefined,
      deletionGracePeriodSeconds: undefined,
      deletionTimestamp: undefined,
      generation: undefined,
      resourceVersion: undefined,
      finalizers: undefined,
    },
    spec: { finalizers: undefined },
    status: { conditions: undefined, phase: undefined },
  },
};

export function requireDeclaredFields(node: Select | Index, scope: Scope): void {
  const owner = declaredFields(node.operand, scope);
  if (owner === undefined) return;
  const isDeclared = node.kind === "select" && Object.hasOwn(owner, node.field);
  const read = node.kind === "select" ? node.field : "[...]";
  if (!isDeclared) throw new NotEvaluatedHere(`the API server does not compile this: its types have no ${read} here`);
}

function declaredFields(node: Syntax, scope: Scope): Declared | undefined {
  if (node.kind === "identifier") return scope.includes(node.name) ? undefined : ownOf(declaredRoots, node.name);
  return node.kind === "select" ? ownOf(declaredFields(node.operand, scope), node.field) : undefined;
}

function ownOf(declared: Declared | undefined, field: string): Declared | undefined {
  return declared !== undefined && Object.hasOwn(declared, field) ? declared[field] : undefined;
}
