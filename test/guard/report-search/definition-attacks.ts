import { isCustom } from "../matrix/targets.ts";
import { hasField } from "./attacked-rules.ts";
import { type Attack, type Victim, dryRun } from "./attacks.ts";
import { definitions } from "../../control-plane/collections.ts";

type Operation = readonly [op: "add" | "replace" | "remove", path: string, value?: unknown];

const ofSpec = (spec: object): object => ({ type: "object", properties: { spec: { type: "object", properties: spec } } });
const size = { type: "integer" };
/** Without the field that is a mark. */
const pruned = ofSpec({ size });
const anotherType = ofSpec({ size, locked: { type: "string" } });

const newVersion = { name: "v2", served: true, storage: true, schema: { openAPIV3Schema: pruned } };

const prunings: readonly (readonly [title: string, operations: readonly Operation[]])[] = [
  ["the field pruned", [["replace", "/spec/versions/0/schema/openAPIV3Schema", pruned]]],
  ["the field of another type", [["replace", "/spec/versions/0/schema/openAPIV3Schema", anotherType]]],
  [
    "stored in a new version that prunes the field",
    [
      ["replace", "/spec/versions/0/storage", false],
      ["add", "/spec/versions/-", newVersion],
    ],
  ],
  [
    "stored in the other version, which then prunes the field",
    [
      ["replace", "/spec/versions/0/storage", false],
      ["replace", "/spec/versions/1/storage", true],
      ["replace", "/spec/versions/1/schema/openAPIV3Schema", pruned],
    ],
  ],
];

/**
 * Where no field is known to be a mark, it is harm if an object without what is pruned can be deleted. A rule may name
 * a field and not depend on it.
 */
function unlessMark({ subject, denied, state }: Victim): Pick<Attack, "isHarm"> {
  if (hasField(subject.rule.target)) return {};
  const { size: kept } = (state.spec ?? {}) as { readonly size?: unknown };
  const spec = state.spec === undefined ? {} : { spec: kept === undefined ? {} : { size: kept } };
  return { isHarm: () => subject.isUnmarked(denied, state, { ...state, ...spec }) };
}

/** What takes every object of the kind along, or out of reach, or the mark away from all of them. */
export function definitionAttacks(victim: Victim): readonly Attack[] {
  const { subject } = victim;
  const { target } = subject.rule;
  if (!isCustom(target)) return [];
  const name = `${target.resource}.${target.group}`;
  const path = `${definitions}/${name}${dryRun}`;
  const send = (title: string, operations: readonly Operation[], to = path): Attack => ({
    path: "definition",
    title,
    request: {
      method: "PATCH",
      path: to,
      contentType: "application/json-patch+json",
      body: operations.map(([op, place, value]) => ({ op, path: place, ...(op !== "remove" && { value }) })),
    },
  });
  const status = (title: string, operations: readonly Operation[]) =>
    send(title, operations, `${definitions}/${name}/status${dryRun}`);
  const clientConfig = { service: { namespace: "default", name: "attacker" } };
  const webhook = { conversionReviewVersions: ["v1"], clientConfig };
  const names = { plural: "others", kind: "Other" };
  return [
    { path: "definition", title: "deleted", request: { method: "DELETE", path } },
    {
      path: "definition",
      title: "deleted with its collection",
      request: { method: "DELETE", path: `${definitions}${dryRun}&fieldSelector=metadata.name%3D${name}` },
    },
    send("the version out of service", [["replace", "/spec/versions/0/served", false]]),
    send("the other version out of service", [["replace", "/spec/versions/1/served", false]]),
    send("the other version removed", [["remove", "/spec/versions/1"]]),
    send("converted by a webhook", [["replace", "/spec/conversion", { strategy: "Webhook", webhook }]]),
    // The API server denies that itself, while the definition is established.
    send("another scope", [["replace", "/spec/scope", target.isNamespaced ? "Cluster" : "Namespaced"]]),
    status("not established any more", [["replace", "/status/conditions", []]]),
    status("with the names of another kind", [["replace", "/status/acceptedNames", names]]),
    ...prunings.map(([title, operations]) => ({ ...send(title, operations), ...unlessMark(victim) })),
  ];
}
