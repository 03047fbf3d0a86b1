import { isAbsolute, normalize, sep } from "node:path";
import { HelpfulError } from "../api/helpful-error.ts";
import { isJsonObject } from "../api/json.ts";
import { closest } from "../diagnostics/closest.ts";
import { knownVersions, parseMinor } from "../ir/kubernetes-version.ts";

/**
 * What `holdfast.config.json` may say. Anybody who may open a pull request may write it, so that its paths lead out of
 * its directory nowhere.
 */
export interface ProjectSettings {
  /** Policy files, and directories that hold them. */
  readonly policies?: readonly string[];
  /** Where `compile` writes. */
  readonly out?: string;
  /** Where `compile` writes a chart of Helm. */
  readonly chart?: string;
  /** Oldest Kubernetes that the YAML is for, as its minor version: 30 for 1.30. */
  readonly kube?: number;
  readonly installation?: string;
  readonly command?: string;
}

const readers: { readonly [Name in keyof ProjectSettings]-?: (value: unknown) => ProjectSettings[Name] } = {
  policies: (value) => {
    const paths = Array.isArray(value) ? (value as readonly unknown[]) : [];
    if (paths.length === 0) throw wrong("policies", "is no list of paths", '"policies": ["policies"]');
    return paths.map((path) => pathOf("policies", path, '"policies": ["policies"]'));
  },
  out: (value) => pathOf("out", value, '"out": "generated"'),
  chart: (value) => pathOf("chart", value, '"chart": "charts/holdfast"'),
  kube: (value) => {
    const minor = typeof value === "string" ? parseMinor(value) : undefined;
    if (minor !== undefined) return minor;
    throw wrong("kube", `is no text with ${knownVersions}`, '"kube": "1.34"');
  },
  installation: (value) => {
    if (typeof value === "string" && isInstallation(value)) return value;
    throw wrong("installation", `is ${installationNeeds}`, '"installation": "acme"');
  },
  command: (value) => {
    if (typeof value === "string" && isOneLine(value)) return value;
    throw wrong("command", "is not one line of text", '"command": "npm run compile"');
  },
};

export const settingNames: readonly string[] = Object.keys(readers);

/** Throws a `HelpfulError` that names what is wrong. */
export function settingsOf(json: unknown): ProjectSettings {
  if (!isJsonObject(json)) throw new HelpfulError(`${file} is no object`, `write { "policies": ["policies"] }`);
  const settings: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(json)) {
    if (name === "$schema") continue;
    if (!Object.hasOwn(readers, name)) throw unknownSetting(name);
    settings[name] = readers[name as keyof ProjectSettings](value);
  }
  return settings;
}

const file = "`holdfast.config.json`";

function wrong(name: string, what: string, example: string): HelpfulError {
  return new HelpfulError(`\`${name}\` in ${file} ${what}`, `for example: ${example}`);
}

function unknownSetting(name: string): HelpfulError {
  const near = closest(name, settingNames);
  const meant = near === undefined ? "" : `; did you mean \`${near}\`?`;
  return new HelpfulError(`${file} knows no \`${name}\`${meant}`, `it has ${settingNames.join(", ")}`);
}

function pathOf(name: string, value: unknown, example: string): string {
  if (typeof value !== "string" || value === "") throw wrong(name, "is no path", example);
  const path = normalize(value);
  // `C:x` is on another drive, or where that drive's directory is.
  if (isAbsolute(path) || path === ".." || path.startsWith(`..${sep}`) || /^[A-Za-z]:/.test(path))
    throw wrong(name, "leads out of the directory of that file", example);
  return value;
}

const longestInstallation = 40;

export const installationNeeds = `not a name that policies can begin with: at most ${longestInstallation} lower-case letters, digits and \`-\``;

/** Names of policies begin with it, and leave room for what comes behind. */
export function isInstallation(name: string): boolean {
  return /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name) && name.length <= longestInstallation;
}

/** One line of comment holds it. */
export function isOneLine(command: string): boolean {
  return command.trim() !== "" && !/\p{Cc}/u.test(command);
}
