import { expect, test } from "vitest";
import { fenced, markdownText } from "../../compiler/cli/output/markdown.ts";

test.each([
  ["@team", "@\u{200b}team"],
  ["https://example.com", "https:\u{200b}//example.com"],
  ["www.example.com", "www\u{200b}.example.com"],
  ["GH-12", "GH-\u{200b}12"],
  ["#12 [a](b) <img> *x* `y`", String.raw`\#12 \[a\]\(b\) &lt;img\> \*x\* \`y\``],
  ["a &lt; b", "a &amp;lt; b"],
])("%s stays text", (text, shown) => expect(markdownText(text)).toBe(shown));

test("a fence is longer than any in the text", () => {
  expect(fenced("a")).toBe("```text\na\n```");
  expect(fenced("a\n````\nb")).toBe("`````text\na\n````\nb\n`````");
});
