// Oracle answers what kube-apiserver would say to a request, with kube-apiserver's own code: its types, defaults,
// conversions, validation of policies, CEL environments and dispatch. Tasks come in as JSON lines and answers go
// out as JSON lines, in the same order. README.md says what it may be trusted for.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/go-logr/logr"
	"k8s.io/klog/v2"
)

const (
	// Objects live for one task: with the default of 100 half of the time is spent collecting them.
	garbagePercent = 400
	// Where memory is short, collecting more often beats growing.
	softMemoryLimit = 2 << 30
)

func main() {
	emulated := flag.String("kube", "", "the version of Kubernetes to emulate, such as 1.30; the program's own unless told")
	flag.Parse()
	if err := run(*emulated); err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(1)
	}
}

func run(emulated string) error {
	debug.SetGCPercent(garbagePercent)
	debug.SetMemoryLimit(softMemoryLimit)
	// What the server logs about a request is in the answer where it matters.
	klog.SetLogger(logr.Discard())
	kube, err := newKubernetes(emulated)
	if err != nil {
		return err
	}
	return serve(os.Stdin, os.Stdout, kube.answer)
}
