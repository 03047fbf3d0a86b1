import { count } from "../summary.ts";
import type { Tone } from "../tone.ts";
import { pageScript, pageScriptHash } from "./page-script.ts";
import { pageStyle, pageStyleHash } from "./page-style.ts";
import { type Counts, type PageRow, type ShownRow, type ShownRows, openRows, shownRows, tones, totalOf } from "./shown-rows.ts";

/** Rows under a title. */
export interface PageBlock {
  readonly title: string;
  readonly tone: Tone;
  /** A tree has its notes beside the names, a list below them. */
  readonly form: "tree" | "list";
  readonly rows: readonly PageRow[];
}

/** What was found, as a page shows it; nothing in its texts can steer a terminal. */
export interface Page {
  /** The command that found it. */
  readonly of: string;
  readonly headline: string;
  /** Those without rows are left out. */
  readonly blocks: readonly PageBlock[];
  /** What the colours of a tree say. */
  readonly legend: Readonly<Partial<Record<Tone, string>>>;
}

interface ShownBlock extends PageBlock {
  readonly shown: ShownRows;
}

/**
 * One file that asks nobody for anything: its style and its script are in it, and its policy denies all else, also what a
 * name from a cluster might smuggle in. Without the script it opens and closes anyway; it cannot be searched.
 */
export function htmlPage({ of, headline, blocks, legend }: Page): string {
  const shown = blocks.filter(({ rows }) => rows.length > 0).map((block) => ({ ...block, shown: shownRows(block.rows) }));
  const all = shown.reduce((sum, block) => sum + totalOf(block.shown.counts), 0);
  const here = shown.reduce((sum, block) => sum + block.shown.shownCount, 0);
  const lines: string[] = [
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${htmlText(securityPolicy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${htmlText(`${headline} (${of})`)}</title>
<style>${pageStyle}</style>
</head>
<body>
<header>
<p class="of">${htmlText(of)}</p>
<h1>${htmlText(headline)}</h1>`,
    ...(here === all ? [] : [`<p class="cut">${cutText(here, all)}</p>`]),
    "</header>",
    ...(shown.length === 0 ? [] : [searchBar(all - here)]),
    "<main>",
  ];
  for (const block of shown) lines.push(...blockLines(block));
  lines.push("</main>");
  const said = Object.entries(legend).map(([tone, words]) => `<b class="${tone}">${htmlText(words)}</b>`);
  if (said.length > 0) lines.push(`<footer>${said.join(" ")}</footer>`);
  lines.push(`<script>${pageScript}</script>`, "</body>", "</html>");
  return lines.join("\n");
}

/**
 * A text as it is, in an element or in a quoted attribute: nothing in it is markup. The one place that says so, and each
 * text of a page goes through it. Characters that steer are made visible where the view is made, for every format.
 */
function htmlText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);
}

/** The script and the style of this file, and nothing else from anywhere. */
const securityPolicy = [
  "default-src 'none'",
  `style-src '${pageStyleHash}'`,
  `script-src '${pageScriptHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const cutText = (here: number, all: number): string =>
  `${here} of ${count(all, "row")} are in this page: lists end after the first thousand. <code>--format json</code> has all.`;

/** The script shows it. */
function searchBar(leftOut: number): string {
  return `<search id="search" hidden>
<label for="wanted">Search</label>
<input type="search" id="wanted" autocomplete="off" spellcheck="false" aria-describedby="found">
<output id="found" for="wanted" data-left-out="${leftOut}"></output>
<button type="button" id="open">Open all</button>
<button type="button" id="close">Close all</button>
</search>`;
}

/** A list of more that nobody has to act upon is closed at first. */
const longList = 100;

function blockLines({ title, tone, form, shown }: ShownBlock): readonly string[] {
  const isQuiet = form === "list" && tone !== "loss" && tone !== "waits" && shown.rows.length > longList;
  const parts: string[] = [];
  addRows(shown, openRows(shown.rows), parts, ` class="${form}"`);
  return [
    `<section class="${tone}">`,
    `<details${isQuiet ? "" : " open"}><summary><h2>${htmlText(title)}</h2>`,
    `<span class="inside">${count(totalOf(shown.counts), "row")}</span></summary>`,
    // Nothing between them: a browser keeps each line break.
    parts.join(""),
    "</details>",
    "</section>",
  ];
}

function addRows({ rows, more }: ShownRows, open: ReadonlySet<ShownRow>, parts: string[], attributes = ""): void {
  parts.push(`<ul${attributes}>`);
  for (const one of rows) {
    const { row, shown } = one;
    const { tone } = row;
    const start = tone === "plain" ? "<li>" : `<li class="${tone}">`;
    if (shown.rows.length === 0) {
      parts.push(`${start}${textOf(row)}</li>`);
      continue;
    }
    parts.push(`${start}<details${open.has(one) ? " open" : ""}><summary>${textOf(row)}${insideText(shown.counts)}</summary>`);
    addRows(shown, open, parts);
    parts.push("</details></li>");
  }
  if (more > 0) parts.push(`<li class="more">… ${more} more (--format json shows all)</li>`);
  parts.push("</ul>");
}

function textOf({ name, notes, command }: PageRow): string {
  const parts = [
    `<span class="name">${htmlText(name)}</span>`,
    ...notes.map((note) => `<span class="note">${htmlText(note)}</span>`),
    ...(command === undefined ? [] : [`<code>${htmlText(command)}</code>`]),
  ];
  return `<span class="text">${parts.join(" ")}</span>`;
}

const verbs = { loss: ["loses data", "lose data"], waits: ["waits", "wait"], stays: ["stays", "stay"] } as const;

/** What a closed row holds: how many, and those that one should know of. */
function insideText(counts: Counts): string {
  const marked = tones.flatMap((tone) => {
    if (tone === "plain" || counts[tone] === 0) return [];
    const [one, several] = verbs[tone];
    return [`<b class="${tone}">${counts[tone]} ${counts[tone] === 1 ? one : several}</b>`];
  });
  return `<span class="inside">${[count(totalOf(counts), "row"), ...marked].join(" ")}</span>`;
}
