import type { Checks } from "../output/findings/finding.ts";
import { type Shown, writeOutputs } from "../output/outputs.ts";
import type { Terminal } from "../output/terminal.ts";
import { htmlView } from "./html-plan.ts";
import { markdownView } from "./markdown-plan.ts";
import { mermaidView } from "./mermaid-plan.ts";
import type { CommonPlanOptions, PlanFormat } from "./plan-options.ts";
import type { PlanView } from "./plan-view.ts";
import { textView } from "./text-plan.ts";

interface ShownPlan {
  /** Whether the exit code is 0. */
  readonly isFine: boolean;
  /** So many objects of a kind stand side by side. */
  readonly view: (ofKind: number | undefined) => PlanView;
  readonly data: () => object;
  readonly checks: () => Checks;
}

/** A plan in every form that was asked for; JSON is made of the plan itself, the others of the view. */
export async function writePlan(
  options: CommonPlanOptions,
  { isFine, view, ...shown }: ShownPlan,
  terminal: Terminal,
): Promise<void> {
  const forms = { ...shown, markdown: () => markdownView(view(undefined)) };
  const write: Shown<PlanFormat>["write"] = (format, { color }) => {
    // A page is searched, and cuts lists itself.
    if (format === "html") return htmlView(view(Infinity));
    if (format === "mermaid") return mermaidView(view(undefined));
    return textView(view(undefined), { color });
  };
  await writeOutputs(options, { isFine, forms, write }, terminal);
}
