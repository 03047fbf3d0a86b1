import { htmlPage } from "../output/html/page.ts";
import type { ScanView } from "./scan-view.ts";

/** For a browser: the lists of the other formats. */
export function htmlScan({ headline, sections }: ScanView): string {
  return htmlPage({
    of: "holdfast scan",
    headline,
    blocks: sections.map(({ title, tone, rows }) => ({
      title,
      tone,
      form: "list",
      rows: rows.map((row) => ({ ...row, tone: "plain", children: [] })),
    })),
    legend: {},
  });
}
