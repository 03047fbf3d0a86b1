/** `299 - "text"`, perhaps followed by a quoted date; in the text, \" and \\ are escaped. */
const warningValue = /\b\d{3} \S+ "((?:[^"\\]|\\.)*)"(?: "[^"]*")?/g;

/**
 * The texts of all Warning headers of an answer. One header may hold several values separated by
 * commas (RFC 7234, section 5.5), though the API server writes one header per warning.
 */
export function decodeWarnings(header: string | readonly string[] | undefined): readonly string[] {
  const values = typeof header === "string" ? [header] : (header ?? []);
  return values.flatMap((value) => [...decodeUtf8(value).matchAll(warningValue)].map(textOf));
}

/** HTTP says that headers are Latin-1, and Node reads them so; the API server writes UTF-8. */
function decodeUtf8(value: string): string {
  return Buffer.from(value, "latin1").toString("utf8");
}

function textOf(match: RegExpExecArray): string {
  return (match[1] ?? "").replaceAll(/\\(.)/g, "$1");
}
