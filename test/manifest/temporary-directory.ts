import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A new directory with these files (path -> text), gone after the test. */
export function temporaryDirectory(files: Readonly<Record<string, string>> = {}): string {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-test-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  return directory;
}

/** Every file directly in the directory with its text, hidden ones included. */
export function contents(directory: string): Readonly<Record<string, string>> {
  const files = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(files.map((entry) => [entry.name, readFileSync(join(directory, entry.name), "utf8")]));
}
