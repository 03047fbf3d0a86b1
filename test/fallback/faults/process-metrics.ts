import type { StartedProcess } from "../processes/started-process.ts";

/** Of a process, as Prometheus would read it. */
export async function metricOf({ healthPort }: StartedProcess, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text();
  const line = text.split("\n").find((one) => one.startsWith(`${name} `));
  if (line === undefined) throw new Error(`there is no series ${name}`);
  return Number(line.slice(name.length + 1));
}
