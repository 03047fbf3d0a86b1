/** What a path of the API asks for. */
export interface ApiPath {
  /** `/api` or `/apis`, and nothing behind it. */
  readonly root: "core" | "groups" | undefined;
  readonly group: string;
  readonly version: string;
  /** Empty: what is served in this version. */
  readonly resource: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly query: URLSearchParams;
}

/** `/apis/apps/v1/namespaces/shop/deployments/web?...`; undefined where it is no such path. */
export function parseApiPath(target: string): ApiPath | undefined {
  const { pathname, searchParams: query } = new URL(target, "http://objects");
  const [root, ...words] = pathname.slice(1).split("/").map(decodeURIComponent);
  if (root !== "api" && root !== "apis") return undefined;
  const nothing = { version: "", resource: "", namespace: undefined, name: undefined, query };
  if (words.length === 0) return { ...nothing, root: root === "api" ? "core" : "groups", group: "" };
  const [group = "", version = "", ...rest] = root === "api" ? ["", ...words] : words;
  if (version === "" || rest.length > 4) return undefined;
  return { ...nothing, root: undefined, group, version, ...placeOf(rest) };
}

/** `/namespaces/shop` is an object; with a resource behind it, the place of others. */
function placeOf(words: readonly string[]): Pick<ApiPath, "resource" | "namespace" | "name"> {
  const [first, second, third, ...others] = words;
  if (first === "namespaces" && third !== undefined) return { namespace: second, resource: third, name: others[0] };
  return { namespace: undefined, resource: first ?? "", name: second };
}
