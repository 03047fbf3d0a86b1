import { expect, test } from "vitest";
import { type Execution, typescript } from "./execution.ts";
import { generateRule } from "./generate.ts";
import { messageText, ruleText } from "./rule-text.ts";
import { shrink } from "./shrink.ts";
import type { Finding } from "./tally.ts";

const origin = { seed: 1, kube: 30 };

/** Differs from TypeScript wherever the rule reads finalizers and the object has some. */
const wrong: Execution = {
  name: "wrong",
  ask: async (rule, inputs) => {
    const said = await typescript.ask(rule, inputs);
    const isWrong = rule.yaml.includes("finalizers");
    return said.map((one, at) => (isWrong && JSON.stringify(inputs[at]).includes("x/a") ? { message: "wrong" } : one));
  },
  stop: async () => {},
};

/** The first rule of moderate size about a delete that reads finalizers: YAML about writes may name them anyway. */
function findingOf(): Finding {
  const rule = Array.from({ length: 200 }, (_, at) => at).find((at) => {
    const text = ruleText(generateRule(origin, at));
    return text.startsWith("({ oldObject,") && text.includes("finalizers ?? []") && text.length > 500 && text.length < 1_000;
  });
  return { problem: "difference", rule: rule ?? 0, object: 0, ruleText: "", request: undefined, said: {} };
}

test("a rule is made as small as the problem allows", { timeout: 5 * 60_000 }, async () => {
  const finding = findingOf();
  const before = generateRule(origin, finding.rule);
  const objects = Array.from({ length: 10 }, (_, object) => ({ ...finding, object }));
  let shrunk = await shrink(objects[0] ?? finding, origin, [typescript, wrong]);
  for (const other of objects.slice(1)) {
    if (ruleText(shrunk.rule).length < ruleText(before).length / 2) break;
    shrunk = await shrink(other, origin, [typescript, wrong]);
  }
  expect(ruleText(shrunk.rule).length).toBeLessThan(ruleText(before).length / 2);
  expect(ruleText(shrunk.rule)).toContain("finalizers");
  expect(messageText(shrunk.rule)).toBe('"no"');
  expect(JSON.stringify(shrunk.request)).toContain("x/a");
  expect(JSON.stringify(shrunk.request).length).toBeLessThan(120);
  expect(shrunk.said["wrong"]).toEqual({ message: "wrong" });
});
