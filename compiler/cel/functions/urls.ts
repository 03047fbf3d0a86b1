import { Failure, NotEvaluatedHere, noSuchOverload } from "../failures.ts";
import { parseType } from "../values/type-text.ts";
import type { CelValue, CelOpaque } from "../values/value.ts";
import { ofFirst, oneUnit } from "../cost/charges.ts";
import { type CelFunction, define } from "./cel-function.ts";
import { textOfBytes } from "./conversions.ts";
import { type ParsedUrl, parseUrl, wrongEscape } from "../kubernetes-types/url-text.ts";

const urlType = parseType("kubernetes.URL");

class CelUrl implements CelOpaque {
  readonly type = urlType;
  readonly text: string;
  readonly parsed: ParsedUrl;

  constructor(text: string, parsed: ParsedUrl) {
    this.text = text;
    this.parsed = parsed;
  }

  /** Go compares what it would write, which takes more of its rules than the parts do. */
  equals(other: unknown): boolean | Failure {
    if (!(other instanceof CelUrl)) return noSuchOverload;
    if (this.text === other.text) return true;
    throw new NotEvaluatedHere("whether two URLs that are written differently are the same");
  }
}

/** apiserver: pkg/cel/library/urls.go. */
export const urlFunctions: readonly CelFunction[] = [
  define("url", [["string_to_url", "(string): kubernetes.URL", urlOf]], { charges: { kubernetes: ofFirst } }),
  getter("getScheme", "url_get_scheme", ({ scheme }) => scheme),
  getter("getHost", "url_get_host", ({ host }) => host),
  getter("getHostname", "url_get_hostname", ({ host }) => hostname(host)),
  getter("getPort", "url_get_port", ({ host }) => /:(\d*)$/.exec(host)?.[1] ?? ""),
  getter("getEscapedPath", "url_get_escaped_path", ({ path }) => escapedPath(path)),
  define(
    "getQuery",
    [["url_get_query", "kubernetes.URL.(): map(string, list(string))", ({ parsed }: CelUrl) => queryOf(parsed.query)]],
    { charges: oneUnit },
  ),
  define("isURL", [["is_url_string", "(string): bool", (text: string) => !(parseUrl(text) instanceof Failure)]], {
    charges: oneUnit,
  }),
];

function getter(name: string, id: string, part: (url: ParsedUrl) => string): CelFunction {
  return define(name, [[id, "kubernetes.URL.(): string", ({ parsed }: CelUrl) => part(parsed)]], { charges: oneUnit });
}

/** What follows a `#` is the fragment only for the second of the two parsers that look at it. */
function urlOf(text: string): CelUrl | Failure {
  const request = parseUrl(text);
  if (request instanceof Failure) return new Failure(`URL parse error during conversion from string: ${request.message}`);
  const [bare = "", fragment] = text.split(/#(.*)/s);
  if (wrongEscape(fragment ?? "") !== undefined) throw new NotEvaluatedHere("a URL with such a fragment");
  const parsed = parseUrl(bare);
  return parsed instanceof Failure
    ? new Failure(`URL parse error during conversion from string: ${parsed.message}`)
    : new CelUrl(text, parsed);
}

function hostname(host: string): string {
  return host.replace(/:\d*$/, "").replace(/^\[(.*)\]$/, "$1");
}

/** As written where that is a valid escape of the path, or else escaped by Go. */
function escapedPath(path: string): string {
  if (/^(?:[\w.~!$&'()*+,;=:@/[\]-]|%[\da-fA-F]{2})*$/.test(path)) return path;
  const bytes = bytesOf(path);
  return Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return /[\w.~$&+,:;=@/-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}

function bytesOf(text: string): Uint8Array {
  const parts = text.split(/(%[\da-fA-F]{2})/);
  return Buffer.concat(
    parts.map((part, at) => (at % 2 === 0 ? Buffer.from(part) : Buffer.of(Number.parseInt(part.slice(1), 16)))),
  );
}

/** Go: url.ParseQuery, which leaves out what it cannot read. */
function queryOf(query: string): ReadonlyMap<CelValue, CelValue> {
  const found = new Map<string, string[]>();
  for (const pair of query.split("&")) {
    const [key = "", value = ""] = pair.split(/=(.*)/s);
    if (pair === "" || pair.includes(";") || wrongEscape(pair) !== undefined) continue;
    const name = unescaped(key);
    found.set(name, [...(found.get(name) ?? []), unescaped(value)]);
  }
  return found;
}

function unescaped(text: string): string {
  const decoded = textOfBytes(bytesOf(text.replaceAll("+", " ")));
  if (decoded instanceof Failure) throw new NotEvaluatedHere("a query whose bytes are no text");
  return decoded;
}
