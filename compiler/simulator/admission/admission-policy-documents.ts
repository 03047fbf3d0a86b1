import type {
  AdmissionPolicy,
  AdmissionPolicyDocuments,
  PolicyConstraints,
  NamedCelText,
  ParamKind,
  PolicyBinding,
  MatchedResources,
  PolicyValidation,
} from "./admission-policy.ts";
import type { LabelSelector, LabelSelectorRequirement } from "../../language/matches-labels.ts";
import { NotEvaluatedHere } from "../../cel/index.ts";

export type * from "./admission-policy.ts";

/** Policies and bindings as objects of JSON. Whatever else could change an evaluation is rejected. */
export function readAdmissionPolicies(documents: readonly unknown[]): AdmissionPolicyDocuments {
  const objects = documents.map((object) => new FieldReader(object, "document"));
  const policies: AdmissionPolicy[] = [];
  const bindings: PolicyBinding[] = [];
  for (const object of objects) {
    const kind = `${object.text("apiVersion")} ${object.text("kind")}`;
    if (kind === "admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy") policies.push(readPolicy(object));
    else if (kind === "admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding") bindings.push(readBinding(object));
    else throw new NotEvaluatedHere(kind);
  }
  return { policies, bindings };
}

function readPolicy(object: FieldReader): AdmissionPolicy {
  const spec = object.object("spec");
  const policy: AdmissionPolicy = {
    name: object.object("metadata").text("name"),
    failurePolicy: oneOf(spec.optionalText("failurePolicy"), ["Fail", "Ignore"]),
    paramKind: spec.has("paramKind") ? readParamKind(spec.object("paramKind")) : undefined,
    constraints: readConstraints(spec.object("matchConstraints")),
    matchConditions: spec.list("matchConditions", readNamed),
    variables: spec.list("variables", readNamed),
    validations: spec.list("validations", readValidation),
    auditAnnotations: spec.list("auditAnnotations", (fields) => ({
      key: fields.text("key"),
      valueExpression: fields.text("valueExpression"),
    })),
  };
  spec.end();
  object.end();
  return policy;
}

function readNamed(fields: FieldReader): NamedCelText {
  return { name: fields.text("name"), expression: fields.text("expression") };
}

/** The API server makes Invalid of an absent reason. */
function readValidation(fields: FieldReader): PolicyValidation {
  return {
    expression: fields.text("expression"),
    messageExpression: fields.optionalText("messageExpression"),
    message: fields.optionalText("message"),
    reason: oneOf(fields.optionalText("reason"), ["Invalid", "Forbidden", "RequestEntityTooLarge"]),
  };
}

function readConstraints(fields: FieldReader): PolicyConstraints {
  // Namespaces are chosen by bindings.
  if (fields.has("namespaceSelector")) fields.object("namespaceSelector").end();
  const constraints: PolicyConstraints = {
    matchPolicy: oneOf(fields.optionalText("matchPolicy"), ["Equivalent", "Exact"]),
    objectSelector: fields.has("objectSelector") ? readSelector(fields.object("objectSelector")) : {},
    resourceRules: fields.list("resourceRules", readRule),
    excludeResourceRules: fields.list("excludeResourceRules", readRule),
  };
  fields.end();
  return constraints;
}

function readRule(fields: FieldReader): MatchedResources {
  return {
    apiGroups: fields.texts("apiGroups"),
    apiVersions: fields.texts("apiVersions"),
    operations: fields.texts("operations"),
    resources: fields.texts("resources"),
    scope: oneOf(fields.optionalText("scope"), ["*", "Cluster", "Namespaced"]),
  };
}

function readBinding(object: FieldReader): PolicyBinding {
  const spec = object.object("spec");
  const binding: PolicyBinding = {
    name: object.object("metadata").text("name"),
    policyName: spec.text("policyName"),
    params: spec.has("paramRef") ? readParams(spec.object("paramRef")) : undefined,
    namespaceSelector: spec.has("matchResources") ? readMatchResources(spec.object("matchResources")) : undefined,
    validationActions: spec.texts("validationActions").map((action) => oneOf(action, ["Deny", "Warn", "Audit"])),
  };
  spec.end();
  object.end();
  return binding;
}

