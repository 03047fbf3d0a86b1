import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { enforce, replaceInForce } from "../../ack/policies-in-force.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { compileText } from "../compile-text.ts";
import { type Record, attackAll, isUnharmed, planned, prepare } from "./carry-out.ts";
import { allGuards, noGuards, policyText } from "./policy-text.ts";
import { matrixText, pageFor } from "./table.ts";
import { databases, relics, vaults } from "./targets.ts";

/** A minute or two: controllers take their time. */
const patienceMs = 600_000;

describeWithServer("the bypass matrix", { controllerManager: true }, (server) => {
  let without: readonly Record[] = [];
  let guarded: readonly Record[] = [];
  let unharmed: readonly boolean[] = [];

  beforeAll(async () => {
    await define(server());
    const open = compileText(policyText(noGuards));
    const attacked = await prepare(server(), "open");
    await enforce(server(), open);
    without = await attackAll(attacked);
    await define(server());
    const defended = await prepare(server(), "guarded");
    await replaceInForce(server(), open, compileText(policyText(allGuards)));
    guarded = await attackAll(defended);
    await sleep(10_000);
    unharmed = await Promise.all(defended.map(({ victim }) => isUnharmed(victim)));
  }, patienceMs);

  test("is what docs/bypass-matrix.md says", () => {
    const text = matrixText(without, guarded);
    expect(pageFor(text)).toBe(text);
  });

  describe.each(planned.map(({ attack, target }, at) => [`${attack.threat}, ${target.kind}: ${attack.title}`, at] as const))(
    "%s",
    (_, at) => {
      test("goes through without guards", () => {
        expect(without[at]).toMatchObject({ refusal: undefined, harm: expect.any(String) as string });
      });

      test("is refused for its reason with them, and the object is unharmed ten seconds later", () => {
        const { threat, kind } = guarded[at] as Record;
        expect(guarded[at]).toMatchObject({
          harm: undefined,
          refusal: expect.stringContaining(reasonFor(threat, kind)) as string,
        });
        expect(unharmed[at]).toBe(true);
      });
    },
  );
});

async function define(server: ControlPlane): Promise<void> {
  for (const resource of [vaults, databases, relics]) await applyCustomResourceDefinition(server, resource);
}

/** The guard that refuses, as its message begins. */
function reasonFor(threat: string, kind: string): string {
  const reasons: Readonly<{ [threat: string]: string }> = {
    T3: "'protect-guard' with binding 'protect-guard' denied request: releaseGuard: ",
    T4: "'protect-guard' with binding 'protect-guard' denied request: releaseGuard: ",
    T5: "'protect-guard' with binding 'protect-guard' denied request: ownerGuard: ",
    T6: "'protect-guard-evictions' with binding 'protect-guard-evictions' denied request: evictionGuard: ",
    T9: "'protect-guard-definitions' with binding 'protect-guard-definitions' denied request: definitionGuard: ",
    T10: ` denied request: namespaceGuard: Namespace guarded-`,
    T12: "'protect-guard' with binding 'protect-guard' denied request: releaseGuard: ",
  };
  return reasons[threat] ?? `no reason for ${threat} on ${kind}`;
}
