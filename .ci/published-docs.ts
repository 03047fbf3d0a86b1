/**
 * Documents as the published package has them. In this repository pages name each other, and messages name pages, by
 * paths (`docs/rules/language.md`). Whoever has installed the package stands somewhere else: there, messages name
 * addresses, of the version that is installed, and pages link to what is beside them in the package, or to an address.
 */
import { cpSync, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Why Holdfast is as it is, and how it is made, is for those who have the repository. */
export const unpublished: readonly string[] = ["docs/adr", "docs/internals"];

/** Copies the pages of users into `dist`, and makes every path of a page in it, and every link, lead somewhere. */
export function publishDocs(dist: string): void {
  const isPublished = (path: string): boolean => !unpublished.some((folder) => path === join(root, folder));
  cpSync(join(root, "docs"), join(dist, "docs"), { recursive: true, filter: isPublished });
  const isThere = (path: string): boolean => existsSync(join(dist, path));
  for (const path of filesIn(dist)) {
    const text = readFileSync(join(dist, path), "utf8");
    const written = path.endsWith(".md") ? withLinks(text, path, isThere) : isText(path) ? withAddresses(text) : text;
    if (written !== text) writeFileSync(join(dist, path), written);
  }
}

/** `docs/rules/language.md#matches`, in strings and comments, but not as a part of another path or of an address. */
const pagePath = /(?<![\w./-])docs\/(?:[\w-]+\/)*[\w-]+\.(?:md|ya?ml|json)\b/g;

/** Code and YAML, where a path of a page is read by somebody who may have no such file. */
export function withAddresses(text: string): string {
  return text.replaceAll(pagePath, (path) => addressOf(path));
}

const markdownLink = /(?<image>!?)\[(?<words>[^\]]*)\]\((?<target>[^()\s]+)\)/g;

/**
 * A page with links that lead somewhere: `page` is its path in the package, `isThere` knows what the package has. npm
 * shows README.md where nothing of the package is beside it.
 */
export function withLinks(text: string, page: string, isThere: (path: string) => boolean): string {
  return text.replaceAll(markdownLink, (link, image: string, words: string, target: string) => {
    if (/^(?:[a-z][\w+.-]*:|#|\/\/)/i.test(target)) return link;
    const [path = "", anchor] = target.split("#");
    const found = posix.join(posix.dirname(page), path);
    if (page !== "README.md" && isThere(found)) return link;
    const address = addressOf(found, image === "" ? undefined : "raw");
    return `${image}[${words}](${address}${anchor === undefined ? "" : `#${anchor}`})`;
  });
}

/** Where the repository shows a file or a folder of it, as it was in this version. */
export function addressOf(path: string, view?: "raw"): string {
  const isFolder = existsSync(join(root, path)) && statSync(join(root, path)).isDirectory();
  return `${repositoryAddress()}/${view ?? (isFolder ? "tree" : "blob")}/v${manifest().version}/${path.replace(/\/$/, "")}`;
}

/** The one place that has it is package.json. */
export function repositoryAddress(): string {
  return manifest()
    .repository.url.replace(/^git\+/, "")
    .replace(/\.git$/, "");
}

interface Manifest {
  readonly version: string;
  readonly repository: { readonly url: string };
}

let read: Manifest | undefined;

function manifest(): Manifest {
  return (read ??= JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest);
}

const isText = (path: string): boolean => /\.(?:[cm]?[jt]s|ya?ml|json|sh)$|(?:^|\/)Dockerfile$/.test(path);

function filesIn(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(relativeTo(directory, entry.parentPath), entry.name));
}

const relativeTo = (directory: string, path: string): string =>
  path.slice(directory.length).replaceAll("\\", "/").replace(/^\//, "");
