/** apimachinery: pkg/api/validate/content, pkg/util/validation; the words are those of Kubernetes 1.37. */
const label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const subdomain = `${label}(\\.${label})*`;
const label1035 = "[a-z]([-a-z0-9]*[a-z0-9])?";
const key = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";

const startAndEnd = "and must start and end with an alphanumeric character";
const keyWords = `must consist of alphanumeric characters, '-', '_' or '.', ${startAndEnd}`;

/** What is wrong with a text; nothing where it is right. */
export type Check = (text: string) => readonly string[];

function matches(text: string, pattern: string): boolean {
  return new RegExp(`^(?:${pattern})$`).test(text);
}

function tooLong(text: string, most: number): readonly string[] {
  return Buffer.byteLength(text) > most ? [`must be no more than ${most} bytes`] : [];
}

function wrongPattern(words: string, pattern: string, ...examples: readonly string[]): string {
  return `${words} (e.g. ${examples.map((example) => `'${example}', `).join(" or ")}regex used for validation is '${pattern}')`;
}

export const dns1123Label: Check = (text) => {
  const words = `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', ${startAndEnd}`;
  const problem = matches(text, subdomain) ? "must not contain dots" : wrongPattern(words, label, "my-name", "123-abc");
  return [...tooLong(text, 63), ...(matches(text, label) ? [] : [problem])];
};

export const dns1123Subdomain: Check = (text) => {
  const words = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', ${startAndEnd}`;
  return [...tooLong(text, 253), ...(matches(text, subdomain) ? [] : [wrongPattern(words, subdomain, "example.com")])];
};

export const dns1035Label: Check = (text) => {
  const words =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
  return [...tooLong(text, 63), ...(matches(text, label1035) ? [] : [wrongPattern(words, label1035, "my-name", "abc-123")])];
};

export const labelValue: Check = (text) => {
  const pattern = `(${key})?`;
  const words = `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', ${startAndEnd}`;
  return [
    ...tooLong(text, 63),
    ...(matches(text, pattern) ? [] : [wrongPattern(words, pattern, "MyValue", "my_value", "12345")]),
  ];
};

export const qualifiedName: Check = (text) => {
  const parts = text.split("/");
  const problem = wrongPattern(keyWords, key, "MyName", "my.name", "123-abc");
  if (parts.length > 2)
    return [`a valid label key ${problem} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  const name = parts.at(-1) ?? "";
  return [
    ...(parts.length === 2 ? prefixProblems(parts[0] ?? "") : []),
    ...(name === "" ? ["must be non-empty"] : tooLong(name, 63)).map((words) => `name part ${words}`),
    ...(matches(name, key) ? [] : [`name part ${problem}`]),
  ];
};

function prefixProblems(prefix: string): readonly string[] {
  return (prefix === "" ? ["must be non-empty"] : dns1123Subdomain(prefix)).map((words) => `prefix part ${words}`);
}

/** A name to which something will be added may end with a dash. */
export function asPrefix(check: Check): Check {
  return (text) => check(text.length > 1 && text.endsWith("-") ? `${text.slice(0, -2)}a` : text);
}
