/** Regular expressions of JavaScript in, RE2 out, which is what the API server runs. */
export type { Fixed } from "./fixed-text.ts";
export type { PatternRejection } from "./rejection.ts";
export { type Translated, translate } from "./translate.ts";
