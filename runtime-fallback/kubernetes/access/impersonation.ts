import type { HttpHeaders } from "./credentials.ts";

/** Somebody else, in whose name requests are made. */
export interface Impersonated {
  readonly username: string;
  readonly groups?: readonly string[];
  readonly uid?: string | undefined;
  /** What else is known of that user, as `scopes`. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

const prefix = "impersonate-";

/** As client-go sends them: a header for each group and each further value. */
export function impersonationHeaders({ username, groups = [], uid, extra = {} }: Impersonated): HttpHeaders {
  return {
    [`${prefix}user`]: username,
    ...(groups.length > 0 && { [`${prefix}group`]: [...groups] }),
    ...(uid !== undefined && { [`${prefix}uid`]: uid }),
    ...Object.fromEntries(Object.entries(extra).map(([key, values]) => [`${prefix}extra-${escapedKey(key)}`, [...values]])),
  };
}

/** Of our own headers those that go with a request: one that names somebody is in the name of nobody else. */
export function ownHeaders(own: HttpHeaders, asked: HttpHeaders): HttpHeaders {
  if (asked[`${prefix}user`] === undefined) return own;
  return Object.fromEntries(Object.entries(own).filter(([name]) => !name.startsWith(prefix)));
}

/** The name of a header holds no slash and no parenthesis; the API server decodes it, and reads it in lower case. */
function escapedKey(key: string): string {
  const encoded = encodeURIComponent(key.toLowerCase().toWellFormed());
  return encoded.replaceAll("(", "%28").replaceAll(")", "%29");
}
