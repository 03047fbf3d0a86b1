import { compile } from "../../compile.ts";
import { formatDiagnostic } from "../../diagnostics/format.ts";
import { defaultMinor, parseMinor } from "../../ir/kubernetes-version.ts";
import { type CompiledForTests, compiledForTests } from "../testing/tested-policy.ts";
import type { ProvidedPolicies } from "./augmentation.ts";

/** The policies of the project that vitest runs in; throws what is wrong with them. */
export function compilePolicies({ policies = ["policies"], kube }: ProvidedPolicies): readonly CompiledForTests[] {
  const minor = kube === undefined ? defaultMinor : parseMinor(kube);
  if (minor === undefined) throw new Error(`provide.holdfast.kube: ${kube ?? ""} is not a version that Holdfast compiles for`);
  const compilation = compile({ paths: policies, workingDirectory: process.cwd(), kube: minor });
  const { diagnostics, sources } = compilation;
  if (diagnostics.length === 0) return compiledForTests(compilation, minor);
  const texts = diagnostics.map((one) => formatDiagnostic(one, sources.get(one.span.file), { color: false }));
  throw new Error(`the policies do not compile:\n${texts.join("\n\n")}`);
}
