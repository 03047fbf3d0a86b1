import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { htmlPage } from "../../../compiler/cli/output/html/page.ts";
import { keepSettings } from "../../deletion/keep-settings.ts";
import { type OpenFile, type Page, describeInBrowser } from "../../fixtures/browser.ts";
import { openDirectory, removeDirectory } from "../../fixtures/open-directory.ts";
import { remembered } from "../../fixtures/remembered.ts";
import { claimed, written } from "../../scan/scanned.ts";
import { object } from "../plan/objects.ts";
import { holdfastHere } from "../user-project.ts";

/** What runs in a browser that takes a name for markup. */
const hostile = `"'></span><img src=x onerror="window.ran=1"><script>window.ran=1</script>`;

/** No browser breaks it by itself. */
const long = "a".repeat(200);

const inNone = { namespace: undefined };
const ownedBy = (kind: string, name: string) => ({
  ownerReferences: [{ apiVersion: "v1", kind, name, uid: `${kind}-${name}`, controller: true }],
});

const shop = object("v1", "Namespace", "shop", { metadata: inNone, spec: { finalizers: ["kubernetes"] } });
const deleted = [
  shop,
  object("v1", "ConfigMap", "parent"),
  object("v1", "ConfigMap", "child", { metadata: ownedBy("ConfigMap", "parent") }),
  object("v1", "ConfigMap", "grandchild", { metadata: ownedBy("ConfigMap", "child") }),
  object("v1", "ConfigMap", "settings", { metadata: { labels: { keep: "yes" } } }),
  object("v1", "Secret", hostile, { metadata: { finalizers: [`example.com/${hostile}`, `example.com/${long}`] } }),
  object("v1", "ConfigMap", "left", { metadata: { annotations: { "argocd.argoproj.io/sync-options": "Prune=false" } } }),
  object("v1", "ConfigMap", `left-${hostile}`, {
    metadata: { annotations: { "argocd.argoproj.io/sync-options": "Prune=false" } },
  }),
];
const scanned = [
  ...claimed(`data-${long}`, "Delete"),
  ...claimed(hostile, "Delete"),
  written("v1", "ConfigMap", hostile, { metadata: { labels: { "crossplane.io/inuse": "true" } } }),
];

const directory = openDirectory({
  "objects.yaml": documents(deleted),
  "new.yaml": documents([shop]),
  "scanned.yaml": documents(scanned),
  "keep.yaml": keepSettings,
});
afterAll(() => removeDirectory(directory));

function documents(objects: readonly object[]): string {
  return objects.map((one) => JSON.stringify(one)).join("\n---\n");
}

const commands = {
  plan: ["plan", "delete", "namespace/shop", "--objects", "objects.yaml", "--generated", "keep.yaml"],
  change: ["plan", "--from", "objects.yaml", "--to", "new.yaml", "--objects", "objects.yaml", "--generated", "keep.yaml"],
  scan: ["scan", "--objects", "scanned.yaml"],
} as const;
type Command = keyof typeof commands;

/** The path of a page that a command has written, once. */
const pageOf = remembered(writePage);

async function writePage(command: Command): Promise<string> {
  const { code, out, error } = await holdfastHere(directory, [...commands[command], "--format", "html"]);
  expect({ code, error }).toEqual({ code: 1, error: "" });
  const path = join(directory, `${command}.html`);
  writeFileSync(path, out);
  return path;
}

/** The rows that somebody sees, by their first words. */
const visibleRows = async (page: Page): Promise<readonly string[]> =>
  (await page.locator(".text").filter({ visible: true }).allInnerTexts()).map((text) => text.split("\n")[0] ?? "");

/** Types it, and waits until the page says what came of it: each search of a test has another answer. */
async function search(page: Page, text: string, answer: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Search" }).fill(text);
  await expect.poll(() => page.getByRole("status").innerText()).toBe(answer);
}

const row = (page: Page, name: string) => page.locator("summary", { hasText: name });
const headingsOf = (page: Page): Promise<readonly string[]> => page.locator("h2").filter({ visible: true }).allInnerTexts();

