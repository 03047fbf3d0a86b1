import { beforeAll, expect, test } from "vitest";

import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { ask, denial } from "./answer.ts";
import { annotate } from "./changes.ts";
import { garbage, messageFor } from "./garbage.ts";
import { type TestKind, bucket, pathOf, generic } from "./kinds.ts";
import { enforceGenerated } from "./policies-in-force.ts";
import { deniedDeletionPolicy, deniedNamespace, warnedOfIgnored } from "./rule-texts.ts";
import { storeNamespace, storeObject } from "./stored-objects.ts";

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
      denial(`buckets.s3.services.k8s.aws "garbage-${index}"`, "ack-prevent-delete", messageFor(`garbage-${index}`, shown)),
    );
    expect(decisions).toStrictEqual(expected);
  });

  test("the longest name in the longest Namespace of the longest group", async () => {
    const path = pathOf(longest, { namespace: longNamespace, name: longName });
    const key = `${longest.group}/prevent-delete`;
    const message =
      `preventDelete: ${longest.kind} ${longNamespace}/${longName} is protected by the annotation ${key}: "true" on the object. To delete it anyway` +
      `, first run: kubectl annotate longests.${longest.group}/${longName} -n ${longNamespace} ${key}=false --overwrite`;
    const decision = denial(`longests.${longest.group} "${longName}"`, "ack-prevent-delete", message);
    expect(await ask(server(), { method: "DELETE", path })).toStrictEqual({ decision, warnings: [] });
  });

  test("ten of the longest keys on a Namespace", async () => {
    const unmarked = longKeys("prevent-delete").map((key) => `${key}=false`);
    const answer = { decision: deniedNamespace(longNamespace, unmarked.join(" ")), warnings: [] };
    expect(await ask(server(), { method: "DELETE", path: `/api/v1/namespaces/${longNamespace}` })).toStrictEqual(answer);
  });

  test("ten of the longest keys in a denial and in a warning", async () => {
    const target = { described: "Bucket default/plain", subject: 'buckets.s3.services.k8s.aws "plain"' };
    const keys = longKeys("deletion-policy");
    const path = pathOf(bucket, { namespace: "default", name: "plain" });
    const answer = {
      decision: deniedDeletionPolicy(target, keys.join(", ")),
      warnings: [warnedOfIgnored(target, keys.join(", "))],
    };
    expect(await ask(server(), annotate(path, each(keys, "wrong")))).toStrictEqual(answer);
  });
});
