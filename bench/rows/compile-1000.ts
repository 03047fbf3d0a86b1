import type { Row } from "../row.ts";
import { compileSizes } from "./compile-cold.ts";

export const compile1000: Row = {
  name: "compile-1000",
  onlyByName: true,
  means: `The same as \`compile-cold\` for 100 and 1,000 policies. One more policy must always add the same time, and memory must
stay bounded.`,
  measure: (bench) => compileSizes(bench, [100, 1_000]),
};

export const compile10000: Row = {
  name: "compile-10000",
  onlyByName: true,
  means: `The same for 1,000 and 10,000 policies. Time must grow in proportion, and 1.5 GB must be enough.`,
  measure: async (bench) => {
    const lines = await compileSizes(bench, [1_000, 10_000]);
    const memory = (what: string): boolean => what.startsWith("compile 10000") && what.endsWith("memory");
    return lines.map((line) => (memory(line.what) ? { ...line, goal: { limit: "at most", figure: 1_430 } } : line));
  },
};
