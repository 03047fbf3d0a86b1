import { registerHooks } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Mutant, plantIn } from "./mutant.ts";
import { mutantVariable, plantedVariable } from "./table.ts";

/** Preloaded (`node --import`) it changes one file of the compiler as it is loaded; nothing on disk changes. */
const mutant = JSON.parse(process.env[mutantVariable] ?? "null") as Mutant | null;
if (mutant === null) throw new Error(`${mutantVariable} names no fault`);
const root = pathToFileURL(fileURLToPath(new URL("../../../", import.meta.url))).href;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (url !== `${root}${mutant.file}`) return loaded;
    const source = plantIn(String(loaded.source), mutant);
    // Told to slice-process.ts, whose report says that the fault was there: a file that nothing loads has none.
    process.env[plantedVariable] = mutant.name;
    return { ...loaded, source };
  },
});
