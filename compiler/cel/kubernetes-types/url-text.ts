import { Failure, NotEvaluatedHere } from "../failures.ts";
import { parseAddress } from "./ip-address.ts";
import { quoteForGo } from "../format/quote.ts";

export interface ParsedUrl {
  readonly scheme: string;
  readonly host: string;
  /** As written. */
  readonly path: string;
  readonly query: string;
}

/** Go: net/url, ParseRequestURI, and then Parse; where Go's versions differ nothing is said. */
export function parseUrl(text: string): ParsedUrl | Failure {
  const problem = (words: string): Failure => new Failure(`parse ${quoteForGo(text)}: ${words}`);
  const wrong = wrongText(text);
  if (wrong !== undefined) return problem(wrong);
  if (text === "*") return { scheme: "", host: "", path: "*", query: "" };
  const [, scheme = "", rest = ""] = /^(?:([A-Za-z][A-Za-z\d+.-]*):)?(.*)$/s.exec(text) ?? [];
  const [hierarchy = "", query = ""] = rest.split(/\?(.*)/s);
  if (!hierarchy.startsWith("/")) {
    return scheme === "" ? problem("invalid URI for request") : { scheme: scheme.toLowerCase(), host: "", path: "", query };
  }
  const [authority, path] = splitAuthority(scheme, hierarchy);
  const host = readHost(authority);
  if (host instanceof Failure) return problem(host.message);
  const escape = wrongEscape(path);
  return escape === undefined
    ? { scheme: scheme.toLowerCase(), host, path, query }
    : problem(`invalid URL escape ${quoteForGo(escape)}`);
}

function splitAuthority(scheme: string, hierarchy: string): readonly [authority: string, path: string] {
  if (scheme === "" || !hierarchy.startsWith("//")) return ["", hierarchy];
  const end = hierarchy.indexOf("/", 2);
  return end === -1 ? [hierarchy.slice(2), ""] : [hierarchy.slice(2, end), hierarchy.slice(end)];
}

function wrongText(text: string): string | undefined {
  if (Array.from(text).some((point) => point < " " || point === "\u007f")) return "net/url: invalid control character in URL";
  if (text === "") return "empty url";
  return text.startsWith(":") ? "missing protocol scheme" : undefined;
}

/** Names, IPv4 addresses and IPv6 addresses in brackets, with a port of digits. */
function readHost(authority: string): string | Failure {
  const [, host = "", port] = /^(\[[^[\]]*\]|[^:[\]]*)(?::(.*))?$/s.exec(authority) ?? [];
  const isKnown = authority === "" || /^[\w.~-]+$/.test(host) || isAddress(host);
  if (!isKnown || authority.includes("@") || (host === "" && authority !== ""))
    throw new NotEvaluatedHere(`the host ${authority} of a URL`);
  if (port !== undefined && !/^\d*$/.test(port)) return new Failure(`invalid port ${quoteForGo(`:${port}`)} after host`);
  return authority;
}

function isAddress(host: string): boolean {
  const parsed = /^\[[\da-fA-F:.]+\]$/.test(host) ? parseAddress(host.slice(1, -1)) : undefined;
  return parsed !== undefined && !(parsed instanceof Failure) && parsed.address.length === 16;
}

/** The first `%` that no two hexadecimal digits follow, with what follows. */
export function wrongEscape(text: string): string | undefined {
  const at = text.search(/%(?![\da-fA-F]{2})/);
  return at === -1 ? undefined : text.slice(at, at + 3);
}
