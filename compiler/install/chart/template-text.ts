import { InternalError } from "../../diagnostics/diagnostic.ts";

/** What stands in the place of a value, or of whole lines, when Helm renders. `indent` is that of the line. */
type Fill = (indent: string, key: string) => readonly string[];

/** The longest prefix that somebody else's text could have by chance is one letter shorter than ours. */
const letter = "x";

/**
 * Places in Kubernetes objects that a chart fills in, and how a file with them becomes a template of Helm. All other text
 * is for Helm what it is for everybody else: whatever policies say, Helm evaluates nothing of it.
 *
 *     replicas: slotx3x            replicas: {{ .Values.webhook.replicaCount }}
 *     message: "{{ .Values.x }}"   message: "{{ "{{" }} .Values.x }}"
 */
export class Slots {
  readonly #prefix: string;
  readonly #inline = new Map<string, string>();
  readonly #lines = new Map<string, Fill>();
  readonly #known = new Map<string, string>();

  /** `others`: all text that the objects have without slots. */
  constructor(others: string) {
    let letters = letter;
    while (others.includes(`slot${letters}`)) letters += letter;
    this.#prefix = `slot${letters}`;
  }

  /** A part of a line. What the expression gives has to be YAML. */
  value(expression: string): string {
    return this.#slot(`value ${expression}`, (token) => this.#inline.set(token, `{{ ${expression} }}`));
  }

  /** The value of a key, as it stands in `values.yaml`; the key, too, is left out where that is empty. */
  block(path: string): string {
    return this.#slot(`block ${path}`, (token) =>
      this.#lines.set(token, (indent, key) => [
        `${indent}{{- with .Values.${path} }}`,
        `${indent}${key}:`,
        `${indent}  {{- toYaml . | nindent ${indent.length + 2} }}`,
        `${indent}{{- end }}`,
      ]),
    );
  }

  /** A key of a map in whose place all entries of a map in `values.yaml` stand. */
  entries(path: string): string {
    return this.#slot(`entries ${path}`, (token) =>
      this.#lines.set(token, (indent) => [
        `${indent}{{- with .Values.${path} }}`,
        `${indent}{{- toYaml . | nindent ${indent.length} }}`,
        `${indent}{{- end }}`,
      ]),
    );
  }

  /** A value, a key or an item whose line stands only on a condition. */
  lineIf(condition: string, line: (key: string) => string): string {
    return this.#slot(`line ${condition} ${line("")}`, (token) =>
      this.#lines.set(token, (indent, key) => [`${indent}{{- ${condition} }}`, `${indent}${line(key)}`, `${indent}{{- end }}`]),
    );
  }

  /** The text of a file with slots as a template. */
  template(text: string): string {
    const lines = literal(text).split("\n");
    const filled = lines.flatMap((line) => this.#fill(line)).join("\n");
    if (filled.includes(this.#prefix)) throw new InternalError("a slot of the chart stands where nothing fills it in");
    return filled;
  }

  #fill(line: string): readonly string[] {
    const [, indent = "", key = "", token = ""] = /^( *)(?:- )?(?:([\w.-]+): )?"?(slot\w+?z)"?(?:: .*)?$/.exec(line) ?? [];
    const fill = this.#lines.get(token);
    if (fill !== undefined) return fill(indent, key);
    return [line.replaceAll(/slotx+\d+z/g, (found) => this.#inline.get(found) ?? found)];
  }

  #slot(known: string, add: (token: string) => void): string {
    const token = this.#known.get(known) ?? `${this.#prefix}${this.#known.size}z`;
    if (!this.#known.has(known)) add(token);
    this.#known.set(known, token);
    return token;
  }
}

/** The same text out of Helm: two braces begin an action wherever they stand, in strings and comments, too. */
export function literal(text: string): string {
  return text.replaceAll("{{", '{{ "{{" }}');
}
