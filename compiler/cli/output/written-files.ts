import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { quoteArguments } from "./quote-arguments.ts";
import { HelpfulError, errorMessage } from "../../api/helpful-error.ts";

/** Files that a command leaves where its user says, and others that go with it. */
export class WrittenFiles {
  readonly #workingDirectory: string;
  #temporary: string | undefined;

  constructor(workingDirectory: string) {
    this.#workingDirectory = workingDirectory;
  }

  /** The path as a shell takes it: the one that is given, or of a temporary file of that name. */
  write(path: string | undefined, name: string, text: string): string {
    const target = path ?? join((this.#temporary ??= mkdtempSync(join(tmpdir(), "holdfast-serve-"))), name);
    try {
      writeFileSync(resolve(this.#workingDirectory, target), text);
    } catch (error) {
      const reason = errorMessage(error);
      throw new HelpfulError(`cannot write ${target}: ${reason}`, "name a file in a directory that exists");
    }
    return quoteArguments([target]).join("");
  }

  removeTemporary(): void {
    if (this.#temporary !== undefined) rmSync(this.#temporary, { recursive: true, force: true });
  }
}
