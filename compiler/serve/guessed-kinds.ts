import { versionIdOf } from "../../runtime-fallback/kubernetes/resource.ts";
import { resourceOf } from "../simulator/testing/resource-of.ts";
import { RequestProblem } from "../simulator/testing/request-description.ts";
import type { DefinedKind } from "./defined-kinds.ts";
import type { Kinds } from "./stored-objects.ts";
import type { WrittenObject } from "./written-objects.ts";

/**
 * Kinds of objects that nothing defines: `databases` for `Database`, as generators of definitions do, in a Namespace
 * where one of its objects is. Who shows what it found says that this is a guess.
 */
export function guessedKinds(written: readonly WrittenObject[], known: Kinds): readonly DefinedKind[] {
  const unknown = written.filter((one) => !isKnown(one, known));
  const byKind = Map.groupBy(unknown, ({ object: { apiVersion, kind } }) => `${versionIdOf(apiVersion).group} ${kind}`);
  return [...byKind.values()].flatMap((own) => kindOf(own.map(({ object }) => object)));
}

function isKnown({ object }: WrittenObject, { defined, named }: Kinds): boolean {
  try {
    resourceOf({ operation: "delete", object }, { kinds: defined, match: named });
    return true;
  } catch (error) {
    if (error instanceof RequestProblem) return false;
    throw error;
  }
}

function kindOf(objects: readonly WrittenObject["object"][]): readonly DefinedKind[] {
  const [first] = objects;
  if (first === undefined) return [];
  const kind = {
    group: versionIdOf(first.apiVersion).group,
    kind: first.kind,
    resource: pluralOf(first.kind.toLowerCase()),
    isNamespaced: objects.some(({ metadata }) => metadata?.namespace !== undefined),
    versions: [...new Set(objects.map(({ apiVersion }) => versionIdOf(apiVersion).version))],
  };
  return [kind];
}

/** kubernetes/apimachinery: pkg/api/meta/restmapper.go, UnsafeGuessKindToResource. */
function pluralOf(word: string): string {
  if (word.endsWith("s")) return `${word}es`;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}
