import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../house/source-files.ts";

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly version: string };
const address = `https://github.com/holdfast-dev/holdfast/blob/v${version}/`;

function filesOf(directory: string, isWanted: (path: string) => boolean): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" }).filter(isWanted);
}

/** What code, schemas and examples of an installed package say of pages: paths, and paths behind its own address. */
export function pathsOfPages(installed: string): { readonly relative: readonly string[]; readonly addresses: readonly string[] } {
  const texts = filesOf(installed, (path) => /\.([cm]?[jt]s|json|ya?ml)$/.test(path)).map((path) =>
    readFileSync(join(installed, path), "utf8"),
  );
  const found = texts.flatMap((text) => text.match(/[\w:./-]*\bdocs\/(?:[\w-]+\/)*[\w-]+\.(?:md|ya?ml|json)\b/g) ?? []);
  return {
    relative: found.filter((path) => path.startsWith("docs/")),
    addresses: found.filter((path) => path.startsWith(address)).map((path) => path.slice(address.length)),
  };
}

/** Links of its pages that lead to no file of the package, nor of this repository at its version. */
export function unreachableLinks(installed: string): readonly string[] {
  return filesOf(installed, (path) => path.endsWith(".md")).flatMap((page) => {
    const text = readFileSync(join(installed, page), "utf8");
    const targets = [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = ""]) => target.split("#")[0] ?? "");
    return targets
      .filter((target) => target !== "" && !isReachable(installed, page, target))
      .map((target) => `${page}: ${target}`);
  });
}

function isReachable(installed: string, page: string, target: string): boolean {
  const ours = /^https:\/\/github\.com\/holdfast-dev\/holdfast\/(?:blob|tree|raw)\/v[^/]+\/(.*)$/.exec(target)?.[1];
  if (ours !== undefined) return existsSync(join(root, ours));
  if (/^[a-z]+:/.test(target)) return true;
  return page !== "README.md" && existsSync(join(installed, dirname(page), target));
}
