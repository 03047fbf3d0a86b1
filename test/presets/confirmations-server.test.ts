import { beforeAll, describe, expect, test } from "vitest";
import { decisionOf } from "../ack/answer.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { commandIn } from "./command-in.ts";
import { type Kind, custom, define, namespace, pathOf, quota, resourceOf, store, subjectOf, volumeClaim } from "./kinds.ts";
import { enforceFiles } from "./presets-in-force.ts";

/** What is denied unless something is said first, and each thing that may be said. */
interface Confirmed {
  readonly policy: string;
  readonly rule: string;
  readonly kind: Kind;
  readonly place: "labels" | "annotations";
  readonly key: string;
  readonly accepted: readonly string[];
  readonly denied: readonly string[];
}

const gardener = {
  policy: "gardener-confirmation",
  rule: "unconfirmed",
  place: "annotations",
  key: "confirmation.gardener.cloud/deletion",
  // strconv.ParseBool
  accepted: ["true", "True", "TRUE", "t", "T", "1"],
  denied: ["", "false", "tRUE", "yes", "true "],
} as const;

// One value of each is enough for the kinds that stand in the same table of Gardener's webhook: handler_test.go loops
// over them.
const alsoConfirmed: readonly Kind[] = [
  custom.shootState,
  custom.project,
  custom.backupBucket,
  custom.backupEntry,
  custom.containerRuntime,
  custom.controlPlane,
  custom.dnsRecord,
  custom.etcd,
  custom.extension,
  custom.network,
  custom.operatingSystemConfig,
  custom.worker,
];

/** Extension resources that are not in that table: gardenlet deletes them as they are. */
const neverConfirmed: readonly Kind[] = [custom.cluster, custom.bastion];

const neco = {
  policy: "neco-confirmation",
  rule: "unconfirmed",
  place: "annotations",
  key: "admission.cybozu.com/i-am-sure-to-delete",
  accepted: ["*"],
  denied: ["", "true", "other-name", "* "],
} as const;

/** In the name of the object; `*` is the whole name. */
const rows: readonly Confirmed[] = [
  { ...gardener, kind: custom.shoot },
  { ...gardener, kind: custom.infrastructure },
  { ...neco, kind: namespace },
  { ...neco, kind: quota },
  {
    policy: "appcat-volumes",
    rule: "partOfInstance",
    kind: volumeClaim,
    place: "labels",
    key: "appcat.vshn.io/webhook-allowdeletion",
    accepted: ["true"],
    denied: ["", "True", "false"],
  },
];

const nameOf = ({ kind }: Confirmed, ending: string): string => `${kind.plural}-${ending}`;

function marksOf({ place, key }: Confirmed, value: string, name: string): object {
  return { [place]: { [key]: value.replace("*", name) } };
}

async function remove(server: ControlPlane, kind: Kind, name: string, place = "presets"): Promise<unknown> {
  return decisionOf(await server.request({ method: "DELETE", path: pathOf(kind, { name, namespace: place }) }));
}

function denial({ policy, rule, kind }: Pick<Confirmed, "policy" | "rule" | "kind">, name: string): object {
  const begin = `${subjectOf(kind, name)} is forbidden: ValidatingAdmissionPolicy '${policy}' with binding '${policy}' denied request: ${rule}: `;
  return { code: 403, reason: "Forbidden", message: expect.stringContaining(begin) as string };
}

