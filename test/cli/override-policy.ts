import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../house/source-files.ts";

/** A policy that asks who may do what, for tests of the command. */
export const overridePolicy: string = readFileSync(join(root, "test/rules/policies/override.ts"), "utf8");

export const networkPolicy =
  "{ apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: { name: front, namespace: shop }, spec: { podSelector: {} } }";

/** Its cases as a suite; all of them can be put to a server, apart from the last. */
export const overrideSuite = `
policy: override
cases:
  - name: who may only delete it
    delete: ${networkPolicy}
    expect: { deny: { rule: overriders, message: "-n shop --verb=override" } }
  - name: who may override it
    delete: ${networkPolicy}
    allowedTo: [{ verb: override, resource: networkpolicies.networking.k8s.io, namespace: shop, name: front }]
    expect: allow
  - name: who may override all
    delete: ${networkPolicy}
    allowedTo: [{ verb: override, resource: networkpolicies.networking.k8s.io }]
    expect: allow
  - name: who may do everything
    delete: ${networkPolicy}
    allowedTo: [{ verb: "*", resource: "*" }]
    expect: allow
  - name: whose service account may override it
    delete: ${networkPolicy}
    allowedTo: [{ verb: override, resource: networkpolicies.networking.k8s.io, user: system:serviceaccount:shop:deployer }]
    expect: deny
  - name: who may override another, and read a path
    delete: ${networkPolicy}
    allowedTo:
      - { verb: override, resource: networkpolicies.networking.k8s.io, namespace: shop, name: back }
      - { verb: get, resource: /front }
    expect: deny
  - name: an administrator
    delete: ${networkPolicy}
    groups: [system:masters]
    expect: allow
  - name: who may override it elsewhere
    delete: ${networkPolicy}
    allowedTo: [{ verb: override, resource: networkpolicies.networking.k8s.io, namespace: other }]
    expect: deny
`;
