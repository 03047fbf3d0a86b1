import { expect, test } from "vitest";
import { bucket } from "../ack/kinds.ts";
import { waitForPolicies } from "../ack/policies-in-force.ts";
import { holdfastHere } from "../cli/user-project.ts";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { root } from "../house/source-files.ts";
import { created } from "../control-plane/requests.ts";
import { lineOf } from "./verifying.ts";

describeWithServer("holdfast verify, of the policies of this repository", {}, (server) => {
  test("over all kinds of a pattern of groups", async () => {
    await created(server(), "/api/v1/namespaces", { metadata: { name: "shop" } });
    await applyCustomResourceDefinition(server(), bucket);
    const { group, kind, plural, versions } = bucket;
    const apiVersion = `${group}/${versions[0].name}`;
    const annotations = { "services.k8s.aws/prevent-delete": "true" };
    const metadata = { name: "data", annotations, finalizers: ["finalizers.s3.services.k8s.aws/Bucket"] };
    await created(server(), `/apis/${apiVersion}/namespaces/shop/${plural}`, { apiVersion, kind, metadata });
    await server().kubectl(["apply", "--server-side", "-k", "generated"], { cwd: root });
    // `--wait` would wait to its end, since what nothing serves stays a failure.
    await waitForPolicies(server());
    const finished = await holdfastHere(root, ["verify", "--kubeconfig", server().kubeconfig]);
    await server().kubectl(["delete", "--wait=false", "-k", "generated"], { cwd: root });
    // Nothing serves the kinds of AppCat here, so that a policy about them protects nothing.
    expect(finished.code).toBe(1);
    expect(lineOf(finished, "appcat-claim")).toMatch(/^NOT SERVED/);
    expect(lineOf(finished, "ack-prevent-delete")).toBe("PROVEN: the delete of buckets.s3.services.k8s.aws shop/data is denied");
    expect(lineOf(finished, "ack-namespace")).toMatch(/^NOT PROVABLE HERE: no protected object exists/);
  });
});
