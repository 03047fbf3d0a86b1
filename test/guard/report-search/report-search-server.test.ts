import { beforeAll, expect, test } from "vitest";
import type { JudgedPath } from "../../../compiler/report/paths.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { group } from "../../language/requests.ts";
import { searchOf } from "../../searches/search-of.ts";
import { type AttackedRule, attackedTargets, conditionFor, customResources, generateRules, ruleFor } from "./attacked-rules.ts";
import { collect } from "./collected.ts";
import { generateFidelityRules, wares } from "./fidelity-rules.ts";
import { compileAll } from "./in-force.ts";
import { attackReports } from "./report-search.ts";

const { seed, size, timeoutMs } = searchOf("report-attacks");

const off = `{ off: "to be found out" }`;

/** Guards that are not there although the report says so, and by which of its rows that has to be found. */
const faults: Readonly<Record<string, { readonly guards: string; readonly path: JudgedPath["path"] }>> = {
  ConfigMap: { guards: `freeze: true, release: ${off}`, path: "unmark" },
  Pod: { guards: `evictions: ${off}`, path: "eviction" },
  Deployment: { guards: "", path: "emptied" },
  Service: { guards: `namespaces: ${off}`, path: "namespace" },
  Database: { guards: `definitions: ${off}`, path: "definition" },
  Vault: { guards: `owners: ${off}`, path: "owner" },
  ValidatingWebhookConfiguration: { guards: `webhooks: ${off}`, path: "weakened" },
};

/** The policy in force has no override, so that no denial names a command. */
const lockedUp = { kind: "PersistentVolume", overrides: `{ none: "to be found out" }` } as const;

/** The policy names no finalizers, so that this row is open. */
const liar = { kind: "PersistentVolume", path: "finalizer" } as const;

describeWithServer("what report.json calls closed", {}, (server) => {
  let inForce: string | undefined;

  beforeAll(async () => {
    // What tells that policies are in force is asked about these.
    const things = { group, kind: "Thing", plural: "things", scope: "Namespaced", versions: [{ name: "v1" }] } as const;
    for (const resource of [...customResources, ...wares, things]) await applyCustomResourceDefinition(server(), resource);
  });

  test(
    `withstands every attack, for random rules, and what they keep can be deleted after the commands of the denials (seed ${seed})`,
    async () => {
      const batches = Math.ceil(size / attackedTargets.length);
      for (let batch = 0; batch < batches; batch += 1) {
        const own = seed + batch * 1000;
        const found = await attack(server(), [...generateRules(own), ...(await generateFidelityRules(own))], own);
        console.log(
          `seed ${seed + batch * 1000}: ${found.rules} rules (${found.withoutVictim} protect nothing); ${found.rows} rows that say closed; ` +
            `${found.attacks} attacks, ${found.denied} denied, ${found.through.length} came through`,
        );
        expect(found.through).toEqual([]);
        expect(found.deadEnds).toEqual([]);
        expect(found.unattacked).toEqual([]);
        expect(found.denied).toBeGreaterThan(found.attacks / 4);
        expect(found.withoutVictim).toBeLessThan(found.rules / 2);
      }
      const last = seed + (batches - 1) * 1000;
      const { denied, lost } = await collect(server(), generateRules(last), last);
      console.log(`seed ${last}: the garbage collector was denied ${denied.join(", ")}`);
      expect(lost).toEqual([]);
      expect(denied).not.toEqual([]);
    },
    timeoutMs,
  );

  test(
    "withstands them where guards of several rules share policies, which it names",
    async () => {
      const own = seed + 500;
      const byNamespace = attackedTargets
        .slice(0, 3)
        .map((target) => ruleFor(target, conditionFor(target, `isSet(namespaceObject?.metadata.labels?.["a"])`)));
      const rules = [...byNamespace, ...generateRules(own).slice(3), ...(await generateFidelityRules(own))];
      const { yaml, report } = compileAll(rules, "acme");
      const shared = new Set([...yaml.matchAll(/^ {2}name: (acme-guard-.*)$/gm)].map(([, name = ""]) => name));
      const named = new Set(report.policies.flatMap(({ paths }) => paths.flatMap(({ text }) => text.split(", "))));
      const attacked = [...shared].filter((name) => named.has(name));
      expect(attacked).not.toEqual([]);
      const found = await attackReports(server(), rules, { seed: own, inForce, installation: "acme" });
      ({ inForce } = found);
      console.log(`seed ${own}: ${attacked.join(", ")}; ${found.attacks} attacks, ${found.denied} denied`);
      expect([found.through, found.deadEnds, found.unattacked]).toEqual([[], [], []]);
      expect(found.denied).toBeGreaterThan(found.attacks / 4);
    },
    timeoutMs,
  );

  test(
    "is found out where a guard is not there, a row lies, or no command helps",
    async () => {
      const rules = attackedTargets.map((target): AttackedRule => {
        const fault = faults[target.kind];
        const rule = ruleFor(target, conditionFor(target, `isSet(oldObject.metadata.labels?.["a"])`));
        if (target.kind === lockedUp.kind) return { ...rule, enforced: { overrides: lockedUp.overrides } };
        return fault === undefined ? rule : { ...rule, enforced: { guards: fault.guards } };
      });
      const lying = (policy: string, path: JudgedPath): JudgedPath => {
        const isLiar = path.path === liar.path && rules.some((rule) => rule.policy === policy && rule.target.kind === liar.kind);
        return isLiar ? { ...path, state: "closed" } : path;
      };
      const { through, deadEnds } = await attack(server(), rules, seed + 1, lying);
      const planted = [...Object.entries(faults).map(([kind, { path }]) => ({ kind, path })), liar];
      const missed = planted.filter(({ kind, path }) => {
        const policy = rules.find(({ target }) => target.kind === kind)?.policy ?? "";
        return !through.some((text) => text.startsWith(`${policy}, ${path}: `));
      });
      expect(missed).toEqual([]);
      expect(deadEnds).toEqual([expect.stringMatching(/^attacked-persistentvolumes: no command: /)]);
    },
    timeoutMs,
  );

  async function attack(
    plane: ControlPlane,
    rules: readonly AttackedRule[],
    ownSeed: number,
    changeReport?: (policy: string, path: JudgedPath) => JudgedPath,
  ) {
    const found = await attackReports(plane, rules, { seed: ownSeed, inForce, ...(changeReport && { changeReport }) });
    ({ inForce } = found);
    return found;
  }
});
