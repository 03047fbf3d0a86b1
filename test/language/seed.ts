/**
 * The seed of the generated rules: `SEED` repeats a run. In CI it is always the same, so that a red run is about the
 * change; at a desk every run searches anew.
 */
export const seed = Number(process.env["SEED"] ?? (process.env["CI"] === "true" ? 20_261_121 : Date.now() % 2 ** 31));
