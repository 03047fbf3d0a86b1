export const help = `Deletion protection as code for Kubernetes: TypeScript rules in, ValidatingAdmissionPolicy YAML out.

Usage
  holdfast compile [paths...] [--out <directory>] [--check] [--show]

  Compiles every policy file (*.ts) that the paths name; a directory stands for all below it.
  Each policies/x.ts becomes generated/x.yaml, and generated/kustomization.yaml lists them all.
  If anything is wrong with any policy, nothing is written.

Flags
  --out <directory>  where the YAML goes (default: generated)
  --check            write nothing; exit 1 if the directory is not what the policies compile to
  --show             print each rule beside the YAML that it became
  -h, --help         this text
  -v, --version      the version

Examples
  holdfast compile                              policies/ into generated/
  holdfast compile --check                      in CI: is generated/ up to date?
  holdfast compile rules --out deploy/guards    from and to other directories
  holdfast compile policies/ack.ts --out /tmp/x --show    look at one policy

  kubectl apply -k generated/                   put the rules into force

Exit codes
  0  fine
  1  --check found files that are missing, different or left over
  2  wrong usage, a mistake in a policy, or an output directory that cannot be used
  4  a bug in Holdfast

NO_COLOR=1 turns colours off.`;
