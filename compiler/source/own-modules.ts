import type { SourceFile } from "ts-morph";
import { ownFile } from "../api/own-package.ts";

/** What policies import of this very compiler, so that its types always fit, installed beside the policies or not. */
export const ownModules = {
  holdfast: ownModule("language"),
  "holdfast/kinds": ownModule("language/kinds"),
} as const;

function ownModule(folder: string): string {
  return ownFile(`compiler/${folder}/index.ts`, `compiler/${folder}/index.d.ts`);
}

/** Whether `file` is a part of the module. `holdfast/kinds` lies inside of `holdfast`, and is none of it. */
export function belongsTo(module: keyof typeof ownModules, file: SourceFile): boolean {
  const path = file.getFilePath();
  const isKind = path.startsWith(directories["holdfast/kinds"]);
  return isKind ? module === "holdfast/kinds" : path.startsWith(directories[module]);
}

/** Whether the file at `path` is a part of any of them. */
export function isOwnModule(path: string): boolean {
  return path.startsWith(directories.holdfast);
}

const directories = {
  holdfast: directoryOf("holdfast"),
  "holdfast/kinds": directoryOf("holdfast/kinds"),
} as const;

/** As TypeScript writes paths. */
function directoryOf(module: keyof typeof ownModules): string {
  return ownModules[module].replaceAll("\\", "/").replace(/\/[^/]*$/, "/");
}

/** Whether the file at `path` is a part of this compiler. */
export function isOwnSource(path: string): boolean {
  return path.startsWith(directoryOf("holdfast").replace(/[^/]*\/$/, ""));
}
