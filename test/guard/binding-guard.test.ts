import { describe, expect, test } from "vitest";
import { type PolicyRequest, create } from "../../compiler/simulator/testing/index.ts";
import { askedPolicy } from "./asked.ts";
import { deniedBy, policyWith, uid } from "./kept-objects.ts";

describe("Bindings of Pods", () => {
  const bind = (metadata: object): PolicyRequest =>
    create({
      apiVersion: "v1",
      kind: "Binding",
      metadata: { name: "one", namespace: "shop", ...metadata },
      target: { name: "node" },
    })
      .resource("pods")
      .subresource("binding");
  const zone = { "topology.kubernetes.io/zone": "a", "topology.kubernetes.io/region": "b" };
  const policyOver = (resource: string, reads: string, guards = ""): string =>
    policyWith(`{ group: "", resource: "${resource}" }`, guards).replace(`oldObject.metadata.labels?.["keep"] === "yes"`, reads);

  test("bring no key that the rules or overrides read", async () => {
    const asked = await askedPolicy(policyWith(`{ group: "", resource: "pods" }`));
    expect(deniedBy(asked, bind({}))).toEqual([]);
    expect(deniedBy(asked, bind({ labels: zone, annotations: { other: "x" } }))).toEqual([]);
    expect(deniedBy(asked, bind({ labels: { keep: "no" } }))).toEqual(["bindingGuard"]);
    expect(deniedBy(asked, bind({ annotations: { "holdfast.dev/release": uid } }))).toEqual(["bindingGuard"]);
  });

  test("bring nothing but what the API server adds where the rules may read any key", async () => {
    const anyLabel = `Object.keys(oldObject.metadata.labels ?? {}).some((key) => key.startsWith("keep"))`;
    const anyAnnotation = anyLabel.replace("labels", "annotations");
    const [labels, annotations] = [
      await askedPolicy(policyOver("pods", anyLabel)),
      await askedPolicy(policyOver("pods", anyAnnotation)),
    ];
    expect(deniedBy(labels, bind({ labels: zone }))).toEqual([]);
    expect(deniedBy(labels, bind({ labels: { other: "x" } }))).toEqual(["bindingGuard"]);
    expect(deniedBy(labels, bind({ labels: { ...zone, other: "x" } }))).toEqual(["bindingGuard"]);
    expect(deniedBy(annotations, bind({ labels: zone }))).toEqual([]);
    expect(deniedBy(annotations, bind({ annotations: { other: "x" } }))).toEqual(["bindingGuard"]);
  });

  test("are nobody's business where no Pods are matched, or everybody may unmark them", async () => {
    const marked = bind({ labels: { keep: "no" } });
    const off = `guards: { release: { off: "everybody may unmark" } },`;
    for (const text of [policyWith(`{ group: "", resource: "services" }`), policyWith(`{ group: "", resource: "pods" }`, off)])
      expect(deniedBy(await askedPolicy(text), marked)).toEqual([]);
  });
});
