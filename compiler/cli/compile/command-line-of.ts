import { isAbsolute, relative, resolve, sep } from "node:path";
import { defaultMinor, formatMinor } from "../../ir/kubernetes-version.ts";
import type { CompileCommand } from "./compile-command.ts";
import { quoteArguments } from "../output/terminal.ts";
import { defaultStaticPath } from "./static-command.ts";

/**
 * The command that writes what was asked for, with everything spelled out:
 * `npx holdfast compile policies --out generated`. With `--command` what was given there, because people may run the
 * compiler through a script of theirs.
 */
export function commandLineOf({ command, ...asked }: CompileCommand): string {
  if (command !== undefined) return command;
  const { paths, out, kube } = asked;
  const isFlagLike = paths.some((path) => path.startsWith("-"));
  const flags = [
    ...(out === undefined ? [] : ["--out", out]),
    ...staticFlagsOf(asked),
    ...(asked.installation === undefined ? [] : ["--installation", asked.installation]),
    ...(kube === defaultMinor ? [] : ["--kube", formatMinor(kube)]),
  ];
  const words = isFlagLike ? [...flags, "--", ...paths] : [...paths, ...flags];
  return ["npx holdfast compile", ...quoteArguments(words)].join(" ");
}

/**
 * The same for the headers of files: the same on every machine where the same is run in the same repository, so that
 * `--check` compares. Paths inside of it are relative to the working directory.
 */
export function headerCommandOf(asked: CompileCommand, workingDirectory: string): string {
  const inside = (path: string): string => relativeWithin(path, workingDirectory);
  return commandLineOf({
    ...asked,
    paths: asked.paths.map(inside),
    out: asked.out === undefined ? undefined : inside(asked.out),
    static: asked.static && { ...asked.static, directory: inside(asked.static.directory) },
  });
}

/** `./policies/` -> `policies`; a path that leads out of the working directory stays as it was given. */
function relativeWithin(path: string, workingDirectory: string): string {
  const shown = relative(workingDirectory, resolve(workingDirectory, path)).split(sep).join("/");
  return shown.startsWith("../../") || shown === ".." || isAbsolute(shown) ? path : shown === "" ? "." : shown;
}

function staticFlagsOf({ static: given }: Pick<CompileCommand, "static">): readonly string[] {
  if (given === undefined) return [];
  return [
    "--static",
    given.directory,
    ...(given.path === defaultStaticPath ? [] : ["--static-path", given.path]),
    ...(given.contents === "protection" ? ["--protection-only"] : []),
  ];
}
