package main

import (
	// Holds the function that is linked below.
	"k8s.io/apiserver/pkg/admission/plugin/policy/validating"

	// For go:linkname.
	_ "unsafe"
)

// compileAsServer is the function with which kube-apiserver compiles a policy. It is not exported; should its name or
// shape change, this no longer links or the comparison with the server fails.
//
//go:linkname compileAsServer k8s.io/apiserver/pkg/admission/plugin/policy/validating.compilePolicy
func compileAsServer(policy *validating.Policy) validating.Validator
