package main

import (
	"slices"

	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kubernetes/pkg/kubeapiserver/admission/exclusion"
)

// isExempt tells which resources no policy of the API ever sees. Those of admission itself are unexported in generic.Plugin.
func isExempt(resource schema.GroupResource) bool {
	if resource.Group == admissionregistrationv1.GroupName {
		return slices.Contains([]string{
			"validatingadmissionpolicies", "validatingadmissionpolicybindings",
			"mutatingadmissionpolicies", "mutatingadmissionpolicybindings",
		}, resource.Resource)
	}
	return slices.Contains(exclusion.Excluded(), resource)
}
