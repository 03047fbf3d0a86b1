export const help = `Deletion protection as code for Kubernetes: TypeScript rules in, ValidatingAdmissionPolicy YAML out.

Usage
  holdfast compile [paths...] [--out <directory>] [--kube <version>] [--check] [--fix] [--show]
                   [--static <directory>] [--static-path <path>] [--protection-only]
                   [--installation <name>] [--no-cache]

  Compiles every policy file (*.ts) that the paths name; a directory stands for all below it.
  Each policies/x.ts becomes generated/x.yaml, and generated/kustomization.yaml lists them all.
  If anything is wrong with any policy, nothing is written. --static writes what API servers read
  from their disks: policies that keep policies, bindings and webhook configurations.

  holdfast types <paths...> | --cluster [names...] [--context <name>] [--kubeconfig <file>]
                [--out <directory>] [--check]

  Writes a TypeScript type for every served version of every CustomResourceDefinition in the YAML
  or JSON that the paths name (\`-\`: standard input), or in a cluster.

  holdfast test [paths...] [--policies <path>] [--format <format>] [--report <file>] [--server <context>]
                [--only yaml|vitest] [--typescript] [--require-cases] [--kubeconfig <file>] [--kube <version>]

  Puts the requests of tests to the policies, as the API server would: cases in *.test.yaml, which
  execute nothing, and *.test.ts, which run in your vitest. The paths name files or directories
  (default: policies). No tests is a failure.

  holdfast explain <policy> [--object <file>] [--policies <path>] [--format text|json] [--kube <version>]

  Shows the rules of a policy (its name, or its file), the CEL of each and what it costs; with an
  object also what the policy says to a request about it, and what each part of the CEL gave.

  holdfast diff <old> <new> [--format text|json]

  Compares two directories of generated files, and says which protection is lost, relaxed, changed
  or gained: for each rule, guard and kind. Exits 1 where any is lost, relaxed or changed.

  holdfast verify [paths...] [--context <name>] [--kubeconfig <file>] [--endpoint <url>]
                  [--wait <seconds>] [--format text|json]

  Says which policies of generated files (default: generated) are not in force in a cluster, and
  why: missing, drifted, without a binding, or not gone by yet. It proves the others by deleting
  existing protected objects in a dry run; it changes nothing. See docs/verify.md.

  holdfast plan delete <kind>/<name>... [-f <path>] [-n <namespace>] [-A] [-l <labels>]
                [--cascade <how>] [--as <user> --groups <a,b>] [--objects <path>] [--generated <path>]
                [--context <name>] [--kubeconfig <file>] [--qps <number>]
                [--format text|json|markdown|mermaid]
  holdfast plan --from <path> --to <path> [--pruner <tool>] [--owner <name>] ...

  Shows what a delete takes with it, as a tree, what stays, and which policies deny it; from a
  cluster or from manifests. With --from and --to: what a GitOps tool deletes where the second
  manifests take the place of the first (directories, or main:deploy of a git revision). It deletes
  nothing. Exits 1 where something is denied, data goes, or protection is lost. See docs/plan.md.

  holdfast unprotect <kind>/<name>... --reason <text> [--for <duration>] [--apply] [-n <namespace>]
                     [--undo] [--cascade <how>] [--objects <path>] [--generated <path>]
                     [--context <name>] [--kubeconfig <file>]

  Finds which policies keep an object and what opens them, and prints the commands; with --apply it
  runs them. Why and until when stands on the object; --undo takes it back. See docs/unprotect.md.

  holdfast scan [-n <namespace> | -A] [--objects <path>] [--generated <path>] [--fail-on <findings>]
                [--baseline <file>] [--write-baseline <file>] [--context <name>] [--kubeconfig <file>]
                [--format text|json|markdown|policyreport|openreports]

  Says what holds data or keeps others alive, and whether a policy keeps it; which marks are
  misspelled, and which releases still lie around; of a cluster or of manifests. It changes nothing.
  Exits 1 where something is not protected, or misspelled. See docs/scan.md.

  holdfast serve [paths...] [--objects <path> | --kubeconfig <file> --context <name>] [--port <port>]
                 [--health-port <port>] [--host <address>] [--address <address>] [--ca-file <file>]
                 [--configuration <file>] [--log-level <level>] [--kube <version>]

  Runs the webhook of the policies (default: policies) on this machine, until ^C. What rules ask is
  answered by manifests, or by a cluster; executes the policy files. See docs/serve.md.

  holdfast uninstall [directory] [--yes] [--keep-policies] [--context <name>] [--kubeconfig <file>]

  Takes what was compiled into the directory (default: generated) out of a cluster, in the order
  that leaves nothing behind: \`kubectl delete -k\` does not. Without --yes it only says what goes.

Flags
  --out <directory>  where the files go (default: generated, or types)
  --kube <version>   oldest Kubernetes that the YAML is for (default: 1.30)
  --static <directory>  compile: files for the disks of API servers, of Kubernetes 1.36 (alpha) or
                     newer (see docs/static.md); generated/ is then written only with --out
  --static-path <path>  where that directory lies on the API servers (default: /etc/kubernetes/holdfast)
  --protection-only  compile --static: the policies themselves stay in the API
  --installation <name>  compile: guards of several policies share policies that begin with this name, which
                     no other repository of the cluster has (see docs/guards.md)
  --command <text>   compile: how people run this, for the headers of files: "npm run compile"
  --check            write nothing; exit 1 if the directory is not what the sources say
  --fix              compile: first write into the policies what may be done without asking, and say what
  --show             compile: print each rule beside the YAML that it became
  --no-cache         compile: take nothing from the cache, and put nothing there
  --cluster          types: definitions of the cluster; names such as buckets.s3.services.k8s.aws, or all
  --context <name>   types --cluster, verify, plan, unprotect, scan, serve, uninstall: another context
                     than the current one
  --policies <path>  test, explain: where the policies are (default: policies; may be given again)
  --format <format>  test: text, junit, json or github; explain, diff, verify: text or json; plan: text,
                     json, markdown or mermaid; scan: text, json, markdown, policyreport or
                     openreports
  --report <file>    test: where the report goes; the text is printed all the same
  --only <kind>      test: yaml or vitest
  --typescript       test: put YAML cases to the policies as TypeScript, too; executes the policy files
  --require-cases    test: a rule without a case that it rejects and one that it admits is a failure
  --server <context> test: ask the API server of this context, too: a throwaway cluster, where the
                     policies go into force for a while; whatever is made there is removed
  --kubeconfig <file>  types --cluster, test --server, verify, plan, unprotect, scan, serve, uninstall:
                       instead of $KUBECONFIG or ~/.kube/config; a program that logs in (exec) is
                       started, as by kubectl
  --endpoint <url>   verify: an API server behind the load balancer; may be given again
  --wait <seconds>   verify: how long to ask again while a policy is not in force (default: 0)
  --objects <path>   serve: manifests of what the cluster holds, read anew for each review (default: a
                     cluster that holds nothing); plan, scan, unprotect: manifests in place of a cluster;
                     may be given again
  --generated <path> plan, scan, unprotect: policies that \`holdfast compile\` wrote, in place of those of the
                     cluster
  -n, --namespace <name>  plan: where the objects are (default: default); scan: this one (default: all)
  -A, --all-namespaces  plan, scan: everywhere
  -l, --selector <labels>  plan: objects with these labels: app=web,tier=db
  -f, --filename <path>  plan delete: objects of these manifests; may be given again
  --from, --to <path>  plan: manifests that are applied now, and those that will be; a directory, or
                     main:deploy of a git revision
  --pruner <tool>    plan --from: argocd (default), flux, helm, kubectl, or applyset
  --owner <name>     plan --from: the Application, Kustomization or ApplySet that applies the manifests
  --qps <number>     plan, scan, unprotect: requests a second (default: 50)
  --cascade <how>    plan: background, foreground or orphan, as kubectl delete has it
  --fail-on <findings>  scan: unprotected, unknown, misspelled, leftover, or none (default:
                     unprotected,misspelled)
  --baseline <file>  scan: findings that are known, and no reason to fail
  --write-baseline <file>  scan: where all findings of now go, for --baseline
  --port, --health-port <port>  serve: HTTPS for reviews (default: 8443), HTTP for /readyz and /metrics;
                     0 is any that is free
  --host <address>   serve: where it listens (default: 127.0.0.1; anybody who reaches it may ask)
  --address <address>  serve: by which API servers reach it: in the certificate and the configuration
  --ca-file <file>   serve: where the authority of its certificate goes (default: a temporary file)
  --configuration <file>  serve: where a webhook configuration goes that asks this process
  --log-level <level>  serve: debug, info, warn or error (default: info)
  --reason <text>    unprotect: why, which is written on the object
  --for <duration>   unprotect: until when, as 30m, 2h or 1d from now; nobody takes it back by itself
  --apply            unprotect: do it
  --undo             unprotect: take back what was written on the object
  --yes              uninstall: do it
  --keep-policies    uninstall: the native policies stay in force
  --object <file>    explain: the object of a request, as YAML or JSON; - is standard input
  --old-object, --namespace-object <file>, --operation <operation>, --as <user>, --groups <a,b>,
  --dry-run, --resource <plural>, --subresource <name>, --through <version>,
  --allowed-to <verb:resource[:namespace[/name]]>
                     explain: what else there is to say of the request
  -h, --help         this text
  -v, --version      the version

Examples
  holdfast compile                              policies/ into generated/
  holdfast compile --check                      in CI: is generated/ up to date?
  holdfast compile rules --out deploy/guards    from and to other directories
  holdfast compile policies/ack.ts --out /tmp/x --show    look at one policy

  holdfast compile --static control-plane --kube 1.36 --protection-only    who guards the guards

  kubectl apply -k generated/                   put the rules into force

  holdfast types crds/                          types of all definitions below crds/ into types/
  kubectl get crds -o yaml | holdfast types -   the same of a cluster

  holdfast test                                 tests beside the policies
  holdfast test tests --policies rules --format junit --report results.xml
  holdfast test --server kind-throwaway         the same on a real API server
  holdfast explain keep --object settings.yaml --as alice    why does it say that?
  holdfast serve --objects objects              the webhook here, and a curl command to ask it
  holdfast plan delete namespace/shop           what would that take, and what stops it?
  holdfast plan --from main:deploy --to deploy  what does this pull request delete?
  holdfast unprotect cm/settings -n shop --reason "moved" --for 2h    what opens it?
  holdfast scan                                 what is not protected, and should be?
  holdfast verify --wait 30                     after the rollout: is it in force?

Exit codes
  0  fine
  1  --check found files that are missing, different or left over; a test failed, or there is none;
     protection is lost (diff), a policy is not in force (verify), something is left (uninstall), a
     delete is denied or takes data, or protection is lost (plan), something is not protected or
     misspelled (scan)
  2  wrong usage, a mistake in a policy, a test, a definition or a manifest, or a directory or
     port that cannot be used
  3  the cluster could not be asked
  4  a bug in Holdfast

NO_COLOR=1 turns colours off. HOLDFAST_CACHE=<directory> is where compile keeps what it made
(default: holdfast in the cache directory of the user).`;
