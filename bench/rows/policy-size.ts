import { type PolicySet, byHand, compiled, keptNames, policiesIn } from "../api-server/policy-sets.ts";
import { type Line, type Row, type Unit, atMost, ours, peer } from "../row.ts";

export const policySize: Row = {
  name: "policy-size",
  means: `How many ValidatingAdmissionPolicies one policy like that of the README becomes, and 100 of them with
\`--installation\`, and how much YAML that is. Those by hand guard neither the Namespace nor owners.`,
  measure: async () => {
    const lines: Line[] = [];
    for (const mark of ["labels", "annotations"] as const) {
      for (const count of [1, 100]) {
        const sets = [byHand(mark, keptNames.slice(0, count)), await compiled(count, mark)] as const;
        const what = count === 1 ? `1 policy over ${mark}` : `${count} policies over ${mark}`;
        lines.push(
          { ...line(`${what}: ValidatingAdmissionPolicies`, "policies", sets, policiesIn), goal: atMost(count === 1 ? 2 : 150) },
          line(`${what}: YAML`, "KB", sets, ({ bytes }) => bytes / 1000),
        );
      }
    }
    return lines;
  },
};

function line(what: string, unit: Unit, [hand, own]: readonly [PolicySet, PolicySet], of: (set: PolicySet) => number): Line {
  return { what, unit, measured: [peer("by hand", [of(hand)]), ours([of(own)])] };
}
