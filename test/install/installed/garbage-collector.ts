import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { prepareBinaries } from "../../control-plane/build.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";

export interface GarbageCollector {
  end(): Promise<void>;
}

/**
 * A garbage collector that knows every kind there is when it starts, as the one of the control plane would within half
 * a minute: it asks every 30 s which kinds there are (kubernetes: cmd/kube-controller-manager/app/core.go). Both work
 * from then on, as the same user.
 */
export async function startGarbageCollector({ kubeconfig, runDirectory }: ControlPlane): Promise<GarbageCollector> {
  const binary = join(await prepareBinaries({ controllerManager: true }), "kube-controller-manager");
  const flags = [
    `--kubeconfig=${kubeconfig}`,
    "--controllers=garbage-collector-controller",
    "--leader-elect=false",
    "--secure-port=0",
    "--use-service-account-credentials",
    "--kube-api-qps=500",
    "--kube-api-burst=1000",
  ];
  const child = spawn(binary, flags, { cwd: runDirectory, env: {}, stdio: "ignore" });
  const ended = once(child, "exit");
  const onRunnerExit = (): void => void child.kill("SIGKILL");
  process.once("exit", onRunnerExit);
  return {
    end: async () => {
      process.off("exit", onRunnerExit);
      child.kill("SIGKILL");
      await ended;
    },
  };
}
