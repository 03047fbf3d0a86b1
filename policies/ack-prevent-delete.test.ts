import { del, delCollection } from "holdfast/testing";
import "holdfast/vitest";
import { describe, expect, test } from "vitest";
import policy from "./ack-prevent-delete.ts";

const generic = "services.k8s.aws/prevent-delete";
const ofService = `s3.${generic}`;

/** A Bucket in the Namespace `app`, both with these annotations. */
function bucket(annotations: Readonly<Record<string, string>> = {}) {
  return {
    apiVersion: "s3.services.k8s.aws/v1alpha1",
    kind: "Bucket",
    metadata: { name: "data", namespace: "app", annotations },
  };
}

const deletion = (annotations: Readonly<Record<string, string>> = {}) => del(bucket(annotations)).resource("buckets");

test("a Bucket without a mark can be deleted", () => {
  expect(policy).toAllow(deletion(), { warnings: [] });
});

describe("prevent-delete on the Bucket", () => {
  test("denies the delete, and says which command removes the protection", () => {
    expect(policy).toDeny(deletion({ [generic]: "true" }), {
      rule: "preventDelete",
      message: `first run: kubectl annotate buckets.s3.services.k8s.aws/data -n app ${ofService}=false --overwrite`,
    });
    expect(policy).toAllow(deletion({ [generic]: "true", [ofService]: "false" }));
  });

  test("denies whoever asks, and each object of a collection", () => {
    const marked = deletion({ [generic]: "true" });
    expect(policy).toDeny(marked.as("system:serviceaccount:kube-system:namespace-controller"));
    expect(policy).toDeny(marked.as("admin", { groups: ["system:masters"] }));
    expect(policy).toDeny(delCollection(bucket({ [generic]: "true" })).resource("buckets"));
  });

  test("with another value than true and false denies, too", () => {
    expect(policy).toDeny(deletion({ [generic]: "yes" }), { rule: "unreadableMark", message: 'but "yes"' });
  });
});

describe("prevent-delete on the Namespace", () => {
  const marked = { annotations: { [generic]: "true" } };

  test("denies the delete of what is in it", () => {
    expect(policy).toDeny(deletion().in(marked), { rule: "preventDelete", message: "on Namespace app" });
  });

  test("gives way to a mark on the Bucket", () => {
    expect(policy).toAllow(deletion({ [generic]: "false" }).in(marked));
  });
});
