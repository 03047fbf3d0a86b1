import { isAbsolute, normalize, relative, resolve, sep } from "node:path";
import { defaultMinor, formatMinor } from "../../ir/kubernetes-version.ts";
import type { CompileCommand } from "./compile-command.ts";
import { builtIn } from "../../project/project.ts";
import { quoteArguments } from "../output/terminal.ts";
import { defaultStaticPath } from "./static-command.ts";

/**
 * The command that writes what was asked for, with everything spelled out:
 * `npx holdfast compile policies --out generated`. With `--command` what was given there, because people may run the
 * compiler through a script of theirs.
 */
export function commandLineOf({ command, ...asked }: CompileCommand): string {
  if (command !== undefined) return command;
  const { paths, out, chart, kube, installation } = unconfigured(asked);
  const isFlagLike = paths.some((path) => path.startsWith("-"));
  const flags = [
    ...(out === undefined ? [] : ["--out", out]),
    ...(chart === undefined ? [] : ["--chart", chart]),
    ...staticFlagsOf(asked),
    ...(installation === undefined ? [] : ["--installation", installation]),
    ...(kube === undefined ? [] : ["--kube", formatMinor(kube)]),
  ];
  const words = isFlagLike ? [...flags, "--", ...paths] : [...paths, ...flags];
  return ["npx holdfast compile", ...quoteArguments(words)].join(" ");
}

type Asked = Omit<CompileCommand, "command">;

/** What `holdfast.config.json` does not say; without one, paths and directory are spelled out, which cost a line less. */
function unconfigured({ paths, out, chart, kube, installation, project }: Asked): Partial<Asked> & Pick<Asked, "paths"> {
  if (project === undefined) return { paths, out, chart, installation, ...(kube !== defaultMinor && { kube }) };
  const { settings } = project;
  const isSame = (path: string, other: string): boolean => normalize(path) === normalize(other);
  const configured = settings.policies ?? builtIn.policies;
  const isOwn = paths.length === configured.length && paths.every((path, at) => isSame(path, configured[at] ?? ""));
  return {
    paths: isOwn ? [] : paths,
    out: out === undefined || isSame(out, settings.out ?? builtIn.out) ? undefined : out,
    chart: chart === undefined || isSame(chart, settings.chart ?? "") ? undefined : chart,
    installation: installation === settings.installation ? undefined : installation,
    ...(kube !== (settings.kube ?? builtIn.kube) && { kube }),
  };
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
    chart: asked.chart === undefined ? undefined : inside(asked.chart),
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
