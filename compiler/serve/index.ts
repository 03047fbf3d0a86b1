export { clusterSource } from "./object-source.ts";
export { compiledKinds } from "./compiled-kinds.ts";
export { introduction } from "./introduction.ts";
export { ManifestProblem } from "./written-objects.ts";
export { type ObjectSource, manifestSource } from "./object-source.ts";
export { type Served, isAnywhere, startServing } from "./start-serving.ts";
