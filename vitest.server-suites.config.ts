import { testFilesWithServer } from "./test/control-plane/files-with-server.ts";
import config from "./vitest.config.ts";

/** Faults happen to the processes of the fallback, whatever Kubernetes they speak to; what these say to it, the other suites show. */
const isAboutKubernetes = (path: string): boolean => !path.startsWith("test/fallback/faults/");

/** For another run of the suites with a server, on another version of Kubernetes: see TEST_KUBERNETES in test/README.md. */
export default { ...config, test: { ...config.test, include: testFilesWithServer().filter(isAboutKubernetes) } };
