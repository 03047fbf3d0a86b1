import { htmlView } from "./html-plan.ts";
import { markdownView } from "./markdown-plan.ts";
import { mermaidView } from "./mermaid-plan.ts";
import type { PlanFormat } from "./plan-options.ts";
import type { PlanView } from "./plan-view.ts";
import { textView } from "./text-plan.ts";

/** A page is searched, and cuts lists itself. */
export const shownOfKind = (format: PlanFormat): number | undefined => (format === "html" ? Infinity : undefined);

/** For people; JSON is made of the plan itself. */
export function formatView(view: PlanView, format: Exclude<PlanFormat, "json">, { color }: { readonly color: boolean }): string {
  if (format === "markdown") return markdownView(view);
  if (format === "html") return htmlView(view);
  return format === "mermaid" ? mermaidView(view) : textView(view, { color });
}
