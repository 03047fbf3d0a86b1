// One clear line for a Node that is too old. Normally the pinned Node of package.json runs here, whatever the host has;
// a platform without such a package falls back to the host's own. Plain syntax: an old Node has to get through it.
const [wantedMajor, wantedMinor] = [22, 19];
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
  console.error(
    `Holdfast needs Node ${wantedMajor}.${wantedMinor} or newer, this is ${process.versions.node}. ` +
      "Run `npm ci` without --omit=optional, which brings one along, or install a newer Node.",
  );
  process.exit(1);
}
