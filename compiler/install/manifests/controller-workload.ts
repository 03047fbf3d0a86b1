import { controllerArguments } from "../arguments.ts";
import { requiredWebhooks } from "../webhooks/required-webhooks.ts";
import type { Contents } from "./contents.ts";
import type { ManifestObject } from "./manifest-object.ts";
import { deployment } from "./pod.ts";

/** One leads, the other takes over. */
const replicas = 2;

export function controllerObjects(contents: Contents): readonly ManifestObject[] {
  const podName = { fieldRef: { apiVersion: "v1", fieldPath: "metadata.name" } };
  return [
    deployment(contents, {
      process: "controller",
      replicas,
      arguments: controllerArguments(contents.fallback, requiredWebhooks(contents.fallback, contents)),
      // Its identity in the Lease.
      environment: [{ name: "POD_NAME", valueFrom: podName }],
      ports: [],
      volumes: [],
    }),
  ];
}
