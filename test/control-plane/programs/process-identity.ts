import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * What a process was started with; undefined when no such process runs. One that ended but was
 * not yet collected by its parent (a zombie) does not run.
 */
export function commandLine(pid: number): string | undefined {
  if (process.platform !== "linux") return askPs(pid, "args=");
  const words =
    readProc(pid, "cmdline")
      ?.split("\0")
      .filter((word) => word !== "") ?? [];
  return words.length === 0 ? undefined : words.join(" ");
}

/**
 * When a process was started, as an opaque token; undefined when no such process runs. Ids are
 * reused: id and token together name one process.
 */
export function startToken(pid: number): string | undefined {
  if (process.platform !== "linux") return askPs(pid, "lstart=");
  const stat = readProc(pid, "stat") ?? "";
  // The second field, the program's name in parentheses, may itself hold spaces and parentheses.
  // What follows it begins with field 3, the state; the start time is field 22.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" ? undefined : fields[22 - 3];
}

function readProc(pid: number, file: "cmdline" | "stat"): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return undefined;
  }
}

/** Linux is not asked this way: slim images lack ps. */
function askPs(pid: number, column: "args=" | "lstart="): string | undefined {
  const ps = spawnSync("ps", ["-ww", "-o", column, "-p", String(pid)], { encoding: "utf8" });
  const answer = ps.status === 0 ? ps.stdout.trim() : "";
  return answer === "" || answer === "<defunct>" ? undefined : answer;
}
