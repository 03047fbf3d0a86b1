import { fencesOf } from "./fences.ts";

/**
 * What the commands of a page copy out of the package, each file with its path there: of
 * `cp node_modules/holdfast/fallback/{usages,usage-kinds}.ts policies/` two.
 */
export function copiedFiles(page: string): readonly string[] {
  const shell = fencesOf(page).flatMap(({ language, text }) => (language === "sh" ? [text] : []));
  const found = shell.flatMap((text) => [...text.matchAll(/^cp node_modules\/holdfast\/(\S+)/gm)]);
  return found.flatMap(([, path = ""]) => expanded(path));
}

/** As a shell expands braces. */
function expanded(path: string): readonly string[] {
  const [, before = "", list, after = ""] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(path) ?? [];
  return list === undefined ? [path] : list.split(",").flatMap((one) => expanded(`${before}${one}${after}`));
}
