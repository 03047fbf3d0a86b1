package main

import (
	"encoding/json"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/authentication/user"
)

// attributes are those of one request; they keep the audit annotations, which the server's own keep to themselves.
type attributes struct {
	admission.Attributes
	annotations map[string]string
}

func newAttributes(asked *request) (*attributes, error) {
	object, err := decodeObject(asked.Object)
	if err != nil {
		return nil, fmt.Errorf("object: %w", err)
	}
	oldObject, err := decodeObject(asked.OldObject)
	if err != nil {
		return nil, fmt.Errorf("oldObject: %w", err)
	}
	options, err := decodeOptions(asked.Operation, asked.Options)
	if err != nil {
		return nil, fmt.Errorf("options: %w", err)
	}
	kind, resource := asked.requested()
	return &attributes{
		Attributes: admission.NewAttributesRecord(
			object, oldObject, kind, asked.Namespace, asked.Name, resource, asked.SubResource,
			admission.Operation(asked.Operation), options, asked.DryRun, asked.UserInfo.info(),
		),
		annotations: map[string]string{},
	}, nil
}

// requested are the kind and resource that the client named; those of an AdmissionReview beside them, which a policy has
// matched, are found again.
func (r *request) requested() (schema.GroupVersionKind, schema.GroupVersionResource) {
	kind, resource := r.Kind, r.Resource
	if r.RequestKind != nil {
		kind = *r.RequestKind
	}
	if r.RequestResource != nil {
		resource = *r.RequestResource
	}
	return schema.GroupVersionKind(kind), schema.GroupVersionResource(resource)
}

func (u *userInfo) info() user.Info {
	return &user.DefaultInfo{Name: u.Username, UID: u.UID, Groups: u.Groups, Extra: u.Extra}
}

func decodeOptions(operation string, text json.RawMessage) (runtime.Object, error) {
	options, kind := newOptions(admission.Operation(operation))
	if options == nil {
		return nil, fmt.Errorf("%q is none of CREATE, UPDATE, DELETE", operation)
	}
	if !isAbsent(text) {
		if err := json.Unmarshal(text, options); err != nil {
			return nil, err
		}
	}
	options.GetObjectKind().SetGroupVersionKind(metav1.SchemeGroupVersion.WithKind(kind))
	return options, nil
}

func newOptions(operation admission.Operation) (runtime.Object, string) {
	switch operation {
	case admission.Create:
		return &metav1.CreateOptions{}, "CreateOptions"
	case admission.Update:
		return &metav1.UpdateOptions{}, "UpdateOptions"
	case admission.Delete:
		return &metav1.DeleteOptions{}, "DeleteOptions"
	}
	return nil, ""
}

func (a *attributes) AddAnnotation(key, value string) error {
	if err := a.Attributes.AddAnnotation(key, value); err != nil {
		return err
	}
	a.annotations[key] = value
	return nil
}
