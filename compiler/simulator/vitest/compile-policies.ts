import { compile } from "../../compile.ts";
import { formatDiagnostic } from "../../diagnostics/format.ts";
import { parseMinor } from "../../ir/kubernetes-version.ts";
import { readDefaults } from "../../project/project.ts";
import { type CompiledForTests, compiledForTests } from "../testing/tested-policy.ts";
import type { ProvidedPolicies } from "./augmentation.ts";

/** The policies of the project that vitest runs in; throws what is wrong with them. */
export function compilePolicies({ policies, kube }: ProvidedPolicies): readonly CompiledForTests[] {
  const defaults = readDefaults(process.cwd());
  const minor = kube === undefined ? defaults.kube : parseMinor(kube);
  if (minor === undefined) throw new Error(`provide.holdfast.kube: ${kube ?? ""} is not a version that Holdfast compiles for`);
  const compilation = compile({ paths: policies ?? defaults.policies, workingDirectory: process.cwd(), kube: minor });
  const { diagnostics, sources } = compilation;
  if (diagnostics.length === 0) return compiledForTests(compilation, minor);
  const texts = diagnostics.map((one) => formatDiagnostic(one, sources.get(one.span.file), { color: false }));
  throw new Error(`the policies do not compile:\n${texts.join("\n\n")}`);
}
