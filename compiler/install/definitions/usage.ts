import { type JsonSchema, type SchemaRule, boolean, longest, object, textSchema } from "./json-schema.ts";

/** Whether what is named may be in another Namespace than the Usage, or in any at all. */
type Reach = "namespaced" | "own namespace";

const isNamed: SchemaRule = {
  rule: "has(self.resourceRef) || has(self.resourceSelector)",
  message: "either resourceRef or resourceSelector is needed",
};

/**
 * Found once, by its selector or as it was written: another object would be protected, or none,
 * without anybody having said so.
 */
const isFixed: SchemaRule = {
  rule: "!has(oldSelf.resourceRef) || self == oldSelf",
  message: "what has been found cannot be changed: delete this object and create another",
};

const saysWhy: SchemaRule = {
  rule: "has(self.by) || has(self.reason)",
  message: "either by or reason is needed",
};

const keepsBy: SchemaRule = {
  rule: "!has(oldSelf.by) || has(self.by)",
  message: "by cannot be taken away: delete this object and create another",
};

/**
 * As in Crossplane: a Namespace does not protect what is in another one for nothing. `namespace` is a reserved word of
 * CEL; Kubernetes 1.30 knows the field by this name alone, 1.37 by both (measured).
 */
const namesUser: SchemaRule = {
  rule: "has(self.by) || !(has(self.of.resourceRef) && has(self.of.resourceRef.__namespace__) || has(self.of.resourceSelector) && has(self.of.resourceSelector.__namespace__))",
  message: "what is in another namespace needs by: who uses it",
};

/** In a Namespace: what uses is there, too. */
export const usageSchema: JsonSchema = specOf("own namespace", [saysWhy, keepsBy, namesUser]);

export const clusterUsageSchema: JsonSchema = specOf("namespaced", [saysWhy, keepsBy]);

function specOf(by: Reach, rules: readonly SchemaRule[]): JsonSchema {
  return object(
    {
      reason: textSchema("Why the object is not to be deleted, for who tries; needed without by.", longest.sentence),
      replayDeletion: boolean("Make up for a denied delete once nothing uses the object any more."),
      of: resource("What is used, and cannot be deleted meanwhile.", "namespaced"),
      by: resource("What uses it; this object is deleted with it.", by),
    },
    { description: "Which object is protected, and for what.", required: ["of"], rules },
  );
}

function resource(description: string, reach: Reach): JsonSchema {
  const namespace =
    reach === "namespaced" ? { namespace: textSchema("Absent: the namespace of this object, or none.", longest.namespace) } : {};
  return object(
    {
      apiVersion: textSchema("Such as example.com/v1.", longest.group + longest.version + 1),
      kind: textSchema("Such as Cluster.", longest.kind),
      resourceRef: object(
        { name: textSchema("Of the object.", longest.name), ...namespace },
        { description: "The object; the controller writes what it found by resourceSelector.", required: ["name"] },
      ),
      resourceSelector: object(
        {
          matchControllerRef: boolean("Of the same controller as this object."),
          matchLabels: {
            type: "object",
            description: "Labels of the object.",
            maxProperties: 32,
            additionalProperties: { type: "string", maxLength: 63 },
          },
          ...namespace,
        },
        { description: "How to find it, once: the first that there is." },
      ),
    },
    { description, required: ["apiVersion", "kind"], rules: [isNamed, isFixed] },
  );
}
