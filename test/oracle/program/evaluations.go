package main

import (
	"context"

	celgo "github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types/ref"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/admission/plugin/policy/generic"
)

// evaluation is one run of one expression. The cost is the one that the server counts against its limits: that of the
// variables it read is theirs.
type evaluation struct {
	Policy  string `json:"policy,omitempty"`
	Binding string `json:"binding,omitempty"`
	Place   string `json:"place"`
	Cost    uint64 `json:"cost"`
	Error   string `json:"error,omitempty"`
}

// recorder collects the evaluations of one request, and knows which policy and binding they belong to.
type recorder struct {
	policy, binding string
	evaluations     []evaluation
}

type recorderKey struct{}

func withRecorder(parent context.Context, to *recorder) context.Context {
	return context.WithValue(parent, recorderKey{}, to)
}

type recordedProgram struct {
	celgo.Program
	place string
}

func (p recordedProgram) ContextEval(ctx context.Context, activation any) (ref.Val, *celgo.EvalDetails, error) {
	value, details, err := p.Program.ContextEval(ctx, activation)
	to, ok := ctx.Value(recorderKey{}).(*recorder)
	if !ok {
		return value, details, err
	}
	done := evaluation{Policy: to.policy, Binding: to.binding, Place: p.place}
	if details != nil && details.ActualCost() != nil {
		done.Cost = *details.ActualCost()
	}
	if err != nil {
		done.Error = err.Error()
	}
	to.evaluations = append(to.evaluations, done)
	return value, details, err
}

// recordingMatcher tells the recorder what the server is about to evaluate.
type recordingMatcher struct {
	generic.PolicyMatcher
	to *recorder
}

func (m recordingMatcher) DefinitionMatches(
	a admission.Attributes, o admission.ObjectInterfaces, policy generic.PolicyAccessor,
) (bool, schema.GroupVersionResource, schema.GroupVersionKind, error) {
	m.to.policy = policy.GetName()
	return m.PolicyMatcher.DefinitionMatches(a, o, policy)
}

func (m recordingMatcher) BindingMatches(
	a admission.Attributes, o admission.ObjectInterfaces, binding generic.BindingAccessor,
) (bool, error) {
	m.to.binding = binding.GetName()
	return m.PolicyMatcher.BindingMatches(a, o, binding)
}
