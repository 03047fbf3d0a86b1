import { testFilesWithServer } from "./test/control-plane/files-with-server.ts";
import config from "./vitest.config.ts";

/**
 * What happens to the processes of the fallback by themselves, whatever Kubernetes they speak to: it lists, watches and updates in the
 * same way since long before the oldest. What they say to it, and it to them, the other suites show.
 */
const ofTheProcesses = ["api", "certificates", "controller", "faults", "reflector", "refusal-events", "webhook"];

/** What is compiled is the same, packed or not. */
const ofThePackage = "test/package/";

const isAboutKubernetes = (path: string): boolean =>
  !path.startsWith(ofThePackage) && !ofTheProcesses.some((folder) => path.startsWith(`test/fallback/${folder}/`));

/** For another run of the suites with a server, on another version of Kubernetes: see TEST_KUBERNETES in test/README.md. */
export default { ...config, test: { ...config.test, include: testFilesWithServer().filter(isAboutKubernetes) } };
