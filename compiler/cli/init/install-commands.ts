import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

export interface PackageManager {
  readonly name: "npm" | "pnpm" | "yarn";
  readonly install: string;
  /** As a pipeline installs: what the lock file says, or nothing. */
  readonly installLocked: string;
  /** What vitest wants beside it, where that is not installed by itself. */
  readonly peers: Readonly<Record<string, string>>;
  /** How people run a script of that name. */
  run(script: string): string;
}

const npm: PackageManager = {
  name: "npm",
  install: "npm install",
  installLocked: "npm ci",
  peers: {},
  run: (script) => (script === "test" ? "npm test" : `npm run ${script}`),
};

const pnpm: PackageManager = {
  name: "pnpm",
  install: "pnpm install",
  installLocked: "pnpm install --frozen-lockfile",
  peers: {},
  run: (script) => (script === "test" ? "pnpm test" : `pnpm run ${script}`),
};

const yarn: PackageManager = {
  name: "yarn",
  install: "yarn install",
  // Of the classic yarn; newer ones take it, and say what they would rather have.
  installLocked: "yarn install --frozen-lockfile",
  peers: { vite: "^8.0.0" },
  run: (script) => `yarn run ${script}`,
};

const byLockFile: readonly (readonly [file: string, manager: PackageManager])[] = [
  ["pnpm-lock.yaml", pnpm],
  ["yarn.lock", yarn],
  ["package-lock.json", npm],
  ["pnpm-workspace.yaml", pnpm],
];

/** By what package.json says, or by the nearest lock file: in a workspace that of the root. */
export function packageManagerOf(directory: string, packageManager: unknown): PackageManager {
  const named = typeof packageManager === "string" ? packageManager.split("@")[0] : undefined;
  const known = [npm, pnpm, yarn].find(({ name }) => name === named);
  return known ?? byNearestLockFile(directory) ?? npm;
}

function byNearestLockFile(start: string): PackageManager | undefined {
  for (let directory = resolve(start); ; directory = dirname(directory)) {
    const found = byLockFile.find(([file]) => existsSync(join(directory, file)));
    if (found !== undefined) return found[1];
    if (existsSync(join(directory, ".git")) || dirname(directory) === directory) return undefined;
  }
}
