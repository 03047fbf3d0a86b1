import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitForPolicies } from "../ack/policies-in-force.ts";
import { holdfastHere } from "../cli/user-project.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { bindings, namespaces, policies } from "../control-plane/collections.ts";
import { created } from "../control-plane/requests.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { openDirectory, removeDirectory } from "../fixtures/open-directory.ts";
import { usingHoldfast } from "../fixtures/tree.ts";
import { filesOf, keepText, manyNames } from "../plan/shared-guards/policy-texts.ts";
import { lineOf, rowsOf } from "../verify/verifying.ts";

const first = manyNames(4);

/** Deletes of these Namespaces, over and over, as dry runs; what is not denied by its guard is kept. */
class RacingDeletes {
  readonly #server: ControlPlane;
  readonly #names: readonly string[];
  readonly #end: Promise<void>;
  #isOver = false;
  #count = 0;
  readonly through: string[] = [];

  constructor(server: ControlPlane, names: readonly string[]) {
    this.#server = server;
    this.#names = names;
    this.#end = Promise.all(names.map((name) => this.#race(name))).then(() => undefined);
  }

  async #race(name: string): Promise<void> {
    while (!this.#isOver) {
      const { status, text } = await this.#server.request({ method: "DELETE", path: `${namespaces}/${name}?dryRun=All` });
      this.#count += 1;
      if (status !== 403 || !text.includes(`: Namespace ${name} holds ConfigMap `)) this.through.push(`${name}: ${text}`);
      await sleep(10);
    }
  }

  /** How many there were. */
  async end(): Promise<number> {
    this.#isOver = true;
    await this.#end;
    return this.#count / this.#names.length;
  }
}

describeWithServer("an upgrade to guards that share policies", {}, (server) => {
  const directory = openDirectory({ ...usingHoldfast, ...filesOf(first) });
  afterAll(() => removeDirectory(directory));

  async function compileAndApply(...words: readonly string[]): Promise<void> {
    expect(await holdfastHere(directory, ["compile", ...words])).toMatchObject({ code: 0 });
    const applied = await server().kubectl(["apply", "--server-side", "-k", join(directory, "generated")]);
    expect(applied).toMatchObject({ code: 0 });
  }

  const verify = () => holdfastHere(directory, ["verify", "--wait", "60", "--kubeconfig", server().kubeconfig]);

  const nameOf = (body: unknown): string => (body as { readonly metadata: { readonly name: string } }).metadata.name;

  async function bindingsOf(policy: string): Promise<readonly string[]> {
    const { body } = await server().request({ method: "GET", path: bindings });
    const items = body["items"] as readonly { readonly spec: { readonly policyName: string } }[];
    return items.filter(({ spec }) => spec.policyName === policy).map(nameOf);
  }

  /**
   * As docs/operate/upgrades.md says: what `verify` names as left behind, a while after everything was applied. `verify` cannot
   * tell the end of that while, since one of several denials is shown; the canary can.
   */
  async function deleteLeftBehind(): Promise<readonly string[]> {
    const finished = await verify();
    expect([finished.code, finished.error]).toEqual([0, ""]);
    await waitForPolicies(server());
    const left = rowsOf(finished).flatMap(([state, policy = "", , why = ""]) =>
      state === "LEFT BEHIND" ? [{ policy, why }] : [],
    );
    for (const { policy, why } of left) {
      const binding = /^its binding (\S+) /.exec(why)?.[1];
      for (const name of binding === undefined ? await bindingsOf(policy) : [binding])
        await server().request({ method: "DELETE", path: `${bindings}/${name}` });
      if (binding === undefined) await server().request({ method: "DELETE", path: `${policies}/${policy}` });
    }
    await waitForPolicies(server());
    const states = rowsOf(await verify()).map(([state = ""]) => state);
    expect(states.filter((state) => state !== "PROVEN" && state !== "NOT PROVABLE HERE")).toEqual([]);
    expect(states).toContain("PROVEN");
    return left.map(({ policy }) => policy).toSorted();
  }

  async function racing(names: readonly string[], step: () => Promise<void>): Promise<void> {
    const race = new RacingDeletes(server(), names);
    try {
      await sleep(300);
      await step();
      await waitForPolicies(server());
      await sleep(1500);
    } finally {
      expect(await race.end()).toBeGreaterThan(50);
      expect(race.through).toEqual([]);
    }
  }

  const guard = (name: string): string => `${name}-guard-namespaces-with-configmaps`;

  beforeAll(async () => {
    for (const name of manyNames(12)) {
      await created(server(), namespaces, { metadata: { name } });
      const metadata = { name: "kept", labels: { [`example.com/${name}`]: "yes" } };
      await created(server(), `${namespaces}/${name}/configmaps`, { metadata });
    }
    await compileAndApply();
    await waitForPolicies(server());
    for (const name of first)
      await waitUntil(`${name} is kept`, async () => {
        return (await server().request({ method: "DELETE", path: `${namespaces}/${name}?dryRun=All` })).status === 403;
      });
  });

  test("lets no delete through, from each guard by itself to all of them together", async () => {
    await racing(first, async () => {
      await compileAndApply("--installation", "acme");
      const finished = await verify();
      for (const name of first) expect(lineOf(finished, guard(name))).toMatch(/^LEFT BEHIND: /);
      expect(await deleteLeftBehind()).toEqual(first.map(guard));
      const shared = rowsOf(await verify()).find(([, name = ""]) => name.startsWith("acme-"));
      expect(shared).toEqual([
        "PROVEN",
        expect.any(String),
        server().url,
        expect.stringMatching(/^the delete of namespaces keep-00\d is denied$/),
      ]);
    });
    const { body } = await server().request({ method: "DELETE", path: `${namespaces}/keep-003?dryRun=All` });
    expect(body["message"]).toContain("'acme-guard-namespaces-with-configmaps-");
    expect(body["message"]).toContain("denied request: namespaceGuard of keep-003: Namespace keep-003 holds ConfigMap kept");
  });

  test("nor do policies that join, and divide what is together by that", async () => {
    await racing(first, async () => {
      for (const name of manyNames(12)) writeFileSync(join(directory, `policies/${name}.ts`), keepText(name));
      await compileAndApply("--installation", "acme");
      expect(await deleteLeftBehind()).toEqual([expect.stringMatching(/^acme-guard-namespaces-with-configmaps-\w{6}$/)]);
    });
    for (const name of manyNames(12)) {
      const { status } = await server().request({ method: "DELETE", path: `${namespaces}/${name}?dryRun=All` });
      expect([name, status]).toEqual([name, 403]);
    }
  });

  test("nor those that leave, nor the way back", async () => {
    await racing(first, async () => {
      for (const name of manyNames(12).slice(4)) rmSync(join(directory, `policies/${name}.ts`));
      await compileAndApply("--installation", "acme");
      await deleteLeftBehind();
    });
    await racing(first, async () => {
      await compileAndApply();
      await deleteLeftBehind();
    });
  });

  test("and one whose guard is taken away is seen to go through", async () => {
    const [name = ""] = first;
    const race = new RacingDeletes(server(), [name]);
    for (const one of await bindingsOf(guard(name))) await server().request({ method: "DELETE", path: `${bindings}/${one}` });
    await waitUntil("a delete goes through", async () => Promise.resolve(race.through.length > 0));
    await race.end();
  });
});
