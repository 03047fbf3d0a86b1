// Syntax and functions of Node 12 only, see main.ts.

/** As in `engines` of package.json: the floor of our dependencies. */
export const oldestNode = "22.19";

/** The one line for a Node that is too old; `undefined` where it is new enough. */
export function oldNodeMessage(version: string): string | undefined {
  const [wantedMajor = 0, wantedMinor = 0] = oldestNode.split(".").map(Number);
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return undefined;
  return `holdfast needs Node ${oldestNode} or newer, this is ${version}: install a newer one from https://nodejs.org`;
}
