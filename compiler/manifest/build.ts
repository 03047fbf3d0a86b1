// in: AdmissionPolicyIr[] for each source file; out: PlannedFile[], checked; next: output.ts
import { InternalError } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import type { AdmissionPolicyIr, ValidationIr } from "../ir/admission-policy.ts";
import { type Kept, withKept } from "../ir/of-file.ts";
import type { PolicyFile } from "../ir/policy.ts";
import { buildAdmissionPolicy, buildPolicyBindings } from "./admission-policy.ts";
import { header, sharedDirectory } from "./header.ts";
import type { EmittedObject, Kustomization } from "./kubernetes-objects.ts";
import type { Origin } from "./metadata.ts";
import type { PlannedFile } from "./output.ts";
import { checkObject } from "./schema/check-file.ts";
import { type CommentedObject, type PathComment, renderFile } from "./yaml.ts";

/** Line (1-based) on which a span starts in the author's source. */
export type LineOf = (span: Span) => number;

/**
 * Everything that belongs into the output directory: `ack.yaml` for `policies/ack.ts`, and `kustomization.yaml`.
 * Each object has been checked against the strict schemas; an `InternalError` names what went wrong.
 */
export function planFiles(sources: readonly PolicyFile<AdmissionPolicyIr>[], around: Context): readonly PlannedFile[] {
  const own = sources.map((source) => ({ file: source.file, made: planFile(source, around) }));
  const all = withKept(own, around.kept);
  const directory = sharedDirectory(all.map(({ file }) => file));
  const shared = (around.shared ?? []).map((source) => planFile(source, around));
  const files = [...all.map(({ made }) => made), ...shared];
  const kustomization = buildKustomization(files.map((file) => file.name));
  const objects = [{ object: kustomization, above: [], within: [] }];
  const planned = [...files, plan(kustomizationFile, header({ source: directory, command: around.command }), objects)];
  requireDistinct(planned);
  return planned;
}

interface Context {
  /** What makes the files anew. */
  readonly command: string;
  readonly lineOf: LineOf;
  /** What several of the sources have together. */
  readonly shared?: readonly PolicyFile<AdmissionPolicyIr>[];
  readonly kept?: Kept<PlannedFile>;
}

function planFile(source: PolicyFile<AdmissionPolicyIr>, { command, lineOf, shared = [] }: Context): PlannedFile {
  const objects = source.policies.flatMap((ir) => commentedObjects(ir, lineOf));
  const head = header({ source: source.file, command });
  return plan(`${source.stem}.yaml`, objects.length === 0 ? [...head, "", nothingNative(source, shared)] : head, objects);
}

function plan(
  name: string,
  head: readonly string[],
  objects: readonly (CommentedObject & { object: EmittedObject })[],
): PlannedFile {
  const text = renderFile(head, objects);
  const plain = objects.map(({ object }) => object);
  for (const object of plain) checkObject(name, object);
  return { name, text, objects: plain };
}

/** The file is there nevertheless: it shows that its source was compiled. */
function nothingNative({ file }: PolicyFile<unknown>, shared: readonly PolicyFile<AdmissionPolicyIr>[]): string {
  const asked = "fallback/webhook-configuration.yaml says when the webhook is asked.";
  const guards = shared.find(({ policies }) =>
    policies.some(({ validations }) => validations.some(({ span }) => span.file === file)),
  );
  if (guards === undefined) return `# Nothing of it can be said in CEL: ${asked}`;
  return `# Only what guards it can be said in CEL, which is in ${guards.stem}.yaml; ${asked}`;
}

/** Policy and bindings, with what a reader should know of them. */
export function commentedObjects(ir: AdmissionPolicyIr, lineOf: LineOf) {
  const sources = ir.validations.map(({ span }) => span.file);
  const origin = ir.sharedBy ? { file: sharedDirectory(sources) } : { file: ir.span.file, line: lineOf(ir.span) };
  const policy = buildAdmissionPolicy(ir, origin);
  const bindings = buildPolicyBindings(ir);
  const validations = ir.validations.map((validation, at): PathComment => {
    return {
      path: ["spec", "validations", at],
      lines: ruleComment(validation, { file: validation.span.file, line: lineOf(validation.span) }),
    };
  });
  return [
    { object: policy, above: describe(ir), within: [...excludeComment, ...validations] },
    ...bindings.map((object) => ({ object, above: [], within: [] })),
  ];
}

function describe(ir: AdmissionPolicyIr): readonly string[] {
  const effect = ir.action === "warn" ? ["This part warns the client and lets the request through."] : [];
  return [...(ir.description === "" ? [] : [ir.description]), ...effect];
}

const excludeComment: readonly PathComment[] = [
  {
    path: ["spec", "matchConstraints", "excludeResourceRules"],
    lines: ["None of these is meant; naming them spares their requests the match condition."],
  },
];

/**
 * `Rule preventDelete, policies/ack.ts:21`, and what this validation is for where it is not the rule itself; or `Rule
 * namespaceGuard of ack, policies/ack.ts:12`.
 */
export function ruleComment({ rule, guardOf, note }: ValidationIr, { file, line }: Required<Origin>): readonly string[] {
  const place = `Rule ${rule}${guardOf === undefined ? "" : ` of ${guardOf}`}, ${file}:${line}`;
  return [note === undefined ? place : `${place}: ${note}`];
}

/** On macOS and Windows `Ack.yaml` and `ack.yaml` are one file. Earlier stages report such sources to their author. */
function requireDistinct(files: readonly PlannedFile[]): void {
  const names = files.map((file) => file.name.toLowerCase());
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new InternalError(`two outputs are named ${twice}`);
}

export const kustomizationFile = "kustomization.yaml";

/** So that `kubectl apply -k generated/` and Flux take every file, and nothing else that lies beside them. */
export function buildKustomization(files: readonly string[]): Kustomization {
  return {
    apiVersion: "kustomize.config.k8s.io/v1beta1",
    kind: "Kustomization",
    resources: files.toSorted(),
  };
}
