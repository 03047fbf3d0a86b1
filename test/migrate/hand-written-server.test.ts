import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enforce, waitForPolicies } from "../ack/policies-in-force.ts";
import type { ApiRequest } from "../control-plane/api-client.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { created } from "../control-plane/requests.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { compileText } from "../fixtures/compile-files.ts";
import { root } from "../house/source-files.ts";
import { comparisons } from "./hand-written-requests.ts";
import { filesOf, originalsOf, pathOf } from "./pages.ts";

const sections = readFileSync(join(root, pathOf("hand-written")), "utf8").split(/^## /m);
const originals = originalsOf("hand-written");
const files = filesOf("hand-written");

/** What the table of a section says of each request, under the original and under Holdfast. */
function tableOf(section: string): ReadonlyMap<string, readonly [original: string, ours: string]> {
  const text = sections.find((one) => one.startsWith(`${section}\n`)) ?? "";
  const rows = [...text.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \|$/gm)].slice(1);
  return new Map(rows.map(([, request = "", ...outcomes]) => [request, [plain(outcomes[0]), plain(outcomes[1])] as const]));
}

const plain = (cell = ""): string => cell.replaceAll("**", "");

function compiled(file: string): string {
  const { files: written, diagnostics } = compileText(`${file}.ts`, files[`policies/${file}.ts`] ?? "");
  if (written.length === 0) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return written.find(({ name }) => name === `${file}.yaml`)?.text ?? "";
}

async function outcomeOf(server: ControlPlane, request: ApiRequest): Promise<string> {
  const { status } = await server.request(request);
  return status < 300 ? "allowed" : `denied (${status})`;
}

describeWithServer("docs/migrate/hand-written.md", {}, (server) => {
  describe.each(comparisons)("$section", ({ section, original, file, store, requests }) => {
    const table = tableOf(section);
    const sides = [
      { side: "original", yaml: () => originals.get(original) ?? "", at: 0 },
      { side: "holdfast", yaml: () => compiled(file), at: 1 },
    ] as const;

    describe.each(sides)("$side", ({ side, yaml, at }) => {
      const namespace = `${file}-${side}`;
      const text = yaml();

      beforeAll(async () => {
        await created(server(), "/api/v1/namespaces", { metadata: { name: namespace } });
        await store(server(), namespace);
        await enforce(server(), text);
      });

      afterAll(async () => {
        expect(await server().kubectl(["delete", "-f", "-"], { input: text })).toMatchObject({ code: 0 });
        await waitForPolicies(server());
      });

      const asked = Object.entries(requests(namespace)).map(([what, request]) => ({ what, request }));

      test("the table has a row for each request, and no other", () => {
        expect([...table.keys()]).toEqual(asked.map(({ what }) => what));
      });

      test.each(asked)("$what", async ({ what, request }) => {
        await expect.poll(() => outcomeOf(server(), request), { timeout: 10_000 }).toBe(table.get(what)?.[at]);
      });
    });
  });
});
