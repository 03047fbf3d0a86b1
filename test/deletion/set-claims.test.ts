import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { claimOf, object } from "../cli/plan/objects.ts";
import { holdfastHere } from "../cli/user-project.ts";
import { openDirectory, removeDirectory } from "../fixtures/open-directory.ts";

const directory = openDirectory();
afterAll(() => removeDirectory(directory));

const setOf = (name: string, spec: object = {}, template = "data"): object =>
  object("apps/v1", "StatefulSet", name, {
    spec: {
      replicas: 2,
      volumeClaimTemplates: [{ metadata: { name: template } }],
      persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete", whenScaled: "Retain" },
      ...spec,
    },
  });

interface Planned {
  readonly objects: readonly { readonly name: string; readonly notes: readonly string[] }[];
  readonly gaps: readonly string[];
}

async function planned(objects: readonly object[], ...words: readonly string[]): Promise<Planned> {
  writeFileSync(join(directory, "objects.yaml"), objects.map((one) => JSON.stringify(one)).join("\n---\n"));
  const all = ["plan", "delete", ...words, "-n", "shop", "--objects", "objects.yaml", "--format", "json"];
  const { out, error } = await holdfastHere(directory, all);
  expect(error).toBe("");
  return JSON.parse(out) as Planned;
}

const namesOf = ({ objects }: Planned): readonly string[] => objects.map(({ name }) => name).toSorted();
const aboutClaims = ({ gaps }: Planned): readonly string[] => gaps.filter((gap) => gap.includes("PersistentVolumeClaim"));

test("claims that name no owner are those of the set whose claims they are by name, and that is said", async () => {
  const claims = ["data-db-0", "data-db-1", "other-db-0", "data-db-x", "data-db-01", "data-web-0"].map((name) => claimOf(name));
  const plan = await planned([setOf("db"), ...claims], "sts/db");
  expect(namesOf(plan)).toEqual(["data-db-0", "data-db-1", "db"]);
  expect(plan.objects.find(({ name }) => name === "data-db-0")?.notes).toEqual([
    "no owner is written: by its name its StatefulSet is that",
  ]);
  expect(aboutClaims(plan)).toEqual([]);
});

test("labels are not looked at, as the controller does not; Namespaces are", async () => {
  const elsewhere = claimOf("data-db-1", { namespace: "away", uid: "elsewhere" });
  const plan = await planned([setOf("db"), claimOf("data-db-0", { labels: { app: "another" } }), elsewhere], "sts/db");
  expect(namesOf(plan)).toEqual(["data-db-0", "db"]);
});

test.each([
  ["says Retain", { persistentVolumeClaimRetentionPolicy: { whenDeleted: "Retain", whenScaled: "Delete" } }],
  ["says nothing", { persistentVolumeClaimRetentionPolicy: undefined }],
])("they stay where the policy %s", async (_, spec) => {
  const plan = await planned([setOf("db", spec), claimOf("data-db-0")], "sts/db");
  expect(namesOf(plan)).toEqual(["db"]);
  expect(aboutClaims(plan)).toEqual([]);
});

test("a claim beyond the replicas may be anybody's", async () => {
  const of = (spec: object) => planned([setOf("db", spec), claimOf("data-db-0"), claimOf("data-db-2")], "sts/db");
  const doubt = (name: string): string =>
    `whether PersistentVolumeClaim shop/${name} goes with StatefulSet shop/db: it is beyond the replicas of that, and no owner is written`;
  const two = await of({});
  expect(namesOf(two)).toEqual(["data-db-0", "db"]);
  expect(aboutClaims(two)).toEqual([doubt("data-db-2")]);
  const later = await of({ ordinals: { start: 2 } });
  expect(namesOf(later)).toEqual(["data-db-2", "db"]);
  expect(aboutClaims(later)).toEqual([doubt("data-db-0")]);
  const one = await of({ replicas: undefined });
  expect(aboutClaims(one)).toEqual([doubt("data-db-2")]);
});

test("a claim that another controller owns is that one's", async () => {
  const owner = { apiVersion: "v1", kind: "ConfigMap", name: "operator", uid: "ConfigMap-operator", controller: true };
  const objects = [setOf("db"), object("v1", "ConfigMap", "operator"), claimOf("data-db-0", { ownerReferences: [owner] })];
  const plan = await planned(objects, "sts/db");
  expect(namesOf(plan)).toEqual(["db"]);
  expect(aboutClaims(plan)).toEqual([]);
});

test("of a dump everything is as the controller has left it: what it does not own stays, and may be its own soon", async () => {
  const dumped = { resourceVersion: "4711" };
  const plan = await planned([setOf("db"), claimOf("data-db-0", dumped), claimOf("data-db-7", dumped)], "sts/db");
  expect(namesOf(plan)).toEqual(["db"]);
  expect(aboutClaims(plan)).toEqual([
    "whether PersistentVolumeClaim shop/data-db-0 goes with StatefulSet shop/db: its controller has not made that the owner",
  ]);
});

test("a claim that may be of two sets is said to be", async () => {
  const objects = [setOf("c", {}, "a-b"), setOf("b-c", {}, "a"), claimOf("a-b-c-0")];
  const plan = await planned(objects, "sts/c");
  expect(namesOf(plan)).toEqual(["c"]);
  expect(aboutClaims(plan)).toEqual([
    "whether PersistentVolumeClaim shop/a-b-c-0 goes with StatefulSet shop/c: another set has a claim of that name, too",
  ]);
  expect(namesOf(await planned(objects, "sts/c", "sts/b-c"))).toEqual(["b-c", "c"]);
});

test("a set that stays takes none", async () => {
  const plan = await planned([setOf("db"), claimOf("data-db-0"), claimOf("data-db-5"), claimOf("free")], "pvc/free");
  expect(namesOf(plan)).toEqual(["free"]);
  expect(aboutClaims(plan)).toEqual([]);
});
