export { clusterSource } from "./cluster-source.ts";
export { compiledKinds } from "./compiled-kinds.ts";
export { introduction } from "./introduction.ts";
export { ManifestProblem } from "./manifest-problem.ts";
export { type ObjectSource, manifestSource } from "./object-source.ts";
export { type Served, isAnywhere, startServing } from "./start-serving.ts";
