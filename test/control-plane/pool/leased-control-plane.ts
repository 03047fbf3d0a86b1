import { connect } from "node:net";

import { type ControlPlane, connectControlPlane } from "../control-plane.ts";
import type { Wish } from "./pool.ts";
import { type Answer, done, onLines } from "./pool-socket.ts";

export type LeasedControlPlane = ControlPlane & {
  /** Returns at once; the pool cleans up behind the suite. */
  giveBack(): Promise<void>;
};

/**
 * From the pool that listens at this path. When this process ends without giving back, the control plane is stopped.
 */
export async function leaseControlPlane(path: string, wish: Wish): Promise<LeasedControlPlane> {
  const socket = connect(path);
  const answer = await new Promise<Answer>((resolve, reject) => {
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("the pool of control planes is gone")));
    onLines(socket, (line) => resolve(JSON.parse(line) as Answer));
    socket.write(`${JSON.stringify(wish)}\n`);
  });
  if ("error" in answer) throw new Error(answer.error);
  // It lasts as long as the suite: a connection alone does not keep the process.
  socket.unref();
  const { close, ...server } = connectControlPlane(answer.address);
  return {
    ...server,
    giveBack: async () => {
      await close();
      await new Promise<void>((resolve) => socket.end(`${done}\n`, resolve));
    },
  };
}
