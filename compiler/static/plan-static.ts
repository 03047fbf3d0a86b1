// in: AdmissionPolicyIr[]; out: PlannedFile[] for the disks of API servers; next: manifest/output.ts
import type { AdmissionPolicyIr } from "../ir/admission-policy.ts";
import { type Kept, withKept } from "../ir/of-file.ts";
import type { PolicyFile } from "../ir/policy.ts";
import { type LineOf, commentedObjects } from "../manifest/build.ts";
import { headerLines } from "../manifest/header.ts";
import type { PlannedFile } from "../manifest/output.ts";
import { checkObject, checkText } from "../manifest/schema/check-file.ts";
import { type CommentedObject, renderFile } from "../manifest/yaml.ts";
import { instructions, admissionConfigurationFile, instructionsFile, policiesDirectory } from "./instructions.ts";
import { protectionName } from "../guard/index.ts";
import { annotationNames } from "../api/names.ts";
import { InternalError } from "../diagnostics/diagnostic.ts";
import type { Metadata, ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding } from "../manifest/kubernetes-objects.ts";
import { staticEnding } from "../ir/valid-names.ts";

/** What belongs into the directory of `--static`, and into the one below it that API servers read. */
export interface StaticFiles {
  readonly directory: readonly PlannedFile[];
  readonly policies: readonly PlannedFile[];
}

export interface StaticOptions {
  /** Where the directory will lie on the disks of the API servers: absolute. */
  readonly path: string;
  /** `protection`: only what protects the policies of the API. `everything`: the compiled policies, too. */
  readonly contents: "everything" | "protection";
}

interface Parts {
  readonly files: readonly PolicyFile<AdmissionPolicyIr>[];
  readonly protection: readonly AdmissionPolicyIr[];
  readonly kept?: Kept<PlannedFile>;
}

/** That API servers take what protects policies is for our tests to see. */
export function planStatic({ files, protection, kept }: Parts, { path, contents }: StaticOptions, lineOf: LineOf): StaticFiles {
  const head = headerLines("#", "holdfast compile --static", advice);
  const configuration = admissionConfiguration(`${path}/${policiesDirectory}`);
  const own = (contents === "everything" ? files : []).map(({ file, stem, policies }) => {
    const ownHead = headerLines("#", file, advice);
    const pairs = policies.flatMap((ir) => staticPair(ir, lineOf));
    return { file, made: planPolicies(`${stem}.yaml`, ownHead, pairs) };
  });
  const ofSources = withKept(own, kept).map(({ made }) => made);
  const ofProtection = planPolicies(`${protectionName}.yaml`, head, protection.flatMap(protectionPair));
  return {
    directory: [
      plan(admissionConfigurationFile, head, [{ object: configuration, above: [], within: [] }]),
      { name: instructionsFile, text: `${head.join("\n")}\n\n${instructions(path)}` },
    ],
    policies: [ofProtection, ...ofSources],
  };
}

const advice = "To change it, edit the source and run holdfast compile --static again; README.txt says where the files go";

function staticPair(ir: AdmissionPolicyIr, lineOf: LineOf): readonly (CommentedObject & { object: StaticObject })[] {
  return commentedObjects(ir, lineOf).map(({ object, ...comments }) => {
    checkObject(ir.name, object);
    return { object: asStatic(object), ...comments };
  });
}

/** There is no source to point to: the comment names the rule alone. */
function protectionPair(ir: AdmissionPolicyIr): readonly (CommentedObject & { object: StaticObject })[] {
  const rules = ir.validations.map(({ rule }, at) => ({ path: ["spec", "validations", at], lines: [`Rule ${rule}`] }));
  return staticPair(ir, () => 1).map(({ object, above }) => {
    const within = object.kind === "ValidatingAdmissionPolicy" ? rules : [];
    return { object: withoutSource(object), above, within };
  });
}

function planPolicies(
  name: string,
  head: readonly string[],
  objects: readonly (CommentedObject & { object: StaticObject })[],
): PlannedFile {
  return { ...plan(name, head, objects), objects: objects.map(({ object }) => object) };
}

function plan(name: string, head: readonly string[], objects: readonly CommentedObject[]): PlannedFile {
  const text = renderFile(head, objects);
  checkText(
    name,
    text,
    objects.map(({ object }) => object),
  );
  return { name, text };
}

/**
 * `directory` is absolute, on the disk of the API server (kubernetes v1.37.1: apiserver,
 * pkg/admission/plugin/policy/config).
 */
function admissionConfiguration(directory: string): object {
  return {
    apiVersion: "apiserver.config.k8s.io/v1",
    kind: "AdmissionConfiguration",
    plugins: [
      {
        name: "ValidatingAdmissionPolicy",
        configuration: {
          apiVersion: "apiserver.config.k8s.io/v1",
          kind: "ValidatingAdmissionPolicyConfiguration",
          staticManifestsDir: directory,
        },
      },
    ],
  };
}

/** A policy or binding as API servers take it from a file. */
type StaticObject = Static<ValidatingAdmissionPolicy> | Static<ValidatingAdmissionPolicyBinding>;

type Static<T extends { readonly metadata: Metadata }> = Omit<T, "metadata"> & { readonly metadata: StaticMetadata };

type StaticMetadata = Omit<Metadata, "annotations"> & Partial<Pick<Metadata, "annotations">>;

/**
 * The same under the name that files need: `keep.static.k8s.io`. Nobody applies it, so what GitOps tools are told is
 * left out (kubernetes v1.37.1: apiserver, pkg/admission/plugin/policy/manifest/loader).
 */
function asStatic(object: ValidatingAdmissionPolicy | ValidatingAdmissionPolicyBinding): StaticObject {
  const { name, labels, annotations } = object.metadata;
  const metadata = { name: `${name}${staticEnding}`, labels, ...sourceOnly(annotations) };
  if (object.kind === "ValidatingAdmissionPolicy") {
    if (object.spec.paramKind !== undefined) throw new InternalError(`${name} has parameters, and static policies have none`);
    return { ...object, metadata };
  }
  return { ...object, metadata, spec: { ...object.spec, policyName: `${object.spec.policyName}${staticEnding}` } };
}

function withoutSource(object: StaticObject): StaticObject {
  const { name, labels } = object.metadata;
  return { ...object, metadata: { name, labels } };
}

function sourceOnly({ [annotationNames.source]: source }: Metadata["annotations"]): Pick<StaticMetadata, "annotations"> {
  return source === undefined ? {} : { annotations: { [annotationNames.source]: source } };
}
