import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { type Page, htmlPage } from "../../../compiler/cli/output/html/page.ts";
import type { PageRow } from "../../../compiler/cli/output/html/shown-rows.ts";

const row = (name: string, more: Partial<PageRow> = {}): PageRow => ({ name, notes: [], tone: "plain", children: [], ...more });

const tree = (...rows: readonly PageRow[]): Page["blocks"][number] => ({ title: "What goes", tone: "plain", form: "tree", rows });

const page = (blocks: Page["blocks"], more: Partial<Page> = {}): string =>
  htmlPage({ of: "holdfast plan", headline: "Deletes it", blocks, legend: {}, ...more });

const rows = (number: number, name: string, more: Partial<PageRow> = {}): readonly PageRow[] =>
  Array.from({ length: number }, (_, at) => row(`${name}-${at}`, more));

/** The tags of a page, without what stands in its style and its script. */
const tagsOf = (html: string): readonly string[] =>
  html.replace(/(?<=<style>).*?(?=<\/style>)|(?<=<script>).*?(?=<\/script>)/gs, "").match(/<[^>]*>/g) ?? [];

test("no text of others is markup, wherever it stands", () => {
  const hostile = `</title></style></script><script>window.ran = 1</script><img src=x onerror='ran=1'>" onload="ran=1" &lt;`;
  const of = (text: string): string =>
    page([{ ...tree(row(text, { notes: [text], command: text, children: [row(text)] })), title: text }], {
      headline: text,
      of: text,
      legend: { loss: text },
    });
  expect(tagsOf(of(hostile))).toEqual(tagsOf(of("x")));
  const escaped = of(hostile).split(
    "&#60;/title&#62;&#60;/style&#62;&#60;/script&#62;&#60;script&#62;window.ran = 1&#60;/script&#62;&#60;img src=x onerror=&#39;ran=1&#39;&#62;&#34; onload=&#34;ran=1&#34; &#38;lt;",
  );
  expect(escaped.length).toBe(of("MARK").split("MARK").length);
});

test("its policy lets its own style and script through, and nothing else", () => {
  const html = page([tree(row("a"))]);
  const hashOf = (text: string | undefined): string =>
    `'sha256-${createHash("sha256")
      .update(text ?? "")
      .digest("base64")}'`;
  const [style, script] = [/<style>(.*?)<\/style>/s, /<script>(.*?)<\/script>/s].map((one) => hashOf(one.exec(html)?.[1]));
  const policy = `default-src 'none'; style-src ${style}; script-src ${script}; base-uri 'none'; form-action 'none'`;
  expect(html).toContain(
    `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy.replaceAll("'", "&#39;")}">`,
  );
  expect(html).not.toMatch(/\ssrc=|\shref=|url\(|@import|https?:|\sstyle=|\son\w+=/);
});

test("of a long list the first thousand are in the page, what just goes is left out first, and it says so", () => {
  const long = [...rows(1_500, "plain"), row("last", { tone: "loss", notes: ["its data is deleted"] })];
  const html = page([tree(row("top", { children: long }))]);
  expect(html).toContain("1001 of 1502 rows are in this page: lists end after the first thousand.");
  expect(html).toContain('<li class="more">… 501 more (--format json shows all)</li>');
  expect(html).toContain('data-left-out="501"');
  expect(html).toContain(">plain-998<");
  expect(html).not.toContain(">plain-999<");
  expect(html.indexOf(">last<")).toBeGreaterThan(html.indexOf(">plain-998<"));
  expect(page([tree(...rows(1_000, "plain"))])).not.toMatch(/left out first|class="more"|class="cut"/);
});

test("a row that holds what loses data, waits or stays is not left out either", () => {
  const holds = row("holds", { children: [row("volume", { tone: "stays" })] });
  expect(page([tree(...rows(1_500, "plain"), holds)])).toContain(">volume<");
});

/** What is open at first, by the names of the rows. */
const openIn = (html: string): readonly string[] =>
  [...html.matchAll(/<details open><summary><span class="text"><span class="name">(.*?)</g)].map(([, name = ""]) => name);

test("a small tree is open, of a large one only what fits", () => {
  const child = row("child", { children: [row("grandchild")] });
  expect(openIn(page([tree(row("top", { children: [child] }))]))).toEqual(["top", "child"]);
  const many = rows(150, "child", { children: [row("grandchild")] });
  expect(openIn(page([tree(row("top", { children: many }))]))).toEqual(["top"]);
  const large = { children: rows(150, "child") };
  expect(openIn(page([tree(row("one", large), row("two", large))]))).toEqual([]);
  expect(openIn(page([tree(row("top", { children: rows(500, "child") }))]))).toEqual(["top"]);
});

test("a closed row says how many it holds, and what of that one should know", () => {
  const holds = [
    row("a", { tone: "loss", children: rows(2, "kept", { tone: "stays" }) }),
    row("b", { tone: "loss" }),
    row("c", { tone: "waits" }),
    row("d"),
  ];
  expect(page([tree(row("top", { children: holds }))])).toContain(
    '<span class="inside">6 rows <b class="loss">2 lose data</b> <b class="waits">1 waits</b> <b class="stays">2 stay</b></span>',
  );
});

test("a long list that nobody has to act upon is closed, and blocks without rows are not there", () => {
  const list = (title: string, tone: PageRow["tone"], number: number) =>
    ({ title, tone, form: "list", rows: rows(number, "a") }) as const;
  const html = page([list("Kept", "stays", 101), list("Lost", "loss", 101), list("Few", "stays", 100), list("None", "loss", 0)]);
  const blocks = [...html.matchAll(/<details( open)?><summary><h2>(.*?)</g)].map(([, isOpen, title]) => [
    title,
    isOpen === " open",
  ]);
  expect(blocks).toEqual([
    ["Kept", false],
    ["Lost", true],
    ["Few", true],
  ]);
});

test("a hundred thousand rows are no more work each than a few", () => {
  const wide = Array.from({ length: 100 }, (_, at) => row(`top-${at}`, { children: rows(1_000, "child") }));
  expect(page([tree(...wide)]).match(/<li/g)).toHaveLength(100_100);
});

/** Of the style: the values of its variables, in a light and in a dark room. */
function colours(): readonly ReadonlyMap<string, string>[] {
  const [light, dark] = page([]).split("prefers-color-scheme: dark");
  return [light, dark].map(
    (text = "") => new Map([...text.matchAll(/--([\w-]+): (#\w{6})/g)].map(([, name = "", value = ""]) => [name, value])),
  );
}

/** As WCAG 2 defines it. */
function contrast(one: string, other: string): number {
  const [a = 0, b = 0] = [one, other]
    .map((colour) => {
      const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
        const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .toSorted((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
}

test.each([
  ["ink", ["paper", "card"], 7],
  ["muted", ["paper", "card"], 4.5],
  ["loss", ["card", "loss-tint"], 4.5],
  ["waits", ["card", "waits-tint"], 4.5],
  ["stays", ["card", "stays-tint"], 4.5],
  ["loss-edge", ["card"], 3],
  ["waits-edge", ["card"], 3],
  ["stays-edge", ["card"], 3],
  ["focus", ["paper", "card"], 3],
])("%s is told from %s", (text, grounds, least) => {
  for (const scheme of colours())
    for (const ground of grounds)
      expect(contrast(scheme.get(text) ?? "", scheme.get(ground) ?? "")).toBeGreaterThanOrEqual(least);
});
