import { fileURLToPath } from "node:url";
import type { Project } from "ts-morph";

/**
 * TypeScript's own `Array.isArray` makes `any[]` of a read-only list in a union (`string | readonly string[]`), and of what is
 * `any` it checks nothing: neither that the first element of an empty list is absent, nor its type. The view that rules see
 * is read-only throughout, so the compiler reads rules with a declaration that keeps the type of the elements.
 */
export function declareArrayTypes(project: Project): void {
  project.createSourceFile(path, declaration);
}

/** There is no such file. Its directory makes it a part of the module that policies import as `holdfast`. */
const path = fileURLToPath(new URL("../language/array-types.d.ts", import.meta.url));

const declaration = `interface ArrayConstructor {
  isArray(value: unknown): value is readonly unknown[];
}
`;
