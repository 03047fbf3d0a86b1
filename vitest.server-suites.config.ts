import { testFilesWithServer } from "./test/control-plane/files-with-server.ts";
import config from "./vitest.config.ts";

/** For another run of the suites with a server, on another version of Kubernetes: see TEST_KUBERNETES in test/README.md. */
export default { ...config, test: { ...config.test, include: [...testFilesWithServer()] } };
