import config from "./vitest.config.ts";

/** `npm run test:faults`: what goes wrong, for as long as docs/faults.md says; one file at a time, or the figures would be each other's. */
export default {
  ...config,
  test: { ...config.test, include: ["test/fallback/faults/**/*.test.ts"], maxWorkers: 1, env: { HOLDFAST_FAULTS: "long" } },
};
