#!/usr/bin/env node
// argv -> command -> exit code. Plain syntax and no other import: a Node that is too old
// has to get as far as the check.
import { oldNodeMessage } from "./node-version.ts";

const tooOld = oldNodeMessage(process.versions.node);
if (tooOld === undefined) {
  // Before anything of ours is loaded, or Node would compile it, and strip its types, each time.
  import("node:module")
    .then(({ enableCompileCache }) => enableCompileCache())
    .then(() => import("./run.ts"))
    .then(
      ({ runInProcess }) => runInProcess(),
      (error: unknown) => stop(`holdfast: cannot start: ${String(error)}; is the installation complete?`, 4),
    );
} else {
  stop(tooOld, 2);
}

function stop(message: string, code: number): void {
  console.error(message);
  process.exitCode = code;
}
