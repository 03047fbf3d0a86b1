// in: planned policies, and our template; out: files for the disks of API servers; next: manifest/output.ts
export { checkStatic } from "./check-static.ts";
export { type StaticFiles, type StaticOptions, planStatic } from "./plan-static.ts";
