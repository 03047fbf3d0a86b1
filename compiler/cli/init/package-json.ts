import { existsSync, lstatSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { HelpfulError, errorMessage } from "../../api/helpful-error.ts";
import { type JsonObject, isJsonObject } from "../../api/json.ts";
import { readVersion } from "../../api/own-package.ts";

/** What a package.json says, and how it is written. */
export interface PackageJson {
  readonly fields: JsonObject;
  /** Undefined: there is none yet. */
  readonly text: string | undefined;
}

/** What people call the commands of Holdfast in this package. */
export interface ScriptNames {
  readonly compile: string;
  readonly check: string;
  readonly test: string;
}

/** The oldest that `holdfast test` runs; the package says the same of its peer. */
const oldestVitest = 5;

/** Throws a `HelpfulError` where it cannot be read. */
export function readPackageJson(directory: string): PackageJson {
  const path = join(directory, "package.json");
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    throw new HelpfulError("package.json is a symbolic link", "run `holdfast init` where the file itself is");
  if (!existsSync(path)) return { fields: { name: nameFor(directory), private: true, type: "module" }, text: undefined };
  try {
    const text = readFileSync(path, "utf8");
    const fields: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (isJsonObject(fields)) return { fields, text };
    throw new Error("it is no object");
  } catch (error) {
    throw new HelpfulError(`package.json cannot be read: ${errorMessage(error)}`, "put it right first: nothing was changed");
  }
}

/** As npm takes names. */
function nameFor(directory: string): string {
  const name = basename(directory)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return name === "" ? "policies" : name;
}

/** Short ones, where all of them are free, or ours already; a `HelpfulError` where all such names are taken. */
export function scriptNamesFor({ fields }: PackageJson): ScriptNames {
  const scripts = objectIn(fields, "scripts");
  const isFree = (name: string, command: string): boolean => {
    const found = scripts[name];
    return found === undefined || found === command || String(found).includes("no test specified");
  };
  const names = ["", "policies:", "holdfast:"].map(prefixed);
  const free = names.find((some) => entriesOf(some).every(([name, command]) => isFree(name, command)));
  if (free !== undefined) return free;
  throw new HelpfulError("package.json has scripts of all names that Holdfast would take", "rename `holdfast:compile` there");
}

function prefixed(prefix: string): ScriptNames {
  return { compile: `${prefix}compile`, check: `${prefix}check`, test: `${prefix}test` };
}

const entriesOf = ({ compile, check, test }: ScriptNames): readonly (readonly [name: string, command: string])[] => [
  [compile, "holdfast compile"],
  [check, "holdfast compile --check"],
  [test, "holdfast test"],
];

/** Its new text; the same as before where there is nothing to add. Indentation and line ends stay as they are. */
export function withHoldfast({ fields, text }: PackageJson, names: ScriptNames, peers: JsonObject): string {
  const scripts = { ...objectIn(fields, "scripts"), ...Object.fromEntries(entriesOf(names)) };
  const missing = Object.entries({ holdfast: `^${readVersion()}`, vitest: `^${oldestVitest}.0.0`, ...peers }).filter(
    ([name]) => !listed(fields).some((list) => Object.hasOwn(list, name)),
  );
  const devDependencies = sorted({ ...objectIn(fields, "devDependencies"), ...Object.fromEntries(missing) });
  const written = { ...fields, scripts, ...(Object.keys(devDependencies).length > 0 && { devDependencies }) };
  if (text === undefined) return `${JSON.stringify(written, undefined, 2)}\n`;
  const lines = JSON.stringify(written, undefined, indentOf(text)).split("\n");
  const end = /\s*$/.exec(text)?.[0] ?? "";
  return `${text.startsWith("\uFEFF") ? "\uFEFF" : ""}${lines.join(text.includes("\r\n") ? "\r\n" : "\n")}${end}`;
}

/** A vitest that is listed and too old for `holdfast test`, as package.json has it. */
export function oldVitest({ fields }: PackageJson): string | undefined {
  const range = listed(fields)
    .map((list) => list["vitest"])
    .find((one) => typeof one === "string");
  const major = Number(/^[\^~>=v\s]*(\d+)/.exec(range ?? "")?.[1]);
  return major < oldestVitest ? range : undefined;
}

function listed(fields: JsonObject): readonly JsonObject[] {
  return ["dependencies", "devDependencies", "peerDependencies"].map((name) => objectIn(fields, name));
}

function objectIn(fields: JsonObject, name: string): JsonObject {
  const found = fields[name] ?? {};
  if (isJsonObject(found)) return found;
  throw new HelpfulError(`\`${name}\` in package.json is no object`, "put it right first: nothing was changed");
}

function sorted(list: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(list).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function indentOf(text: string): string {
  return /\n([ \t]+)"/.exec(text)?.[1] ?? "  ";
}
