import type { Document, Release } from "./sources.ts";
import { byName } from "./text.ts";

/** A resource that some version serves, with everything that any version says of it. */
interface Row {
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  /** Reviews and bindings are not: they are sent, answered and forgotten. */
  readonly isStored: boolean;
  /** Each with the first version of Kubernetes that serves it. */
  readonly versions: ReadonlyMap<string, string>;
  /** Each with the kind that it takes. */
  readonly subresources: ReadonlyMap<string, string>;
}

/** `compiler/language/served/api-resources.ts`: what API servers since 1.30 serve of their own. */
export function printTable(releases: readonly Release[]): string {
  const rows = new Map<string, Row>();
  for (const { version, documents } of releases) for (const document of documents) addRows(rows, document, version);
  const sorted = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  const [stored, asked] = [sorted.filter(({ isStored }) => isStored), sorted.filter(({ isStored }) => !isStored)];
  return before.replace("STORED", linesOf(stored, releases)).replace("ASKED", linesOf(asked, releases));
}

function addRows(rows: Map<string, Row>, document: Document, release: string): void {
  const { group, version, paths } = document;
  const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  for (const path of Object.keys(paths).filter((one) => one.startsWith(`${root}/`))) {
    const [, namespaced, resource] = /^(\/namespaces\/\{namespace\})?\/([a-z]+)$/.exec(path.slice(root.length)) ?? [];
    // Of all Namespaces: the same once more.
    const isRepeated = namespaced === undefined && `${root}/namespaces/{namespace}/${resource}` in paths;
    if (resource === undefined || isRepeated) continue;
    const row = rowOf(document, { path, resource, isNamespaced: namespaced !== undefined }, release);
    const old = rows.get(`${group}/${resource}`);
    if (row !== undefined) rows.set(`${group}/${resource}`, old === undefined ? row : merged(old, row));
  }
}

function rowOf(
  { group, version, paths }: Document,
  { path, ...place }: { readonly path: string; readonly resource: string; readonly isNamespaced: boolean },
  release: string,
): Row | undefined {
  const { post, get } = paths[path] ?? {};
  const kind = (post ?? get)?.["x-kubernetes-group-version-kind"]?.kind.replace(/List$/, "");
  if (kind === undefined) return undefined;
  const isStored = paths[`${path}/{name}`]?.["delete"] !== undefined;
  return { ...place, group, kind, isStored, versions: new Map([[version, release]]), subresources: subresourcesOf(path, paths) };
}

/** The first release that has a version, and every subresource that one has. */
function merged(old: Row, row: Row): Row {
  const versions = new Map([...row.versions, ...old.versions]);
  return { ...row, versions, subresources: new Map([...old.subresources, ...row.subresources]) };
}

function subresourcesOf(path: string, paths: Document["paths"]): ReadonlyMap<string, string> {
  const found = Object.entries(paths).flatMap(([one, { put, post, get }]) => {
    const name = one.startsWith(`${path}/{name}/`) ? one.slice(`${path}/{name}/`.length) : "";
    const kind = (put ?? post ?? get)?.["x-kubernetes-group-version-kind"]?.kind;
    const isOther = put === undefined && kind !== undefined;
    return name === "" || name.includes("/") ? [] : [[name, isOther ? `~${kind}` : (kind ?? "~")] as const];
  });
  return new Map(found);
}

function linesOf(rows: readonly Row[], releases: readonly Release[]): string {
  const [oldest] = releases;
  const texts = rows.map(({ group, resource, kind, isNamespaced, versions, subresources }) => {
    const since = [...versions]
      .toSorted(byName)
      .map(([version, release]) => (release === oldest?.version ? version : `${version}@${release}`));
    const more = [...subresources].toSorted(byName).map(([name, of]) => (of === kind ? name : `${name}:${of.replace("~", "")}`));
    return [
      group === "" ? "core" : group,
      resource,
      kind,
      isNamespaced ? "namespaced" : "cluster",
      since.join(","),
      more.join(","),
    ];
  });
  return texts.map((parts) => `  ${parts.join(" ")}`.trimEnd()).join("\n");
}

const before = `// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
/** A resource that some kube-apiserver since 1.30 serves itself. */
export interface ApiResource {
  readonly group: string;
  /** The plural. */
  readonly resource: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  /** Each with the Kubernetes that serves it first; \`1.30\` for all that is older. */
  readonly versions: ReadonlyMap<string, string>;
  /** Each with the kind that admission sees there. */
  readonly subresources: ReadonlyMap<string, string>;
}

/** By group: plural, kind, scope, versions, and subresources, with their kind where it is another one. */
const stored = \`
STORED
\`;

/** What is sent, answered and forgotten. */
const asked = \`
ASKED
\`;

export const storedResources = readTable(stored);

export const askedResources = readTable(asked);

function readTable(table: string): readonly ApiResource[] {
  return table.trim().split("\\n").map(readRow);
}

function readRow(line: string): ApiResource {
  const [group = "", resource = "", kind = "", scope, versions = "", subresources = ""] = line.trim().split(" ");
  return {
    group: group === "core" ? "" : group,
    resource,
    kind,
    isNamespaced: scope === "namespaced",
    versions: readPairs(versions, "@", "1.30"),
    subresources: readPairs(subresources, ":", kind),
  };
}

function readPairs(text: string, between: string, otherwise: string): ReadonlyMap<string, string> {
  const pairs = text === "" ? [] : text.split(",").map((pair) => pair.split(between));
  return new Map(pairs.map(([first = "", second = otherwise]) => [first, second]));
}
`;
