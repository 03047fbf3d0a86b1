import { Node, type SourceFile, SyntaxKind } from "ts-morph";
import type { Code } from "../../diagnostics/catalogue.ts";
import type { Diagnostic, DiagnosticBag } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/span.ts";
import type { RuleIr } from "../../ir/policy.ts";
import type { PolicySource } from "../../source/find-policies.ts";
import { withImports } from "../../source/imports.ts";
import type { LoadedProject } from "../../source/project.ts";
import { nodeSpan } from "../../source/texts.ts";

/**
 * Files in which TypeScript has found errors of types, and what there is a consequence of these: it stands on their
 * lines, or has to do with what is declared there.
 */
export class IllTyped {
  readonly #project: LoadedProject;
  readonly #lines: ReadonlySet<string>;
  readonly #names = new Set<string>();
  readonly sources: readonly PolicySource[];

  constructor(
    sources: readonly PolicySource[],
    { bag, project }: { readonly bag: DiagnosticBag; readonly project: LoadedProject },
  ) {
    this.#project = project;
    const errors = bag.errors();
    this.#lines = new Set(errors.flatMap(({ span }) => this.#linesOf(span)));
    const unread = new Set(errors.filter((one) => !isOfTypes(one)).map(({ span }) => span.file));
    this.sources = sources.filter(({ file }) => withImports([file]).every((one) => !unread.has(project.display(one))));
    for (const file of withImports(this.sources.map((source) => source.file))) this.#rememberNames(file);
  }

  isConsequence({ code, span }: Diagnostic): boolean {
    return consequences.has(code) || this.#isAffected(span);
  }

  /** Whether what the rule evaluates has nothing to do with the errors. */
  isUnaffected({ when, message }: RuleIr): boolean {
    return !this.#isAffected(when.span) && !this.#isAffected(message.span);
  }

  #isAffected(span: Span): boolean {
    const text = (this.#project.texts.get(span.file) ?? "").slice(span.start, span.end);
    const words = text.match(/[\p{ID_Continue}$]+/gu) ?? [];
    return this.#linesOf(span).some((line) => this.#lines.has(line)) || words.some((word) => this.#names.has(word));
  }

  /** `file:line` */
  #linesOf({ file, start, end }: Span): readonly string[] {
    const text = this.#project.texts.get(file) ?? "";
    const first = text.slice(0, start).split("\n").length;
    const more = text.slice(start, end).split("\n").length;
    return Array.from({ length: more }, (_, at) => `${file}:${first + at}`);
  }

  #rememberNames(file: SourceFile): void {
    const kinds = [SyntaxKind.VariableDeclaration, SyntaxKind.FunctionDeclaration, SyntaxKind.ImportSpecifier] as const;
    for (const node of kinds.flatMap((kind): readonly Node[] => file.getDescendantsOfKind(kind))) {
      const name = Node.hasName(node) ? node.getName() : undefined;
      const lines = this.#linesOf(nodeSpan(node, this.#project.display(file)));
      if (name !== undefined && lines.some((line) => this.#lines.has(line))) this.#names.add(name);
    }
  }
}

/** What is said of a value whose type TypeScript has given up. */
const consequences: ReadonlySet<Code> = new Set<Code>(["unknown-name", "not-narrowed"]);

function isOfTypes({ code }: Diagnostic): boolean {
  return code === "type-error" || code === "not-in-cel";
}
