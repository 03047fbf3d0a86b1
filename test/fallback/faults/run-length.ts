/** `npm run test:faults` sets it: everything ten times as long, the races in full. */
const isLong = process.env["HOLDFAST_FAULTS"] === "long";

/** How often, how long or how much: `npm test` takes a slice that fits into minutes. */
export function times({ slice, long }: { readonly slice: number; readonly long: number }): number {
  return isLong ? long : slice;
}

/** Of a random search; `FAULTS_SEED` repeats one. */
export const seed = Number(process.env["FAULTS_SEED"] ?? Date.now() % 0x7fffffff);

/** For docs/faults.md: it is on the output of every run. */
export function figure(fault: string, text: string): void {
  console.log(`faults ${fault}: ${text}`);
}
