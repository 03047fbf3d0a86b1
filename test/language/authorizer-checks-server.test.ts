import { beforeAll, expect, test } from "vitest";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { isBefore } from "../control-plane/version-differences.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { created } from "../control-plane/requests.ts";
import { admission } from "../control-plane/collections.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

/** An administrator asks, so that each check is answered with yes and all of them are asked. */
const checks = (many: number, verb = "x"): string =>
  Array.from({ length: many }, (_, at) => `authorizer.requestResource.check('${verb}${at}').allowed()`).join(" && ");

const times = (many: number, expression: (at: number) => string) =>
  Array.from({ length: many }, (_, at) => ({ expression: expression(at) }));

interface Spec {
  readonly variables?: readonly { readonly name: string; readonly expression: string }[];
  readonly validations: readonly { readonly expression: string }[];
}

const variables = (many: number) =>
  Array.from({ length: many }, (_, at) => ({ name: `v${at}`, expression: checks(2, `v${at}`) }));

/** What compiler/plan/limits/cost.ts and compiler/plan/limits/cost.ts believe of the API server. */
const policies: Readonly<Record<string, Spec & { readonly fails?: string }>> = {
  two: { validations: times(1, () => checks(2)) },
  three: { validations: times(1, () => checks(3)), fails: "actual cost limit exceeded" },
  "a-variable-apart": {
    variables: variables(2),
    validations: times(2, (at) => `variables.v0 && variables.v1 && ${checks(2, `o${at}`)}`),
  },
  "a-variable-of-three": {
    variables: [{ name: "v", expression: checks(3) }],
    validations: times(1, () => "variables.v"),
    fails: "actual cost limit exceeded",
  },
  "twenty-eight": { validations: times(14, (at) => checks(2, `p${at}`)) },
  thirty: { validations: times(15, (at) => checks(2, `p${at}`)), fails: "running out of cost budget" },
  "thirty-with-variables": {
    variables: variables(8),
    validations: times(7, (at) => `variables.v${at + 1} && variables.v0 && ${checks(2, `p${at}`)}`),
    fails: "running out of cost budget",
  },
};

describeWithServer("what checks cost on a real API server", {}, (server) => {
  let warnings: readonly string[] = [];

  beforeAll(async () => {
    const metadata = { name: "asked" };
    await created(server(), configMaps, { metadata });
    for (const [name, { fails: _, ...spec }] of Object.entries(policies)) await apply(server(), name, spec);
    await apply(server(), "canary", { validations: [{ expression: "oldObject.metadata.name == ''" }] });
    await waitUntil("the policies are in force", async () => {
      warnings = (await server().request({ method: "DELETE", path: `${configMaps}/asked?dryRun=All` })).warnings;
      return warnings.some((warning) => warning.includes("'canary'"));
    });
  });

  test.each(Object.entries(policies))("%s", (name, { fails }) => {
    const own = warnings.filter((warning) => warning.includes(`Policy '${name}'`)).join("\n");
    if (fails === undefined || isBefore(server(), "authorizerChecksAreCharged")) expect(own).toBe("");
    else expect(own).toContain(fails);
  });
});

async function apply(server: ControlPlane, name: string, spec: Spec): Promise<void> {
  const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["DELETE"], resources: ["configmaps"] };
  const metadata = { name };
  await created(server, `${admission}/validatingadmissionpolicies`, {
    metadata,
    spec: { matchConstraints: { resourceRules: [rule] }, ...spec },
  });
  const binding = { policyName: name, validationActions: ["Warn"] };
  await created(server, `${admission}/validatingadmissionpolicybindings`, { metadata, spec: binding });
}
