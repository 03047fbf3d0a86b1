import type { StartedProcess } from "../processes/started-process.ts";

/** Whether it says of itself that it is not ready. A probe that a busy machine answers late says nothing. */
export async function saysNotReady({ healthPort }: StartedProcess): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${healthPort}/readyz`)).status === 503;
}

/** Of a process, as Prometheus would read it; the sum of all series of that name. */
export async function metricOf({ healthPort }: StartedProcess, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text();
  const lines = text.split("\n").filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  if (lines.length === 0) throw new Error(`there is no series ${name}`);
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
}
