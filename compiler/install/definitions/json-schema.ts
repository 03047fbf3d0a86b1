/** A structural schema (apiextensions.k8s.io/v1: JSONSchemaProps). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** With a rule that API servers evaluate; `oldSelf` in it makes it one about updates. */
export interface SchemaRule {
  readonly rule: string;
  readonly message: string;
}

interface Described {
  readonly description: string;
  readonly required?: readonly string[];
  readonly rules?: readonly SchemaRule[];
}

export function object(
  properties: Readonly<Record<string, JsonSchema>>,
  { description, required, rules }: Described,
): JsonSchema {
  return {
    type: "object",
    description,
    ...(required !== undefined && { required }),
    properties,
    ...(rules !== undefined && { "x-kubernetes-validations": rules }),
  };
}

/** Every length has a limit: API servers reject rules whose cost they cannot bound. */
export function textSchema(description: string, maxLength: number): JsonSchema {
  return { type: "string", description, minLength: 1, maxLength };
}

export const boolean = (description: string): JsonSchema => ({ type: "boolean", description });

/** Lengths that Kubernetes gives to names. */
export const longest = {
  group: 253,
  version: 63,
  kind: 63,
  resource: 63,
  namespace: 63,
  name: 253,
  label: 317,
  sentence: 1024,
} as const;

/** metav1.Condition, by type. */
const conditions: JsonSchema = {
  type: "array",
  description: "What the controller says of it; Ready is True once the protection holds.",
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["type"],
  items: object(
    {
      type: textSchema("Such as Ready.", 316),
      status: { type: "string", description: "Whether it is so.", enum: ["True", "False", "Unknown"] },
      reason: textSchema("Why, in one word.", longest.sentence),
      message: { type: "string", description: "Why, in a sentence.", maxLength: 32_768 },
      lastTransitionTime: { type: "string", format: "date-time", description: "Since when the status is what it is." },
      observedGeneration: { type: "integer", format: "int64", minimum: 0, description: "The generation that this is about." },
    },
    { description: "One of them.", required: ["type", "status", "reason", "message", "lastTransitionTime"] },
  ),
};

/** Written by the controller, with what else a kind says of itself. */
export const statusWith = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema =>
  object({ conditions, ...properties }, { description: "Written by the controller." });

export const status: JsonSchema = statusWith({});
