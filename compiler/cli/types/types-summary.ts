import { isAbsolute, join } from "node:path";
import type { DeclarationFile } from "../../crd-types/index.ts";
import { visible } from "../../diagnostics/format.ts";
import type { Comparison } from "../../manifest/output.ts";
import { count, formatTable } from "../output/summary.ts";

/**
 * What was declared and where, and how a policy gets at it:
 *
 *     KIND    GROUP                VERSION   FILE
 *     Bucket  s3.services.k8s.aws  v1alpha1  types/bucket.s3.services.k8s.aws.v1alpha1.d.ts
 *
 *     1 type; types: 1 file written, 0 unchanged, 0 removed
 *     In a policy: import type { Bucket } from "../types/bucket.s3.services.k8s.aws.v1alpha1.d.ts";
 */
export function summarizeTypes(files: readonly DeclarationFile[], comparison: Comparison, out: string): string {
  const rows = files.map(({ definition, version, name }) => [definition.kind, definition.group, version, join(out, name)]);
  const written = comparison.missing.length + comparison.different.length;
  const outcome = `${count(written, "file")} written, ${comparison.same.length} unchanged, ${comparison.stale.length} removed`;
  return [
    formatTable([["KIND", "GROUP", "VERSION", "FILE"], ...rows]),
    "",
    `${count(files.length, "type")}; ${visible(out)}: ${outcome}`,
    ...files.slice(0, 1).map((file) => `In a policy: ${importLine(file, out)}`),
  ].join("\n");
}

function importLine({ name, type }: DeclarationFile, out: string): string {
  const directory = isAbsolute(out) ? out : join("..", out);
  const module = join(directory, name).replaceAll("\\", "/");
  return `import type { ${type} } from "${visible(module)}";`;
}
