/** What a run on the oldest Kubernetes (`--mode=oldest`) leaves out, since it cannot differ there. */
export const sameOnTheOldest: readonly string[] = [
  // What happens to the processes of the fallback by themselves, whatever Kubernetes they speak to: it lists, watches
  // and updates in the same way since long before the oldest. What they say to it, and it to them, the other suites
  // show.
  "test/fallback/{certificates,container,controller,faults,kubernetes,webhook}/**",
  "test/fallback/processes/{controller-metrics,observed}-server.test.ts",
  // How many requests the controller makes is counted on its own side.
  "test/fallback/usages/bounded-work-server.test.ts",
  // Who wrote a Usage is what the review says, and reviews are the same.
  "test/fallback/usages/authors/**",
  // How processes of ours start, end and are swept, and how a control plane is emptied. That those of the oldest do,
  // all other suites need.
  "test/control-plane/**",
  // It lists, changes and deletes, and makes no policy.
  "test/uninstall/**",
  // What is compiled is the same, packed or not.
  "test/package/**",
  // The oracle is of the newest, and emulates others where a suite says so.
  "test/**/*-oracle.test.ts",
];
