import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import { afterAll, describe, expect, test } from "vitest";
import { readEnvironment } from "../control-plane/environment.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { isBefore } from "../control-plane/version-differences.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { collectionOf } from "../control-plane/collections.ts";
import { documentsIn } from "../fixtures/yaml-documents.ts";
import { generatedDirectory } from "./policies-in-force.ts";

type Manifest = {
  readonly apiVersion: string;
  readonly kind: "ValidatingAdmissionPolicy" | "ValidatingAdmissionPolicyBinding";
  readonly metadata: Readonly<Record<string, unknown>> & { readonly name: string };
  readonly status?: unknown;
};

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

function manifestsIn(directory: string): readonly { readonly file: string; readonly manifest: Manifest }[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith(".yaml") && file !== "kustomization.yaml")
    .flatMap((file) =>
      documentsIn(readFileSync(join(directory, file), "utf8")).map((one) => ({ file, manifest: one as Manifest })),
    );
}

function pathTo(manifest: Manifest): string {
  return `${collectionOf(manifest)}/${manifest.metadata.name}`;
}

/** What the server and kubectl add of their own. */
const added = new Set(["status", "uid", "resourceVersion", "generation", "creationTimestamp", "managedFields", lastApplied]);

function written({ metadata, ...rest }: Manifest): unknown {
  return { ...kept(rest), metadata: { ...kept(metadata), annotations: kept(metadata["annotations"] as object) } };
}

function kept(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !added.has(key)));
}

const directories = [generatedDirectory, join(generatedDirectory, "presets")];

const allWays = directories.flatMap((directory) => {
  const what = relative(dirname(generatedDirectory), directory);
  const documents = manifestsIn(directory);
  return [
    { what: `${what}, client-side`, directory, documents, args: ["apply", "-k", directory] },
    { what: `${what}, server-side`, directory, documents, args: ["apply", "--server-side", "-k", directory] },
  ];
});

/** On the oldest each directory in one way. */
const ways = allWays.filter((_, at) => readEnvironment().kubernetesVersion !== "1.30" || at === 0 || at === allWays.length - 1);

describeWithServer("after kubectl apply -k", { controllerManager: true }, (server) => {
  describe.each(ways)("$what", ({ args, directory, documents }) => {
    test("every object is accepted", async () => {
      const { code, stdout, stderr } = await server().kubectl(args);
      expect({ code, stderr }).toStrictEqual({ code: 0, stderr: "" });
      expect(stdout.trimEnd().split("\n")).toHaveLength(documents.length);
    });

    test.each(documents.map(({ file, manifest }) => [file, manifest.kind, manifest.metadata.name, manifest] as const))(
      "%s, %s %s reads as it was written",
      async (_file, _kind, _name, manifest) => {
        const { body } = await server().request({ method: "GET", path: pathTo(manifest) });
        expect(written(body as Manifest)).toStrictEqual(manifest);
      },
    );

    test("nothing differs, and applying again changes nothing", async () => {
      expect(await server().kubectl(["diff", ...args.slice(1)])).toStrictEqual({ code: 0, stdout: "", stderr: "" });
      const versions = () =>
        Promise.all(
          documents.map(async ({ manifest }) =>
            versionOf((await server().request({ method: "GET", path: pathTo(manifest) })).body),
          ),
        );
      const before = await versions();
      await server().kubectl(args);
      expect(await versions()).toStrictEqual(before);
    });

    test("the server's type check finds nothing", async () => {
      const policies = documents.filter(({ manifest }) => manifest.kind === "ValidatingAdmissionPolicy");
      const found = new Set<string>();
      for (const { manifest } of policies) {
        const read = async () => (await server().request({ method: "GET", path: pathTo(manifest) })).body as Manifest;
        await waitUntil(`${manifest.metadata.name} is type checked`, async () =>
          Object.hasOwn((await read()).status ?? {}, "typeChecking"),
        );
        for (const problem of problemsIn((await read()).status)) found.add(problem);
      }
      // Where built-in kinds are matched by name; patterns of groups are not checked.
      expect([...found]).toEqual(isBefore(server(), "namespaceIsAField") ? ["undefined field 'namespace'"] : []);
    });

    afterAll(async () => {
      expect(await server().kubectl(["delete", "--wait=false", "-k", directory])).toMatchObject({ code: 0 });
    });
  });

  test.each(directories)("%s has policies, each with its binding", (directory) => {
    const kindsOf = Map.groupBy(manifestsIn(directory), ({ manifest }) => manifest.metadata.name);
    const kinds = [...kindsOf.values()].map((same) => same.map(({ manifest }) => manifest.kind));
    expect(kinds).toStrictEqual(kinds.map(() => ["ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"]));
    expect(kinds.length).toBeGreaterThanOrEqual(6);
  });
});

/** What the type check calls an error, without the place. */
function problemsIn(status: unknown): readonly string[] {
  const { typeChecking } = status as {
    readonly typeChecking: { readonly expressionWarnings?: readonly { readonly warning: string }[] };
  };
  return (typeChecking.expressionWarnings ?? []).flatMap(({ warning }) => {
    const errors = [...warning.matchAll(/ERROR: <input>:\d+:\d+: (.*)$/gm)].map(([, problem = ""]) => problem);
    return errors.length > 0 ? errors : [warning];
  });
}

function versionOf(body: Readonly<Record<string, unknown>>): unknown {
  return (body["metadata"] as Manifest["metadata"])["resourceVersion"];
}
