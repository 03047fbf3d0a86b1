import { describe, expect, test } from "vitest";

import { readEnvironment } from "./environment.ts";
import { kubernetesVersions, newestVersion } from "./kubernetes-versions.ts";

describe("environment", () => {
  test("chooses the version of Kubernetes, the newest unless told", () => {
    expect(readEnvironment({}).kubernetesVersion).toBe(newestVersion);
    expect(readEnvironment({ TEST_KUBERNETES: "" }).kubernetesVersion).toBe(newestVersion);
    expect(readEnvironment({ TEST_KUBERNETES: "1.30" }).kubernetesVersion).toBe("1.30");
  });

  test.each(["1.3", "1.31", "v1.30", "1.30.14", "newest", "versions"])(
    "knows no version %s, and says which it knows",
    (unknown) => {
      expect(() => readEnvironment({ TEST_KUBERNETES: unknown })).toThrow(
        `TEST_KUBERNETES=${unknown}: there is no such version here. Set it to one of ${kubernetesVersions.join(", ")}, or unset it`,
      );
    },
  );

  test("does not choose among binaries that are not ours", () => {
    expect(() => readEnvironment({ TEST_KUBERNETES: "1.30", KUBEBUILDER_ASSETS: "/assets" })).toThrow(
      "KUBEBUILDER_ASSETS (/assets) replaces what is built: unset one of them",
    );
    expect(readEnvironment({ KUBEBUILDER_ASSETS: "/assets" }).assetsDirectory).toBe("/assets");
  });
});
