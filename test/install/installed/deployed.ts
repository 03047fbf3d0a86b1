import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { type StartedProcess, startProcess } from "../../fallback/processes/started-process.ts";
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

/** Starts one of the processes with these arguments, as the account of that kubeconfig. */
export type Launch = (
  name: "webhook" | "controller",
  flags: readonly string[],
  files: { readonly directory: string; readonly kubeconfig: string },
) => Promise<StartedProcess>;

interface Deployment {
  readonly directory: string;
  readonly name: "webhook" | "controller";
  /** What its container would start, unless told. */
  readonly program: string | undefined;
  /** Instead of a process of this checkout. */
  readonly launch: Launch | undefined;
  onStart(process: StartedProcess): void;
}

export async function deployed(
  server: ControlPlane,
  { directory, name, program, launch, onStart }: Deployment,
): Promise<Deployed> {
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
      const flags = [...argumentsOf(directory, name), ...own(), "--health-port=0", "--host=127.0.0.1"];
      last = await (launch === undefined
        ? startProcess(name, [...flags, `--kubeconfig=${kubeconfig}`], program)
        : launch(name, flags, { directory, kubeconfig }));
      onStart(last);
    },
    kill: async () => void (await running().end("SIGKILL")),
  };
}
