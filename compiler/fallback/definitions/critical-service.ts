import { type JsonSchema, longest, object, text } from "./json-schema.ts";

const types: Readonly<Record<"group" | "resource", JsonSchema>> = {
  group: { type: "string", description: "API group; empty for core.", maxLength: longest.group },
  resource: text("The plural, such as deployments.", longest.resource),
};

const provider: JsonSchema = object(
  {
    ...types,
    namespace: text("Absent where it is in none.", longest.namespace),
    name: text("Of the object.", longest.name),
  },
  {
    description: "What serves, and is kept until every criterion is met. It need not exist yet.",
    required: ["group", "resource", "name"],
    rules: [{ rule: "self == oldSelf", message: "the provider cannot be changed: delete this object and create another" }],
  },
);

const criterion: JsonSchema = object(
  {
    type: { type: "string", description: "Which of the two.", enum: ["Finalizer", "SpecificResource"] },
    finalizer: object(
      { ...types, finalizerName: text("One of metadata.finalizers.", longest.label) },
      { description: "Met when no object of the resource has the finalizer.", required: ["group", "resource", "finalizerName"] },
    ),
    specificResource: object(
      {
        ...types,
        namespace: text("Absent where it is in none.", longest.namespace),
        name: text("Of the object.", longest.name),
      },
      { description: "Met when the object is not there.", required: ["group", "resource", "name"] },
    ),
  },
  {
    description: "One thing that has to be gone first.",
    required: ["type"],
    rules: [
      {
        rule: "self.type == 'Finalizer' ? has(self.finalizer) && !has(self.specificResource) : has(self.specificResource) && !has(self.finalizer)",
        message: "type Finalizer needs finalizer alone, type SpecificResource needs specificResource alone",
      },
    ],
  },
);

/** openshift/enhancements#380. */
export const criticalServiceSchema: JsonSchema = object(
  {
    provider,
    criteria: {
      type: "array",
      description: "All of them have to be met; without any the provider can be deleted.",
      maxItems: 64,
      items: criterion,
      "x-kubernetes-list-type": "atomic",
    },
  },
  { description: "What serves others, and what has to be gone before it may go.", required: ["provider"] },
);
