import { parseAllDocuments } from "yaml";
import {
  type AdmissionPolicyDocuments,
  AdmissionEvaluator,
  readAdmissionPolicies,
} from "../../../compiler/simulator/admission/index.ts";

/** The oldest version that the compiler writes for. */
export const oldestKube = "1.30";

/** An evaluator over the text of YAML files. */
export function evaluatorOf(...files: readonly string[]): AdmissionEvaluator {
  return evaluatorFor(oldestKube, ...files);
}

/** The same for YAML that an older version would deny. */
export function evaluatorFor(kube: string, ...files: readonly string[]): AdmissionEvaluator {
  return new AdmissionEvaluator(documentsOf(...files), { kube });
}

/** Policies and bindings of YAML files, as kubectl reads them. */
export function documentsOf(...files: readonly string[]): AdmissionPolicyDocuments {
  return readAdmissionPolicies(files.flatMap(readObjects));
}

function readObjects(file: string): readonly unknown[] {
  return parseAllDocuments(file, { version: "1.1", uniqueKeys: true }).flatMap((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) throw problem;
    return document.contents === null ? [] : [document.toJS() as unknown];
  });
}
