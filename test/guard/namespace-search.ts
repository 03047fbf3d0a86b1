import fc from "fast-check";
import { AdmissionEvaluator } from "../../compiler/simulator/admission/index.ts";
import type { Input } from "../../compiler/api/admission-review.ts";
import { documentsOf } from "../simulator/admission/policy-files.ts";
import { CaseFiles, type CompiledCase, partsOf } from "../language/case-files.ts";
import { inputOf } from "../language/requests.ts";
import { withoutAdded } from "./updates.ts";
import { sayInTypeScript } from "../language/typescript.ts";
import {
  type Delete,
  type Marks,
  type NamespaceUpdate,
  conditions,
  deletesOfMarked,
  deletesOfUnmarked,
  functionsOfRules,
  namespaceUpdates,
} from "./namespace-rules.ts";

export interface NamespaceSearch {
  readonly rules: number;
  /** Rules whose guard looks at updates of the Namespace. */
  readonly guarded: number;
  readonly updates: number;
  readonly denied: number;
  readonly problems: readonly string[];
  /** Holes that the guard leaves by design: the object has marks of its own. */
  readonly offForMarked: number;
}

export interface SearchOptions {
  readonly seed: number;
  readonly kube: number;
  /** Of the policies: what stands behind `guards:`. */
  readonly guards?: string;
}

const updatesPerRule = 25;
const deletesPerUpdate = 8;

/**
 * Random rules that read marks of the Namespace meet random updates of it. An update that the guard lets through never
 * turns a denied delete of an object without marks into an allowed one; and an update that leaves the marks alone is
 * never denied.
 */
export async function searchNamespaceMarks(options: SearchOptions, count: number): Promise<NamespaceSearch> {
  const texts = fc.sample(conditions, { seed: options.seed, numRuns: count });
  const rules = await compileRules(texts, options);
  const found = rules.map((rule, at) => searchRule(rule, { ...options, seed: options.seed + at }));
  const judged = found.flatMap((one) => one);
  return {
    rules: rules.length,
    guarded: rules.filter(({ yaml }) => yaml.includes("# Rule namespaceReleaseGuard")).length,
    updates: judged.length,
    denied: judged.filter(({ isDenied }) => isDenied).length,
    problems: judged.flatMap(({ problem }) => problem ?? []),
    offForMarked: judged.filter(({ isOffForMarked }) => isOffForMarked).length,
  };
}

interface Rule extends CompiledCase {
  readonly text: string;
  /** The compiler says that an update of the Namespace does not show enough. */
  readonly isOpen: boolean;
}

async function compileRules(texts: readonly string[], { kube, guards }: SearchOptions): Promise<readonly Rule[]> {
  const files = new CaseFiles();
  try {
    const named = texts.map((text, at) => ({ text, name: `namespace-marks-${at}` }));
    for (const { text, name } of named) files.write(`${name}.ts`, policyText(name, text, guards));
    const compilation = files.compileNext(
      named.map(({ name }) => `${name}.ts`),
      kube,
    );
    const [first] = compilation.diagnostics;
    if (first !== undefined) throw new Error(`${first.span.file}: ${first.code}: ${first.message}`);
    const rules = named.map(async ({ text, name }): Promise<Rule> => {
      const release = compilation.policies
        .find((policy) => policy.name === name)
        ?.guards.find((guard) => guard.name === "release");
      const policy = await files.importPolicy(`${name}.ts`);
      return { name, text, isOpen: release?.state === "open", ...partsOf(compilation, name), policy };
    });
    return await Promise.all(rules);
  } finally {
    files.remove();
  }
}

function policyText(name: string, condition: string, guards: string | undefined): string {
  return `import { deletionPolicy } from "holdfast";
${functionsOfRules}
export default deletionPolicy({
  name: "${name}",
  match: [{ group: "language.example.com", resource: "things" }],
  ${guards === undefined ? "" : `guards: ${guards},`}
  overrides: { none: "the guard alone is asked" },
  rules: { rule: { denyWhen: ({ namespaceObject, oldObject, request }) => ${condition}, message: "no" } },
});
`;
}

interface Judgement {
  readonly isDenied: boolean;
  readonly isOffForMarked: boolean;
  readonly problem?: string;
}

function searchRule(rule: Rule, { seed, kube }: SearchOptions): readonly Judgement[] {
  if (rule.isOpen) return [];
  const evaluator = new AdmissionEvaluator(documentsOf(rule.yaml), { kube: `1.${kube}` });
  const unmarked = fc.sample(deletesOfUnmarked, { seed, numRuns: deletesPerUpdate });
  const marked = fc.sample(deletesOfMarked, { seed, numRuns: deletesPerUpdate });
  return fc.sample(namespaceUpdates, { seed, numRuns: updatesPerRule }).map((update): Judgement => {
    const isDenied = evaluator.evaluate(updateOf(update)).findings.length > 0;
    const isChange = JSON.stringify(update.before) !== JSON.stringify(update.after);
    const shown = `(${rule.text}): ${JSON.stringify(update)}`;
    if (isDenied) return { isDenied, isOffForMarked: false, ...(!isChange && { problem: `denied without a change ${shown}` }) };
    const lost = unmarked.find((one) => isUnmarked(rule, update, one));
    const isOffForMarked = marked.some((one) => isUnmarked(rule, update, one));
    return { isDenied, isOffForMarked, ...(lost && { problem: `unmarked ${shown} for ${JSON.stringify(lost)}` }) };
  });
}

function isUnmarked(rule: CompiledCase, { before, after }: NamespaceUpdate, { title, request }: Delete): boolean {
  const isKept = (namespace: Marks): boolean => sayInTypeScript(rule, inputOf({ ...request, namespace }, title)) !== undefined;
  return isKept(before) && withoutAdded(before, after).every(({ labels, annotations }) => !isKept(marksOf(labels, annotations)));
}

const marksOf = (labels: Marks["labels"], annotations: Marks["annotations"]): Marks => ({
  ...(labels && { labels }),
  ...(annotations && { annotations }),
});

function updateOf({ before, after }: NamespaceUpdate): Input {
  const resource = { group: "", version: "v1", resource: "namespaces" };
  const kind = { group: "", version: "v1", kind: "Namespace" };
  return {
    request: {
      operation: "UPDATE",
      kind,
      resource,
      requestKind: kind,
      requestResource: resource,
      name: "language",
      namespace: "language",
      userInfo: { username: "admin", groups: ["system:authenticated"] },
      dryRun: true,
      options: { apiVersion: "meta.k8s.io/v1", kind: "UpdateOptions", dryRun: ["All"] },
      oldObject: namespaceWith(before),
      object: namespaceWith(after),
    },
    authorizer: () => ({ allowed: true }),
  };
}

function namespaceWith(marks: Marks): object {
  const metadata = { name: "language", uid: "0b7c", creationTimestamp: "2026-01-01T00:00:00Z", ...marks };
  return { apiVersion: "v1", kind: "Namespace", metadata, spec: { finalizers: ["kubernetes"] }, status: { phase: "Active" } };
}
