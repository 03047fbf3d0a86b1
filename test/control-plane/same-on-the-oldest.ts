/** What a run on the oldest Kubernetes (`--mode=oldest`) leaves out, since it cannot differ there. */
export const sameOnTheOldest: readonly string[] = [
  // What happens to the processes of the fallback by themselves, whatever Kubernetes they speak to: it lists, watches
  // and updates in the same way since long before the oldest. What they say to it, and it to them, the other suites
  // show.
  "test/fallback/{certificates,container,controller,faults,kubernetes,webhook}/**",
  "test/fallback/processes/{controller-metrics,observed,webhook}-server.test.ts",
  // A decision of the webhook goes by what the review says and by what is stored, and both are the same. That reviews come, that marks,
  // records and answers have their effect, one suite of each feature shows there, too.
  "test/fallback/critical-services/{bulk-delete,marks,outage,scaling}-server.test.ts",
  "test/fallback/usages/{acts-for-nobody,composite,replay,shipped-attempts,shipped-kinds}-server.test.ts",
  "test/fallback/appcat/**",
  // How many requests the controller makes is counted on its own side.
  "test/fallback/usages/bounded-work-server.test.ts",
  // Who wrote a Usage is what the review says, and reviews are the same.
  "test/fallback/usages/authors/**",
  // How processes of ours start, end and are swept, and how a control plane is emptied. That those of the oldest do,
  // all other suites need.
  "test/control-plane/**",
  // It lists, changes and deletes, and makes no policy.
  "test/uninstall/**",
  // What these commands send is what other suites send; their answers and their endings are their own.
  "test/{serve,test-on-server,verify}/**",
  // Guards in force are attacked there, too, by the matrix of bypasses; that a report's rows are true the newest shows.
  "test/guard/report-search/**",
  // Whether the suites would see a fault that is planted.
  "test/mutants/**",
  // The types have the fields of every Kubernetes, those that have come since the oldest among them.
  "test/language/kinds/kinds-server.test.ts",
  // What Helm renders is what the kustomization has, and that is applied there.
  "test/install/chart/**",
  // What is compiled is the same, packed or not.
  "test/package/**",
  // The oracle is of the newest, and emulates others where a suite says so.
  "test/**/*-oracle.test.ts",
];

/**
 * What CI leaves out there besides: suites that put together what others show one by one on the oldest, too (what CEL
 * says, what the API server stores, which requests policies and webhooks see), and that all run on the newest. Before a
 * release, `npm run test:1.30:all` has them.
 */
export const combinedOnTheOldest: readonly string[] = [
  "test/presets/{appcat-claim,cascading-*,foreground,no-dead-end*,override}-server.test.ts",
  "test/ack/{controllers,override,values}-server.test.ts",
  "test/rules/**",
  "test/documents/**",
  "test/fallback/claims/foreground-composites-server.test.ts",
  "test/fallback/enforcement/upgrade-server.test.ts",
  "test/fallback/namespaces/**",
  "test/fallback/processes/installed-server.test.ts",
  "test/guard/{definition-defaults,opening}-server.test.ts",
  "test/guard/limits/**",
  "test/static/**",
];
