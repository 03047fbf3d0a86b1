import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { openContext } from "../../../runtime-fallback/kubernetes/open-context.ts";
import { visible } from "../../diagnostics/format.ts";
import { fallbackDirectory } from "../../install/settings.ts";
import { openCluster } from "../../cluster/uninstall/cluster.ts";
import { installedObjects } from "../../cluster/uninstall/installed.ts";
import { preview, uninstall } from "../../cluster/uninstall/uninstall.ts";
import { type ExitCode, exitCodes } from "../output/exit-code.ts";
import { readManifestPaths } from "../arguments/read-manifests.ts";
import type { Terminal } from "../output/terminal.ts";
import type { UninstallCommand } from "./uninstall-command.ts";
import { HelpfulError } from "../../api/helpful-error.ts";

/** `holdfast uninstall`: takes what was compiled and applied out of a cluster, in the order that strands nothing. */
export async function runUninstall(command: UninstallCommand, terminal: Terminal): Promise<ExitCode> {
  const { directory, isMeant, keepsPolicies } = command;
  const fallback = join(directory, fallbackDirectory);
  const paths = [directory, ...(existsSync(resolve(terminal.workingDirectory, fallback)) ? [fallback] : [])];
  const installed = installedObjects(readManifestPaths(paths, terminal));
  if (Object.values(installed).every((objects) => objects.length === 0))
    throw new HelpfulError(
      `${directory} has nothing that Holdfast has written`,
      "name the directory that `holdfast compile` writes",
    );
  const { kubeconfig, context } = command;
  const opened = await openContext({ kubeconfig, context, named: terminal.kubeconfig });
  const client = opened.open();
  const options = { keepsPolicies, say: (line: string) => terminal.print(line) };
  try {
    terminal.print(
      isMeant ? `context ${visible(opened.name)}:` : `context ${visible(opened.name)}; with --yes this goes, in this order:`,
    );
    if (!isMeant) await preview(openCluster(client), installed, options);
    const left = isMeant ? await uninstall(openCluster(client), installed, options) : [];
    for (const line of left) terminal.report(`left: ${line}`);
    return left.length === 0 ? exitCodes.fine : exitCodes.findings;
  } finally {
    await client.close();
  }
}
