import { RE2JS, RE2JSException } from "re2js";

/** A pattern of RE2, ready to look anywhere in a text. */
export class RegularExpression {
  readonly #compiled: RE2JS;

  /** Throws a `SyntaxError` for what RE2 does not take. */
  constructor(pattern: string) {
    try {
      this.#compiled = RE2JS.compile(pattern);
    } catch (error) {
      if (error instanceof RE2JSException) throw new SyntaxError(`error parsing regexp: ${error.message}`);
      throw error;
    }
  }

  matches(text: string): boolean {
    return this.#compiled.matcher(text).find();
  }

  /** The whole of the first match. */
  find(text: string): string | undefined {
    const matcher = this.#compiled.matcher(text);
    return matcher.find() ? text.slice(matcher.start(), matcher.end()) : undefined;
  }

  /** Go: regexp.FindAllString: an empty match right after another does not count. */
  findAll(text: string, most: number): readonly string[] {
    const matcher = this.#compiled.matcher(text);
    const found: string[] = [];
    let previousEnd = -1;
    for (let at = 0; at <= text.length && found.length < most && matcher.find(at);) {
      const [start, end] = [matcher.start(), matcher.end()];
      if (end !== at || start !== previousEnd) found.push(text.slice(start, end));
      at = end === at ? at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) : end;
      previousEnd = end;
    }
    return found;
  }
}

/** So many patterns of stored values are kept: rules have few, and a search over many rules has many. */
const maxPatterns = 1000;

const compiled = new Map<string, RegularExpression>();

/** Throws a `SyntaxError` for what RE2 does not take. */
export function regularExpression(pattern: string): RegularExpression {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  if (compiled.size >= maxPatterns) compiled.clear();
  const expression = new RegularExpression(pattern);
  compiled.set(pattern, expression);
  return expression;
}
