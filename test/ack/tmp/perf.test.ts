import { test } from "vitest";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import * as k from "../kinds.ts";
import * as p from "../policies-in-force.ts";
import { store, storeObject } from "../stored-objects.ts";
const keys = (n:number, f:(x:string)=>string)=>Object.fromEntries(Array.from({length:n},(_,i)=>[f((i+10*36**3).toString(36)),""]));
const pol = (expr:string) => `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: perf}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: ["", "s3.services.k8s.aws"], apiVersions: ["*"], operations: [DELETE], resources: ["configmaps","buckets"]}]
  variables:
  - {name: a, expression: "oldObject.metadata.?annotations.orValue({})"}
  validations:
  - expression: ${JSON.stringify(expr)}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: perf}
spec: {policyName: perf, validationActions: [Deny]}
`;
describeWithServer("perf", {}, (server) => {
  test("x", { timeout: 300000 }, async () => {
    const s = server();
    await applyCustomResourceDefinition(s, k.bucket);
    for (const n of [1000,2500,5000,10000]) {
      const annotations = keys(n,(x)=>`example.com/a-long-key${x}`);
      await store(s,"/api/v1/namespaces/default/configmaps",{apiVersion:"v1",kind:"ConfigMap",metadata:{name:`n${n}`,annotations}});
      await storeObject(s,k.bucket,{name:`n${n}`,namespace:"default",annotations});
    }
    let prev: string|undefined;
    for (const expr of ["true","variables.a.all(k, true)","variables.a.all(k, k != 'x')","variables.a.all(k, k != 'x' && k != 'y')","variables.a.all(k, k != 'x' && !k.endsWith('y'))","variables.a.all(k, variables.a[?k].orValue('') != 'x')", "oldObject.metadata.annotations.all(k, k != 'x')"]) {
      const t=pol(expr); await p.replaceInForce(s,prev,t); prev=t;
      const out:string[]=[];
      for (const kind of ["cm","bucket"]) for (const n of [1000,2500,5000,10000]) {
        const path = kind==="cm"?`/api/v1/namespaces/default/configmaps/n${n}?dryRun=All`:k.pathOf(k.bucket,{namespace:"default",name:`n${n}`,query:"dryRun=All"});
        const r:number[]=[]; let st=0; for (let i=0;i<3;i++){const t0=performance.now(); st=(await s.request({method:"DELETE",path})).status; r.push(performance.now()-t0);} out.push(`${kind}${n}:${st}:${Math.min(...r).toFixed(0)}`);
      }
      console.log("EXPR", expr, out.join(" "));
    }
  });
});
