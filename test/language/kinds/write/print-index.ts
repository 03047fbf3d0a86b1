import type { Api } from "./api.ts";
import { typeName } from "../../../../compiler/language/served/built-in-kinds.ts";
import { fileOf, filesOf, partOf } from "./layout.ts";

/** `holdfast/kinds`: every kind, and the parts of kinds that functions take. A name a line (compiler/source). */
export function printIndex(api: Api): string {
  const kinds = api.kinds.map((kind) => lineOf(typeName(kind), fileOf(kind)));
  const parts = [...filesOf(api)].flatMap(([definition, file]) => {
    const part = partOf(definition);
    return part === undefined ? [] : [lineOf(part, file)];
  });
  return [before, ...kinds.toSorted(), "", "// Parts of them.", ...parts.toSorted(), ""].join("\n");
}

function lineOf(type: string, file: string): string {
  return `export type { ${type} } from "./${file}.ts";`;
}

const before = `// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
/**
 * The kinds of Kubernetes, for \`deletionPolicy<Deployment>({...})\`: every field that the API server stores, as it
 * writes it in JSON.
 */`;
