import { registerHooks } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { plantIn } from "./mutant.ts";
import { mutantVariable, mutants } from "./table.ts";

/** Preloaded (`node --import`) it changes one file of the compiler as it is loaded; nothing on disk changes. */
const mutant = mutants.find(({ name }) => name === process.env[mutantVariable]);
if (mutant === undefined) throw new Error(`no mutant ${String(process.env[mutantVariable])}`);
const root = pathToFileURL(fileURLToPath(new URL("../../../", import.meta.url))).href;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (url !== `${root}${mutant.file}`) return loaded;
    return { ...loaded, source: plantIn(String(loaded.source), mutant) };
  },
});
