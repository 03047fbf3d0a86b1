/** The number of one series of a metrics page: `holdfast_usages{reason="Denied"}`, with all of its labels. */
export function valueOf(page: string, series: string): number {
  const line = page.split("\n").find((text) => text.startsWith(`${series} `));
  if (line === undefined) throw new Error(`there is no series ${series}`);
  return Number(line.slice(series.length + 1));
}