function readParamKind(fields: FieldReader): ParamKind {
  const kind = { apiVersion: fields.text("apiVersion"), kind: fields.text("kind") };
  fields.end();
  return kind;
}

/** Only what selects objects in the Namespace of the request, and lets a request through where there are none. */
function readParams(fields: FieldReader): LabelSelector {
  oneOf(fields.text("parameterNotFoundAction"), ["Allow"]);
  const selector = readSelector(fields.object("selector"));
  fields.end();
  return selector;
}

/** Only what chooses Namespaces. */
function readMatchResources(fields: FieldReader): LabelSelector {
  oneOf(fields.optionalText("matchPolicy"), ["Equivalent"]);
  if (fields.has("objectSelector")) fields.object("objectSelector").end();
  const selector = readSelector(fields.object("namespaceSelector"));
  fields.end();
  return selector;
}

function readSelector(selector: FieldReader): LabelSelector {
  const labels = selector.has("matchLabels") ? readLabels(selector.object("matchLabels")) : [];
  const matchExpressions = [...labels, ...selector.list("matchExpressions", readRequirement)];
  selector.end();
  return { matchExpressions };
}

function readLabels(labels: FieldReader): readonly LabelSelectorRequirement[] {
  return labels.names().map((key) => ({ key, operator: "In", values: [labels.text(key)] }));
}

function readRequirement(fields: FieldReader): LabelSelectorRequirement {
  const [key, operator] = [fields.text("key"), oneOf(fields.text("operator"), ["Exists", "In", "NotIn"])];
  return operator === "Exists" ? { key, operator } : { key, operator, values: fields.texts("values") };
}

/** The first of the allowed values is the API server's default. */
function oneOf<T extends string>(value: string | undefined, allowed: readonly [T, ...T[]]): T {
  const found = allowed.find((candidate) => candidate === (value ?? allowed[0]));
  if (found === undefined) throw new NotEvaluatedHere(`the value ${value}`);
  return found;
}

/**
 * One object of a document, read field by field. A field that nobody reads is one that nobody evaluates, so `end`
 * rejects the document: what it says there might change the evaluation.
 */
class FieldReader {
  readonly #values: ReadonlyMap<string, unknown>;
  readonly #path: string;
  readonly #read = new Set<string>();

  constructor(value: unknown, path: string) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError(`${path} is no object`);
    this.#values = new Map(Object.entries(value));
    this.#path = path;
  }

  names(): readonly string[] {
    return [...this.#values.keys()];
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  text(name: string): string {
    const value = this.#take(name);
    if (typeof value !== "string") throw new TypeError(`${this.#path}.${name} is no text`);
    return value;
  }

  optionalText(name: string): string | undefined {
    return this.has(name) ? this.text(name) : undefined;
  }

  object(name: string): FieldReader {
    return new FieldReader(this.#take(name), `${this.#path}.${name}`);
  }

  /** Absent is empty. */
  list<T>(name: string, read: (item: FieldReader) => T): readonly T[] {
    return this.#items(name).map((item, at) => {
      const fields = new FieldReader(item, `${this.#path}.${name}[${at}]`);
      const result = read(fields);
      fields.end();
      return result;
    });
  }

  texts(name: string): readonly string[] {
    return this.#items(name).map((item) => {
      if (typeof item !== "string") throw new TypeError(`${this.#path}.${name} holds something other than text`);
      return item;
    });
  }

  end(): void {
    const unread = [...this.#values.keys()].filter((name) => !this.#read.has(name));
    if (unread.length > 0) throw new NotEvaluatedHere(`${this.#path}.${unread.join(", ")}`);
  }

  #items(name: string): readonly unknown[] {
    const value = this.#take(name) ?? [];
    if (!Array.isArray(value)) throw new TypeError(`${this.#path}.${name} is no list`);
    return value;
  }

  #take(name: string): unknown {
    this.#read.add(name);
    return this.#values.get(name);
  }
}
