import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fencesOf } from "../documents/fences.ts";
import { root } from "../house/source-files.ts";

/** A recipe as its page shows it. */
export interface Recipe {
  /** `docs/recipes/storage.md`. */
  readonly page: string;
  readonly title: string;
  /** `bound-claims`: the name of its policy and of its file. */
  readonly name: string;
  readonly text: string;
  /** What somebody types, without `kubectl`. */
  readonly command: readonly string[];
  /** What that prints, in one line; `<uid>` stands for the UID of the object. */
  readonly printed: string;
  /** All that the page says of it. */
  readonly section: string;
}

const folder = "docs/recipes";

/** The pages that hold recipes, in the order of their names. */
export const pages: readonly string[] = readdirSync(join(root, folder))
  .filter((name) => name.endsWith(".md") && name !== "README.md")
  .toSorted();

export const recipes: readonly Recipe[] = pages.flatMap((page) => recipesOf(`${folder}/${page}`));

export function recipeOf(name: string): Recipe {
  const found = recipes.find((recipe) => recipe.name === name);
  if (found === undefined) throw new Error(`no page of ${folder} has a recipe ${name}`);
  return found;
}

function recipesOf(page: string): readonly Recipe[] {
  const sections = readFileSync(join(root, page), "utf8").split(/^## /m).slice(1);
  const fences = fencesOf(page);
  const codes = fences.filter(({ language }) => language === "ts");
  const consoles = fences.filter(({ language }) => language === "console");
  if (codes.length !== sections.length || consoles.length !== sections.length)
    throw new Error(`${page}: each recipe has one policy, and shows one denied delete`);
  return sections.map((section, at) => {
    const text = codes[at]?.text ?? "";
    const [typed = "", ...printed] = (consoles[at]?.text ?? "").trimEnd().split("\n");
    return {
      page,
      title: section.split("\n")[0] ?? "",
      name: /^\/\/ policies\/(\S+)\.ts$/m.exec(text)?.[1] ?? "",
      text,
      command: typed.replace(/^\$ kubectl /, "").split(" "),
      printed: printed.map((line) => line.trim()).join(" "),
      section,
    };
  });
}
