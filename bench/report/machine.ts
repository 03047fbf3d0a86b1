import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import { newestVersion, readGitVersion } from "../../test/control-plane/kubernetes-versions.ts";

/** What the figures are of, a line each. */
export function machineLines(date: Date = new Date()): readonly string[] {
  const memory = `${(totalmem() / 1024 ** 3).toFixed(0)} GiB of memory`;
  return [
    `${cpus()[0]?.model.trim() ?? "unknown CPU"}, ${availableParallelism()} cores, ${memory}, ${type()} ${release()}`,
    `Node ${process.version}, Kubernetes ${readGitVersion(newestVersion)}`,
    date.toISOString().slice(0, 10),
  ];
}
