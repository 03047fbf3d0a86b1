package main

import (
	"encoding/json"
	"fmt"
	"net/http"

	admission "k8s.io/api/admission/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
)

var deciders = map[string]func(server string) (decider, error){"generic": generic, "crossplane": crossplane}

func generic(server string) (decider, error) {
	used := map[string]string{}
	err := listUsages(server, func(usage *unstructured.Unstructured) error {
		used[usageKey(usage)] = usage.GetName()
		return nil
	})
	if err != nil {
		return nil, err
	}
	return func(body []byte) ([]byte, error) {
		var review admission.AdmissionReview
		if err := json.Unmarshal(body, &review); err != nil {
			return nil, err
		}
		var object meta.PartialObjectMetadata
		if err := json.Unmarshal(review.Request.OldObject.Raw, &object); err != nil {
			return nil, err
		}
		by, isUsed := used[objectKey(object.APIVersion, object.Kind, object.Namespace, object.Name)]
		return answer(&review, isUsed, "in use by "+by)
	}, nil
}

func crossplane(server string) (decider, error) {
	usages, err := indexedUsages(server)
	if err != nil {
		return nil, err
	}
	scheme := runtime.NewScheme()
	if err := admission.AddToScheme(scheme); err != nil {
		return nil, err
	}
	decoder := serializer.NewCodecFactory(scheme).UniversalDeserializer()
	return func(body []byte) ([]byte, error) {
		review := &admission.AdmissionReview{}
		if _, _, err := decoder.Decode(body, nil, review); err != nil {
			return nil, err
		}
		object := &unstructured.Unstructured{}
		if err := object.UnmarshalJSON(review.Request.OldObject.Raw); err != nil {
			return nil, err
		}
		key := objectKey(object.GetAPIVersion(), object.GetKind(), object.GetNamespace(), object.GetName())
		found, err := usages.ByIndex(inUse, key)
		if err != nil {
			return nil, err
		}
		// The cache of controller-runtime copies what it gives.
		list := &unstructured.UnstructuredList{}
		for _, one := range found {
			list.Items = append(list.Items, *one.(*unstructured.Unstructured).DeepCopy())
		}
		return answer(review, len(list.Items) > 0, message(list))
	}, nil
}

func message(list *unstructured.UnstructuredList) string {
	if len(list.Items) == 0 {
		return ""
	}
	first := list.Items[0]
	reason, _, _ := unstructured.NestedString(first.Object, "spec", "reason")
	return fmt.Sprintf("This resource is in-use by %d usage(s), including the *Usage %q with reason: %q.",
		len(list.Items), first.GetName(), reason)
}

func answer(review *admission.AdmissionReview, isDenied bool, message string) ([]byte, error) {
	response := &admission.AdmissionResponse{UID: review.Request.UID, Allowed: !isDenied}
	if isDenied {
		response.Result = &meta.Status{Code: http.StatusConflict, Reason: meta.StatusReasonConflict, Message: message}
	}
	return json.Marshal(admission.AdmissionReview{TypeMeta: review.TypeMeta, Response: response})
}
