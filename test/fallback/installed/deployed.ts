import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { type StartedProcess, startProcess } from "../processes/started-process.ts";
import { accountOf, argumentsOf, mount } from "./pod.ts";

/** One Pod of a Deployment, whose process can be killed and started again. */
export interface Deployed {
  /** The last one that was started. */
  process(): StartedProcess;
  /** With the same arguments and account, where it was reached before. */
  start(): Promise<void>;
  /** With SIGKILL. */
  kill(): Promise<void>;
}

interface Deployment {
  readonly directory: string;
  readonly name: "webhook" | "controller";
  /** What its container would start, unless told. */
  readonly program: string | undefined;
  onStart(process: StartedProcess): void;
}

export async function deployed(server: ControlPlane, { directory, name, program, onStart }: Deployment): Promise<Deployed> {
  const kubeconfig = await accountOf(server, directory, name);
  let last: StartedProcess | undefined;
  // No Service has to learn that this Pod ends, so there is nobody to go on answering for 15 s.
  const ofWebhook = (): readonly string[] => [`--port=${last?.port ?? 0}`, "--drain-seconds=0"];
  const own = (): readonly string[] => (name === "webhook" ? ofWebhook() : ["--addresses=127.0.0.1"]);
  const running = (): StartedProcess => {
    if (last === undefined) throw new Error(`the ${name} was not started`);
    return last;
  };
  return {
    process: running,
    start: async () => {
      if (name === "webhook") await mount(server, directory);
      const here = [...own(), "--health-port=0", "--host=127.0.0.1", `--kubeconfig=${kubeconfig}`];
      last = await startProcess(name, [...argumentsOf(directory, name), ...here], program);
      onStart(last);
    },
    kill: async () => void (await running().end("SIGKILL")),
  };
}
