import type { Recipe } from "./pages.ts";

const declaration = `import { fallback } from "holdfast";

export default fallback({ image: "registry.example.com/holdfast@sha256:${"a".repeat(64)}" });
`;

/** The recipes as files of a user, with the declaration of the fallback that some of them need. */
export function sourcesOf(chosen: readonly Recipe[]): Readonly<Record<string, string>> {
  return {
    ...Object.fromEntries(chosen.map(({ name, text }) => [`policies/${name}.ts`, text])),
    "policies/fallback.ts": declaration,
  };
}
