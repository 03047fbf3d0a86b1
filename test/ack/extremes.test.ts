import { beforeAll, describe, expect, test } from "vitest";

import { evaluate } from "../../compiler/evaluate/index.ts";
import policy from "../../policies/ack-prevent-delete.ts";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { deleteOf } from "../../compiler/admission/index.ts";
import { evaluatorOf } from "../admission/policy-files.ts";
import { ask, refusal } from "./answer.ts";
import { annotate } from "./changes.ts";
import { type TestKind, bucket, pathOf } from "./kinds.ts";
import { enforceGenerated, generatedText } from "./policies-in-force.ts";
import { refusedDeletionPolicy, refusedNamespace, warnedOfIgnored } from "./rule-texts.ts";
import { storeNamespace, storeObject } from "./stored-objects.ts";

const generic = "services.k8s.aws/prevent-delete";

/** Neither `true` nor `false`: these are quoted. */
const shownValues = " |True|TRUE|tRUE|False|yes|no|on|1|0|null|undefined|true,false| true|true |~|!|/"
  .split("|")
  .concat([
    "",
    "|",
    '"true"',
    "'true'",
    "`",
    "\\",
    "\\n",
    "%s%d",
    "${x}",
    "{{x}}",
    "$(x)",
    "'+'",
    "a: b # c",
    "<b>",
    "x".repeat(128),
  ]);

/** These are not: more than 128 characters, or others than printable ASCII. */
const unshownValues = [
  "x".repeat(129),
  "true\n",
  "\ntrue",
  "tr\tue",
  "true\r",
  "\u0000",
  "\u007f",
  "é",
  "日本",
  "😀",
  "true\u200b",
  "true\u2028",
];

const garbage: readonly { readonly value: string; readonly shown: string }[] = [
  ...shownValues.map((value) => ({ value, shown: `"${value}"` })),
  ...unshownValues.map((value) => ({ value, shown: "(a value that cannot be shown)" })),
];

function messageFor(name: string, shown: string): string {
  return (
    `unreadableMark: Bucket default/${name} is protected because the annotation ${generic} on the object is neither "true" nor "false" but ${shown}. ` +
    `To delete it all the same, first run: kubectl annotate buckets.s3.services.k8s.aws/${name} -n default s3.services.k8s.aws/prevent-delete=false --overwrite`
  );
}

const label = (length: number): string => "a".repeat(length);

/** Name, Namespace, kind and group as long as they can be. */
const longest: TestKind = {
  ...bucket,
  group: `${label(63)}.${label(63)}.${label(63)}.${label(35)}.services.k8s.aws`,
  kind: `K${label(58)}`, // and `List` after it
  plural: "longests",
};
const longNamespace = label(63);
const longName = [63, 63, 63, 61].map(label).join(".");

/** Ten keys with prefixes of 253 characters. */
const longKeys = (mark: string): readonly string[] =>
  Array.from(
    { length: 10 },
    (_, index) => `${index}${label(62)}.${label(63)}.${label(63)}.${label(44)}.services.k8s.aws/${mark}`,
  );

const each = (keys: readonly string[], value: string): Record<string, string> =>
  Object.fromEntries(keys.map((key) => [key, value]));

describe("garbage in a mark, without a server", () => {
  const evaluator = evaluatorOf(generatedText("ack-prevent-delete"));
  const inputs = garbage.map(({ value, shown }) => ({
    input: deleteOf(
      {
        apiVersion: "s3.services.k8s.aws/v1alpha1",
        kind: "Bucket",
        metadata: { name: "data", namespace: "default", annotations: { [generic]: value } },
      },
      { resource: { group: bucket.group, version: "v1alpha1", resource: bucket.plural } },
    ),
    expected: messageFor("data", shown),
  }));

  test("as TypeScript", () => {
    expect(inputs.map(({ input }) => evaluate(policy, input).map(({ message }) => message))).toStrictEqual(
      inputs.map(({ expected }) => [expected]),
    );
  });

  test("as CEL of the generated YAML", () => {
    const said = inputs.map(({ input }) => evaluator.evaluate(input).findings.map(({ message }) => message));
    expect(said).toStrictEqual(inputs.map(({ expected }) => [expected]));
  });
});

describeWithServer("garbage in a mark, and the longest names", {}, (server) => {
  beforeAll(async () => {
    await Promise.all([bucket, longest].map((kind) => applyCustomResourceDefinition(server(), kind)));
    await Promise.all(
      garbage.map(({ value }, index) =>
        storeObject(server(), bucket, { name: `garbage-${index}`, namespace: "default", annotations: { [generic]: value } }),
      ),
    );
    await storeNamespace(server(), longNamespace, each(longKeys("prevent-delete"), "true"));
    await storeObject(server(), longest, {
      name: longName,
      namespace: longNamespace,
      annotations: { [`${longest.group}/prevent-delete`]: "true" },
    });
    await storeObject(server(), bucket, { name: "plain", namespace: "default" });
    await enforceGenerated(server(), ["ack-namespace", "ack-prevent-delete", "ack-values"]);
  });

  test(`${garbage.length} values, each of which protects and is shown`, async () => {
    const paths = garbage.map((_, index) => pathOf(bucket, { namespace: "default", name: `garbage-${index}` }));
    const decisions = await Promise.all(paths.map(async (path) => (await ask(server(), { method: "DELETE", path })).decision));
    const expected = garbage.map(({ shown }, index) =>
      refusal(`buckets.s3.services.k8s.aws "garbage-${index}"`, "ack-prevent-delete", messageFor(`garbage-${index}`, shown)),
    );
    expect(decisions).toStrictEqual(expected);
  });

  test("the longest name in the longest Namespace of the longest group", async () => {
    const path = pathOf(longest, { namespace: longNamespace, name: longName });
    const key = `${longest.group}/prevent-delete`;
    const message =
      `preventDelete: ${longest.kind} ${longNamespace}/${longName} is protected by the annotation ${key}: "true" on the object. To delete it all the ` +
      `same, first run: kubectl annotate longests.${longest.group}/${longName} -n ${longNamespace} ${key}=false --overwrite`;
    const decision = refusal(`longests.${longest.group} "${longName}"`, "ack-prevent-delete", message);
    expect(await ask(server(), { method: "DELETE", path })).toStrictEqual({ decision, warnings: [] });
  });

  test("ten of the longest keys on a Namespace", async () => {
    const lifted = longKeys("prevent-delete").map((key) => `${key}=false`);
    const answer = { decision: refusedNamespace(longNamespace, lifted.join(" ")), warnings: [] };
    expect(await ask(server(), { method: "DELETE", path: `/api/v1/namespaces/${longNamespace}` })).toStrictEqual(answer);
  });

  test("ten of the longest keys in a refusal and in a warning", async () => {
    const target = { described: "Bucket default/plain", subject: 'buckets.s3.services.k8s.aws "plain"' };
    const keys = longKeys("deletion-policy");
    const path = pathOf(bucket, { namespace: "default", name: "plain" });
    const answer = {
      decision: refusedDeletionPolicy(target, keys.join(", ")),
      warnings: [warnedOfIgnored(target, keys.join(", "))],
    };
    expect(await ask(server(), annotate(path, each(keys, "wrong")))).toStrictEqual(answer);
  });
});
