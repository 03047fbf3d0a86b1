package main

import (
	"context"
	"errors"
	"fmt"

	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/endpoints/handlers/responsewriters"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/admissionregistration"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/resolver"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/validatingadmissionpolicy"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/validatingadmissionpolicybinding"
)

// Without an authorizer: whether somebody may use a kind for parameters depends on who creates the policy.
var (
	policyStrategy  = validatingadmissionpolicy.NewStrategy(nil, nil)
	bindingStrategy = validatingadmissionpolicybinding.NewStrategy(nil, nil, resolver.ResourceResolverFunc(unresolved))
)

func unresolved(kind schema.GroupVersionKind) (schema.GroupVersionResource, error) {
	return schema.GroupVersionResource{}, fmt.Errorf("%s: only an authorizer would need its resource", kind)
}

// checkPolicy is what the server answers to the creation of a policy, in the version that the process emulates.
func checkPolicy(policy *admissionregistrationv1.ValidatingAdmissionPolicy) error {
	return check(policy, &admissionregistration.ValidatingAdmissionPolicy{}, policyStrategy, "validatingadmissionpolicies")
}

func checkBinding(binding *admissionregistrationv1.ValidatingAdmissionPolicyBinding) error {
	internal := &admissionregistration.ValidatingAdmissionPolicyBinding{}
	return check(binding, internal, bindingStrategy, "validatingadmissionpolicybindings")
}

func check(document, internal runtime.Object, strategy rest.RESTCreateStrategy, resource string) error {
	// A copy, since conversion shares memory and the strategy writes into what it checks.
	if err := legacyscheme.Scheme.Convert(document.DeepCopyObject(), internal, nil); err != nil {
		return err
	}
	ctx := genericapirequest.WithNamespace(context.Background(), "")
	ctx = genericapirequest.WithRequestInfo(ctx, &genericapirequest.RequestInfo{
		IsResourceRequest: true,
		Verb:              "create",
		APIGroup:          admissionregistrationv1.GroupName,
		APIVersion:        admissionregistrationv1.SchemeGroupVersion.Version,
		Resource:          resource,
	})
	metadata, err := meta.Accessor(internal)
	if err != nil {
		return err
	}
	rest.FillObjectMetaSystemFields(metadata)
	return rest.BeforeCreate(strategy, ctx, internal)
}

func statusOf(err error) status {
	answered := responsewriters.ErrorToAPIStatus(err)
	return status{Code: answered.Code, Reason: string(answered.Reason), Message: answered.Message}
}

func causesOf(err error) []badField {
	causes := []badField{}
	var failed *apierrors.StatusError
	if errors.As(err, &failed) && failed.ErrStatus.Details != nil {
		for _, each := range failed.ErrStatus.Details.Causes {
			causes = append(causes, badField{Field: each.Field, Message: each.Message})
		}
	}
	return causes
}
