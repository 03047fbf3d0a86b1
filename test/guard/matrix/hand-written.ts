import type { ApiRequest } from "../../control-plane/api-client.ts";
import { type HandWritten, type Victim, deletion, merge } from "./attack.ts";
import { hold, mark } from "./targets.ts";
import { withoutMark } from "./unmark.ts";

const apiVersion = "admissionregistration.k8s.io/v1";
const metadata = { name: "hand-written" };
/** In every message, so that a test can tell who denied. */
export const handWrittenMessage = "protected by hand";

const isMarked = (root: string): string => `has(${root}.metadata.labels) && '${mark}' in ${root}.metadata.labels`;
const isHeld = (root: string): string => `has(${root}.metadata.finalizers) && '${hold}' in ${root}.metadata.finalizers`;
const deletesMarked = `request.operation == 'DELETE' && ${isMarked("oldObject")}`;
const unmarks = `request.operation == 'UPDATE' && ${isMarked("oldObject")} && !(${isMarked("object")})`;
const letsGo = `request.operation == 'UPDATE' && ${isHeld("oldObject")} && !(${isHeld("object")})`;

interface Parts {
  readonly denyWhen: readonly string[];
  readonly validationActions?: readonly string[];
  readonly operations?: readonly string[];
  readonly matchConstraints?: object;
  readonly matchConditions?: readonly object[];
  /** Of a rule for the kind of this object. */
  readonly rule?: (victim: Victim) => object;
}

/** A policy and its binding, for the kinds of these objects. */
function handWritten(victims: readonly Victim[], parts: Parts): readonly object[] {
  const { denyWhen, validationActions = ["Deny"], operations = ["DELETE"], matchConstraints, matchConditions, rule } = parts;
  const resourceRules = victims.map((victim) => ({
    apiGroups: [victim.target.group],
    apiVersions: ["*"],
    resources: [victim.target.resource],
    operations,
    ...rule?.(victim),
  }));
  const spec = {
    matchConstraints: { resourceRules, ...matchConstraints },
    ...(matchConditions !== undefined && { matchConditions }),
    validations: denyWhen.map((condition) => ({
      expression: `!(${condition})`,
      message: handWrittenMessage,
      reason: "Forbidden",
    })),
  };
  return [
    { apiVersion, kind: "ValidatingAdmissionPolicy", metadata, spec },
    {
      apiVersion,
      kind: "ValidatingAdmissionPolicyBinding",
      metadata,
      spec: { policyName: metadata.name, validationActions },
    },
  ];
}

const unmarking = (victim: Victim): ApiRequest => merge(victim, withoutMark);

/** There is nothing that it denies. */
export const withoutDeny: HandWritten = {
  title: "a binding without `Deny`",
  documents: (victims) => handWritten(victims, { denyWhen: [deletesMarked], validationActions: ["Audit"] }),
  stops: () => [],
};

export const byResourceName: HandWritten = {
  title: "`resourceNames`",
  documents: (victims) => handWritten(victims, { denyWhen: ["true"], rule: ({ name }) => ({ resourceNames: [name] }) }),
  stops: (victim) => [deletion(victim)],
};

export const ofOneVersion: HandWritten = {
  title: "`matchPolicy: Exact`",
  documents: (victims) =>
    handWritten(victims, {
      denyWhen: [deletesMarked, unmarks],
      operations: ["DELETE", "UPDATE"],
      matchConstraints: { matchPolicy: "Exact" },
      rule: ({ target }) => ({ apiVersions: [target.version] }),
    }),
  stops: (victim) => [deletion(victim), unmarking(victim)],
};

export const exempted = ["namespace-controller", "generic-garbage-collector"].map(
  (name) => `system:serviceaccount:kube-system:${name}`,
);

export const exemptingByName: HandWritten = {
  title: "controllers exempted by name",
  documents: (victims) =>
    handWritten(victims, {
      denyWhen: [`!(request.userInfo.username in ['${exempted.join("', '")}']) && ${isMarked("oldObject")}`],
    }),
  stops: (victim) => [deletion(victim)],
};

export const byObjectSelector: HandWritten = {
  title: "`objectSelector`",
  documents: (victims) =>
    handWritten(victims, {
      denyWhen: ["true"],
      matchConstraints: { objectSelector: { matchLabels: { [mark]: "true" } } },
    }),
  stops: (victim) => [deletion(victim)],
};

export const exemption = "guards.example.com/exempt";

export const byExemptingSelector: HandWritten = {
  title: "`objectSelector` that exempts",
  documents: (victims) =>
    handWritten(victims, {
      denyWhen: [deletesMarked, unmarks],
      operations: ["DELETE", "UPDATE"],
      matchConstraints: { objectSelector: { matchExpressions: [{ key: exemption, operator: "DoesNotExist" }] } },
    }),
  stops: (victim) => [deletion(victim), unmarking(victim)],
};

export const sparingTerminating: HandWritten = {
  title: "what is terminating is let alone",
  documents: (victims) =>
    handWritten(victims, {
      denyWhen: [deletesMarked, unmarks, letsGo],
      operations: ["DELETE", "UPDATE"],
      matchConditions: [{ name: "stays", expression: "!has(oldObject.metadata.deletionTimestamp)" }],
    }),
  stops: (victim) => [deletion(victim), unmarking(victim)],
};