describeInBrowser("a page in a browser", (open) => {
  test.each<[Command, string, readonly string[], string]>([
    [
      "plan",
      "Denied by 1 policy; without this policy it would delete 6 objects in 1 Namespace",
      ["What denies it", "What goes"],
      "2 of 9 rows match",
    ],
    [
      "change",
      "Argo CD prunes 3 objects. 1 of 3 objects denied by 1 policy; without this policy it would delete 5 objects in 1 Namespace; the sync fails",
      ["What denies it", "What goes", "No longer written, and not pruned", "Not known"],
      "2 of 11 rows match",
    ],
    [
      "scan",
      "0 of 3 objects that hold data or keep others alive are protected; 1 mark is misspelled",
      ["Not protected", "Misspelled", "Not known", "To protect them, take the policy and mark each object"],
      "3 of 7 rows match",
    ],
  ])(
    "%s: the headline comes first, the same parts follow, and a hostile name stays text",
    async (command, headline, titles, answer) => {
      const { page, complaints } = await open(await pageOf(command));
      expect(await page.locator("h1").innerText()).toBe(headline);
      expect(await headingsOf(page)).toEqual(titles);
      expect((await visibleRows(page)).filter((text) => text.includes(`shop/${hostile}`)).length).toBeGreaterThan(0);
      await search(page, "onerror", answer);
      await expectNothingRan(page, 1);
      expect(complaints).toEqual([]);
    },
  );

  test("what gets in anyway does nothing, and asks nobody", async () => {
    const asked: (string | undefined)[] = [];
    const server = createServer(({ url }, answer) => void (asked.push(url), answer.end())).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
    const smuggled = `<img src="${address}" onerror="window.ran=1"><script>window.ran=1</script>
<iframe srcdoc="<script>parent.ran=1</script>"></iframe><style>h1 { color: rgb(1, 2, 3) }</style>`;
    const path = join(directory, "smuggled.html");
    writeFileSync(path, readFileSync(await pageOf("plan"), "utf8").replace("</main>", `${smuggled}</main>`));
    const { page, complaints } = await open(path);
    await expect.poll(() => complaints.filter((one) => one.includes("Content Security Policy")).length).toBeGreaterThanOrEqual(3);
    await expectNothingRan(page, 2);
    expect(asked).toEqual([]);
    expect(await page.evaluate("getComputedStyle(document.querySelector('h1')).color")).not.toBe("rgb(1, 2, 3)");
  });

  test("rows close and open, by mouse and keyboard; a closed one says what it holds", async () => {
    const { page, complaints } = await open(await pageOf("plan"));
    const all = await visibleRows(page);
    expect(all).toContain("ConfigMap shop/grandchild");
    await row(page, "ConfigMap shop/parent").click();
    const closed = all.filter((text) => !/\/(grand)?child$/.test(text));
    expect(closed).toHaveLength(all.length - 2);
    expect(await visibleRows(page)).toEqual(closed);
    expect(await row(page, "ConfigMap shop/parent").innerText()).toMatch(/ConfigMap shop\/parent\s+2 rows/);
    await row(page, "ConfigMap shop/parent").focus();
    await page.keyboard.press("Enter");
    expect(await visibleRows(page)).toEqual(all);
    await page.getByRole("button", { name: "Close all" }).click();
    expect(await visibleRows(page)).toEqual([]);
    await page.getByRole("button", { name: "Open all" }).click();
    expect(await visibleRows(page)).toEqual(all);
    expect(complaints).toEqual([]);
  });

  test("a search shows what matches and what that is in, says how many, and leaves everything as it was", async () => {
    const { page, complaints } = await open(await pageOf("plan"));
    await row(page, "ConfigMap shop/child").click();
    const before = await visibleRows(page);
    await search(page, "shop/GRANDchild ", "1 of 9 rows matches");
    const above = ["Namespace shop: its deletion begins, and does not end", "ConfigMap shop/parent", "ConfigMap shop/child"];
    expect(await visibleRows(page)).toEqual([...above, "ConfigMap shop/grandchild"]);
    expect(await headingsOf(page)).toEqual(["What goes"]);
    await search(page, "no such thing", "0 of 9 rows match");
    expect(await visibleRows(page)).toEqual([]);
    await search(page, "shop/parent", "1 of 9 rows matches");
    expect(await visibleRows(page)).toEqual(above.slice(0, 2));
    await row(page, "ConfigMap shop/parent").click();
    expect(await visibleRows(page)).toEqual(above);
    await search(page, "shop/left", "2 of 9 rows match");
    expect(await visibleRows(page)).toEqual([...above.slice(0, 1), "ConfigMap shop/left", `ConfigMap shop/left-${hostile}`]);
    await search(page, "keep-settings-guard", "1 of 9 rows matches");
    expect(await headingsOf(page)).toEqual(["What denies it"]);
    // As in a browser that does not clear it by itself.
    await page.getByRole("searchbox").dispatchEvent("keydown", { key: "Escape" });
    await expect.poll(() => page.getByRole("status").innerText()).toBe("");
    expect(await visibleRows(page)).toEqual(before);
    expect(complaints).toEqual([]);
  });

  test("without scripts rows open and close, and nothing offers a search", async () => {
    const { page, complaints } = await open(await pageOf("plan"), { javaScriptEnabled: false });
    await row(page, "Namespace shop:").click();
    expect((await visibleRows(page)).at(1)).toBe("Namespace shop: its deletion begins, and does not end");
    expect(await visibleRows(page)).not.toContain("ConfigMap shop/parent");
    expect(await page.getByRole("searchbox").filter({ visible: true }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("on paper all that the page holds is shown, and no controls", async () => {
    const { page } = await open(await pageOf("plan"));
    const all = await visibleRows(page);
    await page.getByRole("button", { name: "Close all" }).click();
    await page.emulateMedia({ media: "print" });
    expect(await visibleRows(page)).toEqual(all);
    expect(await page.getByRole("searchbox").filter({ visible: true }).count()).toBe(0);
  });

  test.each<Command>(["plan", "change", "scan"])("on a narrow screen %s needs no scrolling to the side", async (command) => {
    const { page } = await open(await pageOf(command), { viewport: { width: 320, height: 600 } });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
  });

  test("it is dark where the reader's system is", async () => {
    const [light, dark] = [await groundOf(open, "light"), await groundOf(open, "dark")];
    expect([light, dark]).toEqual(["rgb(247, 247, 245)", "rgb(20, 23, 26)"]);
  });

  test("a search that finds a thousand rows says so, and opens nothing", async () => {
    const leaf = (name: string) => ({ name, notes: [], tone: "plain", children: [] }) as const;
    const tops = ["one", "two"].map((name) => ({ ...leaf(name), children: Array.from({ length: 1_200 }, () => leaf("child")) }));
    const path = join(directory, "large.html");
    const blocks = [{ title: "What goes", tone: "plain", form: "tree", rows: tops }] as const;
    writeFileSync(path, htmlPage({ of: "holdfast plan", headline: "Deletes 2402 objects", blocks, legend: {} }));
    const { page } = await open(path);
    await search(page, "child", "2000 of 2002 rows match; 400 more are not in this page");
    expect(await visibleRows(page)).toEqual(["one", "two"]);
  });
});

async function groundOf(open: OpenFile, colorScheme: "light" | "dark"): Promise<unknown> {
  const { page } = await open(await pageOf("scan"), { colorScheme });
  return page.evaluate("getComputedStyle(document.body).backgroundColor");
}

async function expectNothingRan(page: Page, scripts: number): Promise<void> {
  expect(await page.evaluate("window.ran")).toBe(undefined);
  expect(await page.locator("script").count()).toBe(scripts);
  if (scripts === 1) expect(await page.locator("img, svg, iframe, a, link").count()).toBe(0);
}
