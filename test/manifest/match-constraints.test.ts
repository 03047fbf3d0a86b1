import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { builtInGroups } from "../../compiler/ir/built-in-groups.ts";
import { buildAdmissionPolicy } from "../../compiler/manifest/admission-policy.ts";
import { buildMatch } from "../../compiler/manifest/match-constraints.ts";
import { checkObject } from "../../compiler/manifest/schema/check-file.ts";
import type { MatchEntry } from "../../compiler/api/coverage.ts";
import { searchOf } from "../searches/search-of.ts";
import { type Request, isMatched, isMeant } from "./matching-model.ts";
import { samplePolicy, span, requestsFor } from "./sample-policy.ts";

const entry = (group: string, resource: string, version?: string): MatchEntry => ({ group, resource, version });
const build = (...match: MatchEntry[]) => buildMatch({ requests: requestsFor(match), objects: {}, span });
const holds = (request: Request, match: readonly MatchEntry[]) => isMatched(request, build(...match));

const groups = [
  "",
  "apps",
  "events.k8s.io",
  "coordination.k8s.io",
  "services.k8s.aws",
  "s3.services.k8s.aws",
  "a.b.services.k8s.aws",
  "evilservices.k8s.aws",
  "k8s.aws",
];
const patterns = ["*.services.k8s.aws", "*.k8s.aws", "*.k8s.io", "*"];
const resources = ["*", "*/*", "*/status", "buckets", "buckets/status", "buckets/*", "events", "namespaces", "pods/eviction"];
const { seed, size } = searchOf("match-constraints");

const anyEntry = fc.record({
  group: fc.constantFrom(...groups, ...patterns),
  resource: fc.constantFrom(...resources),
  version: fc.constantFrom(undefined, "v1"),
});
const anyMatch = fc.array(anyEntry, { minLength: 1, maxLength: 4 });
const anyRequest = fc
  .record({
    group: fc.constantFrom(...groups),
    resource: fc.constantFrom("buckets", "events", "namespaces", "pods"),
    subresource: fc.constantFrom("", "status", "eviction"),
  })
  // Events have no subresources.
  .filter(({ resource, subresource }) => resource !== "events" || subresource === "");

describe(`any match (seed ${seed})`, () => {
  it("matches the union of its entries and nothing else", () => {
    fc.assert(
      fc.property(anyMatch, anyRequest, (match, request) => {
        expect(holds(request, match)).toBe(isMeant(request, match));
      }),
      { seed, numRuns: size },
    );
  });

  it("becomes something that the API server accepts", () => {
    fc.assert(
      fc.property(anyMatch, (match) => {
        checkObject("x.yaml", buildAdmissionPolicy(samplePolicy({ requests: requestsFor(match) }), { file: "x.ts", line: 1 }));
      }),
      { seed, numRuns: Math.ceil(size / 3) },
    );
  });
});

describe("exact entries", () => {
  it("need no match condition and no exclusion", () => {
    expect(build(entry("apps", "deployments")).conditions).toEqual([]);
    expect(build(entry("apps", "deployments")).constraints).toEqual({
      matchPolicy: "Equivalent",
      namespaceSelector: {},
      objectSelector: {},
      resourceRules: [
        { apiGroups: ["apps"], apiVersions: ["*"], operations: ["DELETE"], resources: ["deployments"], scope: "*" },
      ],
    });
  });

  it("share a rule where version and resources are the same, and only there", () => {
    const match = [
      entry("a.io", "x"),
      entry("a.io", "y"),
      entry("b.io", "y"),
      entry("b.io", "x"),
      entry("c.io", "x"),
      entry("d.io", "x", "v1"),
    ];
    expect(
      build(...match).constraints.resourceRules.map(({ apiGroups, apiVersions, resources: names }) => [
        apiGroups,
        apiVersions,
        names,
      ]),
    ).toEqual([
      [["a.io", "b.io"], ["*"], ["x", "y"]],
      [["c.io"], ["*"], ["x"]],
      [["d.io"], ["v1"], ["x"]],
    ]);
  });

  it("are left out where another entry covers them, since the API server rejects `*` beside a name", () => {
    const [rule] = build(entry("a.io", "x"), entry("a.io", "*"), entry("a.io", "x/status"), entry("a.io", "x/*")).constraints
      .resourceRules;
    expect(rule?.resources).toEqual(["*", "x/*"]);
  });
});

describe("a pattern", () => {
  const { constraints, conditions } = build(entry("*.services.k8s.aws", "*"));

  it("becomes all groups but the built-in ones, and a condition that reads the group alone", () => {
    expect(constraints.resourceRules.map((rule) => rule.apiGroups)).toEqual([["*"]]);
    expect(constraints.excludeResourceRules).toEqual([
      { apiGroups: builtInGroups, apiVersions: ["*"], operations: ["*"], resources: ["*/*"], scope: "*" },
    ]);
    expect(conditions).toEqual([{ name: "api-group", expression: "request.resource.group.endsWith('.services.k8s.aws')" }]);
  });

  it("does not mean its own tail, nor a name that only ends alike", () => {
    const request = { resource: "buckets", subresource: "" };
    const match = [entry("*.services.k8s.aws", "*")];
    const matched = ["s3.services.k8s.aws", "a.b.services.k8s.aws", "services.k8s.aws", "evilservices.k8s.aws"].filter((group) =>
      holds({ ...request, group }, match),
    );
    expect(matched).toEqual(["s3.services.k8s.aws", "a.b.services.k8s.aws"]);
  });

  it("beside its own tail needs only the group", () => {
    const [condition] = build(entry("*.services.k8s.aws", "*"), entry("services.k8s.aws", "*")).conditions;
    expect(condition?.expression).toBe(
      "request.resource.group.endsWith('.services.k8s.aws') || request.resource.group == 'services.k8s.aws'",
    );
  });

  it("beside a built-in kind lets that group in, and of it only that kind", () => {
    const built = build(entry("*.services.k8s.aws", "*"), entry("", "namespaces"));
    expect(built.constraints.excludeResourceRules?.[0]?.apiGroups).toEqual(builtInGroups.filter((group) => group !== ""));
    expect(built.conditions[0]?.expression).toBe(
      "request.resource.group.endsWith('.services.k8s.aws') ||\nrequest.resource.group == '' && request.resource.resource == 'namespaces'",
    );
  });

  it("reads an absent subresource as none", () => {
    const [condition] = build(entry("*.a.io", "x/status"), entry("b.io", "x")).conditions;
    expect(condition?.expression).toContain("request.?subResource.orValue('') == ''");
  });
});
