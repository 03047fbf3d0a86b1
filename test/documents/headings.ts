import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../house/source-files.ts";

/**
 * The anchors of a Markdown file as GitHub makes them: `## The guards` is `the-guards`, and a second one
 * `the-guards-1`. Also what stands in `<a id="...">`.
 */
export function headingsOf(document: string): ReadonlySet<string> {
  const text = readFileSync(join(root, document), "utf8").replaceAll(/^```[\s\S]*?^```$/gm, "");
  const anchors = new Set([...text.matchAll(/<a (?:id|name)="([^"]+)">/g)].map(([, id = ""]) => id));
  const seen = new Map<string, number>();
  for (const [, title = ""] of text.matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = slugOf(title);
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    anchors.add(before === 0 ? anchor : `${anchor}-${before}`);
  }
  return anchors;
}

/** Letters, digits, hyphens and underscores in lower case; each space becomes a hyphen. Links count by their text. */
function slugOf(title: string): string {
  const plain = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
  return plain
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
}
