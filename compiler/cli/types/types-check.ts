import { join } from "node:path";
import { visible } from "../../diagnostics/format.ts";
import type { Comparison } from "../../manifest/output.ts";
import { describeDrift } from "../compile/check.ts";
import type { TypesCommand } from "./types-command.ts";
import { quoteArguments } from "../output/quote-arguments.ts";
import { count } from "../output/summary.ts";

/**
 * What `holdfast types --check` has to say: each file that is not what the definitions say, and the command that fixes it.
 *
 *     missing:   types/bucket.s3.services.k8s.aws.v1.d.ts
 *     stale:     types/bucket.s3.services.k8s.aws.v1alpha1.d.ts (the definition does not serve this version)
 *     To fix it: npx holdfast types crds --out types
 */
export function describeTypesCheck(
  command: TypesCommand,
  comparison: Comparison,
): { readonly isFine: boolean; readonly text: string } {
  const place = (name: string): string => visible(join(command.out, name));
  const findings = [
    ...comparison.missing.map((file) => `missing:   ${place(file.name)}`),
    ...comparison.different.map((file) => `different: ${place(file.name)}\n${describeDrift(file)}`),
    ...comparison.stale.map((file) => `stale:     ${place(file.name)} (the definition does not serve this version)`),
  ];
  if (findings.length === 0)
    return { isFine: true, text: `${visible(command.out)} is up to date: ${count(comparison.same.length, "file")}` };
  return { isFine: false, text: [...findings, `To fix it: ${typesCommand(command)}`].join("\n") };
}

/** The command that writes what was checked, with everything spelled out. */
function typesCommand({ source, out }: TypesCommand): string {
  if (source.kind === "cluster") {
    const { kubeconfig, context, names } = source;
    const words = [
      ...(kubeconfig === undefined ? [] : ["--kubeconfig", kubeconfig]),
      ...(context === undefined ? [] : ["--context", context]),
    ];
    return ["npx holdfast types", ...quoteArguments(["--cluster", ...words, ...names, "--out", out])].join(" ");
  }
  const isFlagLike = source.paths.some((path) => path.startsWith("-") && path !== "-");
  const words = isFlagLike ? ["--out", out, "--", ...source.paths] : [...source.paths, "--out", out];
  const pipe = source.paths.includes("-") ? "(the same input) | " : "";
  return [`${pipe}npx holdfast types`, ...quoteArguments(words)].join(" ");
}
