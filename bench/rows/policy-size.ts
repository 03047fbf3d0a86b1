import { byHand, compiled, keptNames, policiesIn } from "../api-server/policy-sets.ts";
import { type Line, type Row, atMost, ours, peer } from "../row.ts";

export const policySize: Row = {
  name: "policy-size",
  means: `How many ValidatingAdmissionPolicies one policy like the README's becomes, and 100 of them with \`--installation\`, and
how much YAML that is. The peers, written by hand, guard neither the Namespace nor owners.`,
  measure: async () => {
    const lines: Line[] = [];
    for (const mark of ["labels", "annotations"] as const) {
      for (const count of [1, 100]) {
        const [hand, own] = [byHand(mark, keptNames.slice(0, count)), await compiled(count, mark)];
        const what = count === 1 ? `1 policy over ${mark}` : `${count} policies over ${mark}`;
        lines.push(
          {
            what: `${what}: ValidatingAdmissionPolicies`,
            unit: "policies",
            measured: [peer("by hand", [policiesIn(hand)]), ours([policiesIn(own)])],
            goal: atMost(count === 1 ? 2 : 150),
          },
          { what: `${what}: YAML`, unit: "KB", measured: [ours([own.bytes / 1000])] },
        );
      }
    }
    return lines;
  },
};
