// in: PlannedFile[]; out: nothing, or an `InternalError`; next: whoever writes the files
import { type CompiledExpressions, compileExpressions } from "../simulator/admission/compiled-policy.ts";
import { conditionNames } from "../simulator/admission/admission-names.ts";
import { CelCompileError, type CelProgram, NotEvaluatedHere, celEnvironment } from "../cel/index.ts";
import { InternalError } from "../diagnostics/diagnostic.ts";
import { formatMinor, newestMinor } from "../ir/kubernetes-version.ts";
import type { Named, ValidatingAdmissionPolicy, ValidatingWebhook } from "./kubernetes-objects.ts";
import type { PlannedFile } from "./output.ts";

/**
 * Compiles every emitted expression as the API server does, for the oldest Kubernetes that the files are for and for
 * the newest. A rule either compiles to what API servers take or is reported by an earlier stage, so what fails here is
 * a bug of ours: an `InternalError` that names the place, and nothing is written.
 */
export function requireAccepted(files: readonly Pick<PlannedFile, "name" | "objects">[], oldest: number): void {
  const versions = [...new Set([oldest, Math.max(oldest, newestMinor)])].map(formatMinor);
  const emitted = files.flatMap(({ name, objects = [] }) => objects.map((object) => ({ file: name, object })));
  for (const { file, object } of emitted) {
    for (const kube of versions) {
      if (object.kind === "ValidatingAdmissionPolicy") requirePolicy(object, { file, kube });
      if (object.kind === "ValidatingWebhookConfiguration") requireConditions(object.webhooks, { file, kube });
    }
  }
}

interface Target {
  readonly file: string;
  readonly kube: string;
}

function requirePolicy({ metadata, spec }: Named<ValidatingAdmissionPolicy>, target: Target): void {
  const { paramKind, matchConditions = [], variables = [], validations, auditAnnotations = [] } = spec;
  const all = validations.map((validation) => ({ messageExpression: undefined, ...validation }));
  const policy = { paramKind, matchConditions, variables, validations: all, auditAnnotations };
  const place = { ...target, object: metadata.name };
  const compiled = compiledAt(() => compileExpressions(policy, target.kube), place);
  if (compiled !== undefined) requireResults(compiled, place);
}

/**
 * A validation and a condition are a `bool`, a message is a `string`: `dyn` is not enough (apiserver:
 * plugin/cel/compile.go).
 */
function requireResults({ matchConditions, validations, auditAnnotations }: CompiledExpressions, place: Place): void {
  for (const condition of matchConditions) requireResult(condition, "bool", place);
  for (const { program } of auditAnnotations) requireResult(program, "string", place);
  for (const { expression, messageExpression } of validations) {
    requireResult(expression, "bool", place);
    if (messageExpression !== undefined) requireResult(messageExpression, "string", place);
  }
}

function requireConditions(webhooks: readonly ValidatingWebhook[], target: Target): void {
  const environment = celEnvironment({ kube: target.kube, names: conditionNames() });
  for (const { name, matchConditions = [] } of webhooks) {
    const place = { ...target, object: name };
    for (const { expression } of matchConditions) {
      const program = compiledAt(() => environment.compile(expression), place);
      if (program !== undefined) requireResult(program, "bool", place);
    }
  }
}

interface Place extends Target {
  readonly object: string;
}

/** Undefined where our engine cannot say what the API server would. */
function compiledAt<Compiled>(compile: () => Compiled, place: Place): Compiled | undefined {
  try {
    return compile();
  } catch (error) {
    if (error instanceof NotEvaluatedHere) return undefined;
    if (error instanceof CelCompileError) throw new InternalError(`${described(place)}: ${error.message}`);
    throw error;
  }
}

function requireResult({ resultType, text }: CelProgram, wanted: string, place: Place): void {
  if (resultType === wanted) return;
  throw new InternalError(`${described(place)}: the API server wants a ${wanted} and finds ${resultType}: ${text}`);
}

function described({ file, object, kube }: Place): string {
  return `${file}: ${object}: Kubernetes ${kube} would reject an expression`;
}
