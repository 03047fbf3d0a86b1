import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { applyCustomResourceDefinition, anything } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { grantTo, createRole } from "../control-plane/roles.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { created } from "../control-plane/requests.ts";
import type { UntypedObject } from "../../compiler/simulator/admission/index.ts";
import { suiteDirectory } from "../fixtures/temporary-directory.ts";
import { type Situation, collectionPath, situationsOf } from "./case-objects.ts";
import { type Answer, answerInCel, answerInTypeScript, compilation, inputOf, permissionsOf } from "./executions.ts";
import { fieldRules } from "./field-rules.ts";
import { generatedTypeRules } from "./generated-type-rules.ts";
import { kindRules } from "./kind-rules.ts";
import { moreKindRules } from "./more-kind-rules.ts";
import { metadataRules } from "./metadata-rules.ts";
import { requestRules } from "./request-rules.ts";

const situations = [...metadataRules, ...requestRules, ...fieldRules, ...kindRules, ...moreKindRules, generatedTypeRules].flatMap(
  situationsOf,
);
describeWithServer("rules on a real API server", {}, (server) => {
  const directory = suiteDirectory();

  beforeAll(async () => {
    await Promise.all(["Database", "Cluster"].map((kind) => defineKind(server(), kind)));
    await applyDefinitions(server());
    await allowDeletes(server());
    for (const namespace of namespaces()) await created(server(), "/api/v1/namespaces", namespace);
    await allowMore(server());
    await Promise.all(situations.map((situation) => created(server(), pathOf(situation), situation.object)));
    for (const { name, text } of compilation.files) writeFileSync(join(directory, name), text);
    expect(await server().kubectl(["apply", "-k", directory])).toMatchObject({ code: 0 });
    await Promise.all(situations.map((situation) => waitUntilActive(server(), situation)));
  });

  describe.each(situations.map((situation) => [`${situation.table.policy}: ${situation.rule.title}`, situation] as const))(
    "%s",
    (_, situation) => {
      test("says the same in TypeScript, in local CEL and in the API server", async () => {
        const path = `${pathOf(situation)}/${situation.object.metadata.name}`;
        const stored = (await server().request({ method: "GET", path })).body as unknown as UntypedObject;
        const input = inputOf(situation, stored);
        const { denied, warned } = situation;
        const answers = [
          await answerInTypeScript(situation, input),
          answerInCel(situation, input),
          await remove(server(), situation),
        ];
        expect(answers).toEqual([
          { denied, warned },
          { denied, warned },
          { denied, warned },
        ]);
      });
    },
  );
});

function namespaces(): readonly UntypedObject[] {
  const named = situations.flatMap(({ namespace }) =>
    namespace === undefined ? [] : [[namespace.metadata.name ?? "", namespace] as const],
  );
  return [...new Map(named).values()];
}

function pathOf({ table, namespace }: Situation): string {
  return collectionPath(table, namespace?.metadata.name);
}

async function defineKind(server: ControlPlane, kind: string): Promise<void> {
  const plural = `${kind.toLowerCase()}s`;
  await applyCustomResourceDefinition(server, {
    group: "db.example.com",
    kind,
    plural,
    scope: "Namespaced",
    versions: [{ name: "v1", schema: anything }],
  });
}

/** The definitions that test/rules/types was made from. */
async function applyDefinitions(server: ControlPlane): Promise<void> {
  const definitions = join(import.meta.dirname, "definitions");
  expect(await server.kubectl(["apply", "-f", definitions])).toMatchObject({ code: 0 });
  await waitUntil("gadgets are served", async () => {
    const list = await server.request({ method: "GET", path: "/apis/example.com/v1/gadgets" });
    return list.status === 200;
  });
}

/** Users of the cases who are no admins may delete, so that only the rules decide. */
async function allowDeletes(server: ControlPlane): Promise<void> {
  const rules = [{ apiGroups: ["*"], resources: ["*"], verbs: ["delete"] }];
  const subjects = situations.flatMap(({ rule: { as } }) => (as === undefined ? [] : [{ kind: "User", name: as } as const]));
  await createRole(server, { name: "deleters", rules, subjects });
}

/** And what else they may do there. */
async function allowMore(server: ControlPlane): Promise<void> {
  for (const [at, { rule, namespace }] of situations.entries())
    await grantTo(server, `case-${at}`, rule.as ?? "", permissionsOf({ rule, namespace }));
}

/** A policy is in force about a second after it was applied: its first denial, in a dry run, shows it. */
async function waitUntilActive(server: ControlPlane, situation: Situation): Promise<void> {
  const { denied, rule, table } = situation;
  if (denied === undefined || rule.dryRun === true) return;
  await waitUntil(`${table.policy} denies`, async () => {
    const answer = await remove(server, situation, { dryRun: ["All"] });
    // This policy lets dry runs through, on purpose; it is in force with the others, which were applied after it.
    return table.policy === "propagation" || answer.denied === denied;
  });
}

/** A request with a body has its options there: the API server then does not look at the query. */
async function remove(server: ControlPlane, situation: Situation, more: object = {}): Promise<Answer> {
  const { object, rule } = situation;
  const { as, groups, options } = rule;
  const dryRun = rule.dryRun === true ? { dryRun: ["All"] } : {};
  const response = await server.request({
    method: "DELETE",
    path: `${pathOf(situation)}/${object.metadata.name}`,
    body: { apiVersion: "v1", kind: "DeleteOptions", ...options, ...dryRun, ...more },
    ...(as !== undefined && { as, ...(groups !== undefined && { groups }) }),
  });
  const text = String(response.body["message"] ?? "");
  const denied = /denied request: (.*)$/s.exec(text)?.[1];
  if (response.status >= 300)
    expect({ status: response.status, reason: response.body["reason"] }).toEqual({ status: 403, reason: "Forbidden" });
  const warned = response.warnings.flatMap((warning) => /with binding '[^']+': (.*)$/s.exec(warning)?.[1] ?? []);
  return { denied: response.status >= 300 ? (denied ?? text) : undefined, warned };
}
