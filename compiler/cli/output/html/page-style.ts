/**
 * How a page looks: light and dark, on paper, and on narrow screens. Colours say what the words beside them say; each is
 * readable on the ground that it stands on (test/cli/html/page.test.ts computes the contrast).
 */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --paper: #f7f7f5; --card: #ffffff; --ink: #1d2125; --muted: #59616a; --line: #e0e2e5; --focus: #0b5cad;
  --loss: #ad1f17; --loss-tint: #fdeceb; --loss-edge: #d6453b;
  --waits: #7a4f00; --waits-tint: #fcf2d9; --waits-edge: #c58408;
  --stays: #17633a; --stays-tint: #e5f4ea; --stays-edge: #35905e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a; --card: #1c2025; --ink: #e4e7ea; --muted: #a3abb4; --line: #333a42; --focus: #7db8ff;
    --loss: #ff9d94; --loss-tint: #3d1e1c; --loss-edge: #d6453b;
    --waits: #f0c46b; --waits-tint: #382b10; --waits-edge: #c58408;
    --stays: #82d6a2; --stays-tint: #16301f; --stays-edge: #35905e;
  }
}
[hidden] { display: none !important; }
*, ::before { box-sizing: border-box; }
html { scroll-padding-top: 4rem; }
body {
  margin: 0 auto; padding: 2.5rem 1.5rem; max-width: 64rem;
  font: 0.9375rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); overflow-wrap: anywhere;
}
header { margin: 0 0 1.5rem; }
.of { margin: 0 0 0.25rem; color: var(--muted); font-size: 0.875rem; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.3; font-weight: 650; text-wrap: pretty; }
.cut { margin: 0.75rem 0 0; color: var(--muted); }
h2 { margin: 0; font-size: 1rem; font-weight: 650; }
search {
  position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.75rem;
  margin: 0 -0.5rem 1rem; padding: 0.5rem; background: var(--paper);
}
label { font-weight: 600; }
input { flex: 1 1 14rem; min-width: 0; max-width: 26rem; }
output { flex: 1 1 auto; color: var(--muted); font-size: 0.875rem; }
input, button {
  padding: 0.375rem 0.75rem; font: inherit; color: var(--ink); background: var(--card);
  border: 1px solid var(--muted); border-radius: 0.375rem;
}
button { cursor: pointer; border-color: var(--line); }
button:hover { border-color: var(--muted); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 0.25rem; }
section {
  margin: 0 0 1rem; padding: 0.75rem 1.25rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 0.625rem;
}
section.loss { box-shadow: inset 4px 0 var(--loss-edge); }
section.waits { box-shadow: inset 4px 0 var(--waits-edge); }
section.stays { box-shadow: inset 4px 0 var(--stays-edge); }
ul { margin: 0; padding: 0; list-style: none; }
section > details > ul { padding: 0.5rem 0 0.25rem; }
summary { display: flex; align-items: baseline; gap: 0.5rem; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::before {
  content: ""; flex: none; width: 0.5rem; height: 0.5rem; margin: 0 0.1875rem 0 0.125rem;
  border: solid var(--muted); border-width: 0 2px 2px 0; transform: translateY(-0.0625rem) rotate(-45deg);
}
details[open] > summary::before { transform: translateY(-0.1875rem) rotate(45deg); }
summary h2 { flex: 1; }
li > .text { display: block; padding-left: 1.3125rem; }
.text { padding-top: 0.125rem; padding-bottom: 0.125rem; unicode-bidi: isolate; }
.tree ul { margin-left: 0.3125rem; padding-left: 0.875rem; border-left: 1px solid var(--line); }
.list li { padding: 0.3125rem 0; }
.list li:last-child { padding-bottom: 0; }
.list > li > .text { padding-left: 0; }
.list .note { display: block; }
.list .name:not(:only-child) { font-weight: 600; }
.tree .loss > details > summary > .text > .note, .tree .loss > .text > .note { color: var(--loss); font-weight: 600; }
.tree .waits > details > summary > .text > .note, .tree .waits > .text > .note { color: var(--waits); }
.tree .stays > details > summary > .text > .note, .tree .stays > .text > .note { color: var(--stays); }
code { display: block; padding: 0.375rem 0.625rem; margin-top: 0.25rem; background: var(--paper); border-radius: 0.375rem;
  font: 0.8125rem/1.5 ui-monospace, monospace; user-select: all; }
.inside { flex: none; color: var(--muted); font-size: 0.8125rem; }
b { font-size: 0.8125rem; font-weight: 600; padding: 0.0625rem 0.4375rem; border-radius: 1rem; white-space: nowrap; }
b.loss { color: var(--loss); background: var(--loss-tint); }
b.waits { color: var(--waits); background: var(--waits-tint); }
b.stays { color: var(--stays); background: var(--stays-tint); }
li details[open] > summary > .inside { display: none; }
.more { padding-left: 1.3125rem; color: var(--muted); font-style: italic; }
footer { display: flex; flex-wrap: wrap; gap: 0.5rem; }
@media (max-width: 40rem) {
  body { padding: 1.25rem 0.75rem; }
  h1 { font-size: 1.25rem; }
  section { padding: 0.625rem 0.75rem; }
  input { max-width: none; }
  output { flex: 1 0 100%; order: 1; }
  summary { flex-wrap: wrap; }
  summary > .text { flex: 1; }
  li > details > summary > .inside { flex: 1 0 100%; padding-left: 1.3125rem; }
  .tree ul { margin-left: 0.1875rem; padding-left: 0.5rem; }
}
@media print {
  body { max-width: none; padding: 0; background: none; font-size: 0.75rem; }
  search, summary::before, li .inside { display: none !important; }
  footer { margin-top: 1rem; }
  section { border-radius: 0; break-inside: auto; }
  li > .text { padding-left: 0; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
`;

/** What the policy of the page lets through. A test computes it. */
export const pageStyleHash = "sha256-XniBomJtuiXssux6cIP5QLlDybstNKDwzYy3mkzBfNI=";
