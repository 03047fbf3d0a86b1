import { type JsonSchema, longest, object, statusWith, textSchema } from "./json-schema.ts";

/** As the API server has names in paths; whatever is called otherwise is nothing. */
const name: JsonSchema = { ...textSchema("Of the object.", longest.name), pattern: "^[^/%]+$", not: { enum: [".", ".."] } };
const namespace: JsonSchema = { ...textSchema("Where it is.", longest.namespace), pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$" };
const group: JsonSchema = {
  type: "string",
  description: "API group; empty or absent for core.",
  maxLength: longest.group,
  pattern: "^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$",
};
const plural: JsonSchema = {
  ...textSchema("The plural, such as deployments.", longest.resource),
  pattern: "^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$",
};
/** The document names a resource by its kind, too. */
const pluralOrKind: JsonSchema = {
  ...textSchema("The plural or the kind: deployments, Deployment.", longest.resource),
  pattern: "^[A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?$",
};

const provider: JsonSchema = object(
  { group, resource: plural, namespace, name },
  {
    description: "What serves, and is kept until every criterion is met. It need not exist yet.",
    required: ["resource", "namespace", "name"],
    // Another provider would leave the first one unprotected at a stroke; a second service says the same without that.
    rules: [{ rule: "self == oldSelf", message: "the provider cannot be changed: create another CriticalService" }],
  },
);

const criterion: JsonSchema = object(
  {
    type: { type: "string", description: "Which of the two.", enum: ["Finalizer", "SpecificResource"] },
    ifNotServed: {
      type: "string",
      description:
        "What it is while the cluster serves no such resource: a misspelt name, or a definition that no longer exists.",
      enum: ["Met", "NotMet"],
      default: "NotMet",
    },
    finalizer: object(
      { group, resource: pluralOrKind, finalizerName: textSchema("One of metadata.finalizers.", longest.label) },
      { description: "Met when no object of the resource has the finalizer.", required: ["resource", "finalizerName"] },
    ),
    specificResource: object(
      { group, resource: pluralOrKind, namespace: { ...namespace, description: "Absent where it is in none." }, name },
      { description: "Met when the object is not there.", required: ["resource", "name"] },
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
      maxItems: 32,
      items: criterion,
      "x-kubernetes-list-type": "atomic",
    },
  },
  { description: "What serves others, and what has to be gone before it may go.", required: ["provider"] },
);

const known = (description: string): JsonSchema => ({ type: "string", description, enum: ["True", "False", "Unknown"] });

/** What the controller says of each criterion, besides its conditions. */
export const criticalServiceStatus: JsonSchema = statusWith({
  criteria: {
    type: "array",
    description: "The criteria, in their order, as they were last looked at; deletes are decided by what is stored then.",
    maxItems: 32,
    "x-kubernetes-list-type": "atomic",
    items: object(
      {
        criterion: textSchema("Which one.", longest.sentence),
        resolvable: known("Whether the cluster serves what it names."),
        readable: known("Whether it may be read."),
        met: known("Whether it is met; only True lets the provider go."),
        message: { type: "string", description: "Why, in a sentence.", maxLength: 32_768 },
      },
      { description: "One of them.", required: ["criterion", "resolvable", "readable", "met", "message"] },
    ),
  },
});
