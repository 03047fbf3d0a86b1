import { beforeAll, expect, test } from "vitest";
import { enforce } from "../ack/policies-in-force.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { yamlOf } from "../fixtures/compile-files.ts";

const keep = "example.com/keep";

const policy = `
import { deletionPolicy } from "holdfast";

export default deletionPolicy({
  name: "web",
  match: [{ group: "apps", resource: "deployments" }],
  rules: {
    keep: {
      denyWhen: ({ oldObject: { metadata } }) => metadata.labels?.["${keep}"] === "true" || metadata.annotations?.["${keep}"] === "true",
      message: "it is kept",
    },
  },
});
`;

/**
 * kubectl restores the annotations of the Deployment together with the template: those of the ReplicaSet of that
 * revision.
 */
describeWithServer("kubectl rollout undo of a protected Deployment", { controllerManager: true }, (server) => {
  beforeAll(() => enforce(server(), yamlOf(policy)));

  async function kubectl(...words: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await server().kubectl([...words, "--namespace=default"]);
    if (code !== 0) throw new Error(stderr);
    return stdout;
  }

  const replicaSets = async (name: string): Promise<readonly string[]> =>
    (await kubectl("get", "replicasets", `--selector=app=${name}`, "--sort-by=.metadata.creationTimestamp", "--output=name"))
      .split("\n")
      .filter((line) => line !== "");

  /** Two revisions, and only then the mark; the ReplicaSet of the first. */
  async function markedAfterItsFirstRevision(name: string, by: "annotate" | "label"): Promise<string> {
    await kubectl("create", "deployment", name, "--image=example.com/one", "--replicas=0");
    await waitUntil(`${name} has a ReplicaSet`, async () => (await replicaSets(name)).length === 1);
    const [first = ""] = await replicaSets(name);
    await kubectl("set", "image", `deployment/${name}`, "*=example.com/two");
    await waitUntil(`${name} has another one`, async () => (await replicaSets(name)).length === 2);
    await kubectl(by, `deployment/${name}`, `${keep}=true`);
    return first;
  }

  const imageOf = (name: string): Promise<string> =>
    kubectl("get", `deployment/${name}`, "--output=jsonpath={.spec.template.spec.containers[0].image}");

  test("is denied to a revision that is older than the annotation that protects it, unless its ReplicaSet gets it first", async () => {
    const first = await markedAfterItsFirstRevision("annotated", "annotate");
    await expect(kubectl("rollout", "undo", "deployment/annotated")).rejects.toThrow("denied request: releaseGuard: Deployment ");
    await kubectl("annotate", first, `${keep}=true`);
    await kubectl("rollout", "undo", "deployment/annotated");
    expect(await imageOf("annotated")).toBe("example.com/one");
    expect(await kubectl("get", "deployment/annotated", "--output=jsonpath={.metadata.annotations}")).toContain(
      `"${keep}":"true"`,
    );
  });

  test("goes on where a label protects it", async () => {
    await markedAfterItsFirstRevision("labelled", "label");
    await kubectl("rollout", "undo", "deployment/labelled");
    expect(await imageOf("labelled")).toBe("example.com/one");
  });
});
