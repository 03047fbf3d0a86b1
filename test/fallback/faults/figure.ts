/** For docs/operate/faults.md: it is on the output of every run. */
export function figure(fault: string, text: string): void {
  console.log(`faults ${fault}: ${text}`);
}
