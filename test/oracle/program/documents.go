package main

import (
	"encoding/json"
	"errors"
	"fmt"

	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/admission/plugin/policy/validating"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	kjson "sigs.k8s.io/json"
)

// documents are the policies and bindings of a task, as the server stores them.
type documents struct {
	policies   []*admissionregistrationv1.ValidatingAdmissionPolicy
	bindings   []*admissionregistrationv1.ValidatingAdmissionPolicyBinding
	rejections []rejection
}

func readDocuments(policies, bindings []json.RawMessage, check bool) (documents, error) {
	read := documents{rejections: []rejection{}}
	for _, text := range policies {
		policy := &admissionregistrationv1.ValidatingAdmissionPolicy{}
		if err := decodeDocument(text, "ValidatingAdmissionPolicy", policy); err != nil {
			return read, err
		}
		read.policies = append(read.policies, policy)
		if check {
			read.reject("ValidatingAdmissionPolicy/"+policy.Name, checkPolicy(policy))
		}
	}
	for _, text := range bindings {
		binding := &admissionregistrationv1.ValidatingAdmissionPolicyBinding{}
		if err := decodeDocument(text, "ValidatingAdmissionPolicyBinding", binding); err != nil {
			return read, err
		}
		read.bindings = append(read.bindings, binding)
		if check {
			read.reject("ValidatingAdmissionPolicyBinding/"+binding.Name, checkBinding(binding))
		}
	}
	return read, nil
}

// decodeDocument reads a document as strictly as kubectl apply does, and writes the server's defaults into it.
func decodeDocument(text json.RawMessage, kind string, into runtime.Object) error {
	strict, err := kjson.UnmarshalStrict(text, into)
	if err == nil {
		err = errors.Join(strict...)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", kind, err)
	}
	got := into.GetObjectKind().GroupVersionKind()
	if want := admissionregistrationv1.SchemeGroupVersion.WithKind(kind); got != want {
		return fmt.Errorf("a document of %s among those of %s", got, want)
	}
	legacyscheme.Scheme.Default(into)
	return nil
}

// hooks are what the server's own source makes of documents: policies in the given order, without those that no binding
// names. The order of the server is random, and changes.
func (k *kubernetes) hooks(read documents, asked *admissionTask) ([]validating.PolicyHook, error) {
	compilePolicy := k.compilePolicy
	if asked.CompileAsServer {
		compilePolicy = func(policy *validating.Policy) (validating.Validator, error) { return compileAsServer(policy), nil }
	}
	hooks := []validating.PolicyHook{}
	for _, policy := range read.policies {
		hook := validating.PolicyHook{Policy: policy}
		for _, binding := range read.bindings {
			if binding.Spec.PolicyName == policy.Name {
				hook.Bindings = append(hook.Bindings, binding)
			}
		}
		if len(hook.Bindings) == 0 {
			continue
		}
		var err error
		if hook.Evaluator, err = compilePolicy(policy); err != nil {
			return nil, err
		}
		if err = setParams(&hook, asked.Params); err != nil {
			return nil, err
		}
		hooks = append(hooks, hook)
	}
	return hooks, nil
}

func (d *documents) reject(document string, err error) {
	if err == nil {
		return
	}
	d.rejections = append(d.rejections, rejection{Document: document, Status: statusOf(err), Causes: causesOf(err)})
}