const unlabelled = { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition", isNamespaced: false } as const;
const definition: Kind = { ...unlabelled, plural: "customresourcedefinitions" };
const shoots = "shoots.core.gardener.cloud";

describeWithServer("presets that ask for confirmation", {}, (server) => {
  beforeAll(async () => {
    await define(server(), [custom.shoot, custom.infrastructure, ...alsoConfirmed, ...neverConfirmed]);
    await store(server(), namespace, { name: "presets", labels: { "appcat.vshn.io/ownercomposite": "pg-x7b2q" } });
    await store(server(), namespace, {
      name: "overridden",
      labels: { "appcat.vshn.io/ownercomposite": "pg-y8c3r", "appcat.vshn.io/webhook-allowpvcdeletion": "true" },
    });
    await store(server(), namespace, {
      name: "allowed",
      labels: { "appcat.vshn.io/ownercomposite": "pg-z9d4s", "appcat.vshn.io/webhook-allowdeletion": "true" },
    });
    await store(server(), namespace, {
      name: "misspelled",
      labels: { "appcat.vshn.io/ownercomposite": "pg-a1b2c", "appcat.vshn.io/webhook-allowdeletion": "True" },
    });
    await store(server(), namespace, { name: "other" });
    await store(server(), namespace, { name: "sandbox", labels: { development: "true" } });
    for (const place of ["overridden", "allowed", "misspelled", "other"])
      await store(server(), volumeClaim, { name: "data", namespace: place });
    for (const place of ["sandbox", "other"]) await store(server(), quota, { name: "team", namespace: place });
    await store(server(), quota, { name: "labelled", namespace: "other", labels: { development: "true" } });
    for (const kind of [...alsoConfirmed, ...neverConfirmed]) {
      await store(server(), kind, { name: "plain" });
      await store(server(), kind, { name: "confirmed", annotations: { [gardener.key]: "true" } });
    }
    for (const row of rows) {
      const values = [
        ...row.accepted.map((value, at) => [`accepted-${at}`, value]),
        ...row.denied.map((value, at) => [`denied-${at}`, value]),
      ];
      for (const [ending = "", value = ""] of values) {
        const name = nameOf(row, ending);
        await store(server(), row.kind, { name, ...marksOf(row, value, name) });
      }
      for (const ending of ["plain", "told"]) await store(server(), row.kind, { name: nameOf(row, ending) });
    }
    await enforceFiles(server(), ["presets/gardener-confirmation", "presets/neco-confirmation", "presets/appcat-volumes"]);
  });

  describe.each(rows)("$policy, $kind.kind", (row) => {
    test("nothing said: denied", async () => {
      expect(await remove(server(), row.kind, nameOf(row, "plain"))).toEqual(denial(row, nameOf(row, "plain")));
    });

    test.each(row.denied.map((value, at) => [value, nameOf(row, `denied-${at}`)]))("%j: denied", async (_, name) => {
      expect(await remove(server(), row.kind, name)).toEqual(denial(row, name));
    });

    test.each(row.accepted.map((value, at) => [value, nameOf(row, `accepted-${at}`)]))("%j: deleted", async (_, name) => {
      expect(await remove(server(), row.kind, name)).toBe("allow");
    });

    test("the command of the denial confirms", async () => {
      const name = nameOf(row, "told");
      const target = [`${resourceOf(row.kind)}/${name}`, ...(row.kind.isNamespaced ? ["-n", "presets"] : []), "--wait=false"];
      const { stderr } = await server().kubectl(["delete", ...target]);
      expect(await server().kubectl(commandIn(stderr))).toMatchObject({ code: 0 });
      expect(await server().kubectl(["delete", ...target])).toMatchObject({ code: 0 });
    });
  });

  describe("AppCat: what the Namespace says", () => {
    test.each([
      ["overridden", "webhook-allowpvcdeletion"],
      ["allowed", "webhook-allowdeletion"],
      ["other", "nothing of AppCat"],
    ])("%s, with %s: deleted", async (place) => {
      expect(await remove(server(), volumeClaim, "data", place)).toBe("allow");
    });

    test('webhook-allowdeletion: "True": denied', async () => {
      const row = { policy: "appcat-volumes", rule: "partOfInstance", kind: volumeClaim };
      expect(await remove(server(), volumeClaim, "data", "misspelled")).toEqual(denial(row, "data"));
    });
  });

  describe("Gardener, the other kinds", () => {
    test.each(alsoConfirmed)("$kind: denied, and deleted when confirmed", async (kind) => {
      expect(await remove(server(), kind, "plain")).toEqual(denial({ ...gardener, kind }, "plain"));
      expect(await remove(server(), kind, "confirmed")).toBe("allow");
    });

    test.each(neverConfirmed)("$kind: deleted", async (kind) => {
      expect(await remove(server(), kind, "plain")).toBe("allow");
    });
  });

  test("AppCat: the label by which an instance is known stays on its Namespace", async () => {
    const { stderr } = await server().kubectl(["label", "namespaces/presets", "appcat.vshn.io/ownercomposite-"]);
    expect(stderr).toContain(
      "'appcat-volumes-guard-namespaces' denied request: namespaceReleaseGuard: Namespace presets protects what is in it",
    );
  });

  test("NECO: a Namespace for development has to be confirmed, and what is in it has not", async () => {
    expect(await remove(server(), namespace, "sandbox")).toEqual(denial({ ...neco, kind: namespace }, "sandbox"));
    expect(await remove(server(), quota, "team", "sandbox")).toBe("allow");
  });

  test("NECO: the label counts on the Namespace, and not on the quota", async () => {
    expect(await remove(server(), quota, "labelled", "other")).toEqual(denial({ ...neco, kind: quota }, "labelled"));
  });

  test("NECO: who may update a Namespace may say that it is for development, as the report says", async () => {
    const label = (text: string) => server().kubectl(["label", "namespaces/other", text]);
    expect(await label("development=true")).toMatchObject({ code: 0 });
    expect(await label("development-")).toMatchObject({ code: 0 });
  });

  test("NECO: a confirmed Namespace goes, though it holds a quota that is not confirmed", async () => {
    await server().kubectl(["annotate", "namespaces/other", "admission.cybozu.com/i-am-sure-to-delete=other"]);
    expect(await remove(server(), namespace, "other")).toBe("allow");
  });

  test("Gardener: a labelled definition is kept, with its label, until its deletion is confirmed", async () => {
    expect(await server().kubectl(["label", `crd/${shoots}`, "gardener.cloud/deletion-protected=true"])).toMatchObject({
      code: 0,
    });
    const row = { policy: "gardener-confirmation", rule: "unconfirmed", kind: definition };
    expect(await remove(server(), definition, shoots)).toEqual(denial(row, shoots));
    const { stderr } = await server().kubectl(["label", `crd/${shoots}`, "gardener.cloud/deletion-protected-"]);
    expect(stderr).toContain("'gardener-confirmation' denied request: releaseGuard: ");
    await server().kubectl(["annotate", `crd/${shoots}`, "confirmation.gardener.cloud/deletion=true"]);
    expect(await remove(server(), definition, shoots)).toBe("allow");
  });
});
