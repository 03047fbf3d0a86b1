package main

import (
	"context"
	"encoding/json"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/admission/plugin/policy/matching"
	clientset "k8s.io/client-go/kubernetes"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
)

// newMatcher makes the server's matcher, for a cluster that has only the Namespace of the request.
func newMatcher(asked *input) (*matching.Matcher, error) {
	namespace, err := namespaceOf(asked)
	return matching.NewMatcher(knownNamespace{namespace}, noCluster{}), err
}

// namespaceOf is the Namespace that the server knows at the time of the request; for a request about a Namespace that is
// the stored object.
func namespaceOf(asked *input) (*corev1.Namespace, error) {
	text := asked.NamespaceObject
	if asked.Request.Resource.Resource == "namespaces" && asked.Request.Resource.Group == "" && isAbsent(text) {
		text = asked.Request.OldObject
	}
	if isAbsent(text) {
		return nil, nil
	}
	namespace := &corev1.Namespace{}
	if err := json.Unmarshal(text, namespace); err != nil {
		return nil, fmt.Errorf("namespaceObject: %w", err)
	}
	return namespace, nil
}

// knownNamespace is the server's cache of Namespaces.
type knownNamespace struct{ namespace *corev1.Namespace }

func (k knownNamespace) List(labels.Selector) ([]*corev1.Namespace, error) {
	panic("admission does not ask for this")
}

func (k knownNamespace) Get(name string) (*corev1.Namespace, error) {
	if k.namespace == nil || k.namespace.Name != name {
		return nil, notFound(name)
	}
	return k.namespace, nil
}

func notFound(namespace string) error {
	return apierrors.NewNotFound(schema.GroupResource{Resource: "namespaces"}, namespace)
}

// noCluster is what the server asks for a Namespace that its cache does not have. Any other task is a nil
// dereference, which becomes the answer to the whole task.
type noCluster struct{ clientset.Interface }

func (noCluster) CoreV1() corev1client.CoreV1Interface { return noCore{} }

type noCore struct{ corev1client.CoreV1Interface }

func (noCore) Namespaces() corev1client.NamespaceInterface { return noNamespaces{} }

type noNamespaces struct {
	corev1client.NamespaceInterface
}

func (noNamespaces) Get(_ context.Context, name string, _ metav1.GetOptions) (*corev1.Namespace, error) {
	return nil, notFound(name)
}

// objectInterfaces are what admission has from the endpoint of the request.
type objectInterfaces struct {
	conversions
	equivalents []equivalent
}

func (o objectInterfaces) GetObjectCreater() runtime.ObjectCreater     { return o.conversions }
func (o objectInterfaces) GetObjectConvertor() runtime.ObjectConvertor { return o.conversions }
func (o objectInterfaces) GetObjectTyper() runtime.ObjectTyper         { return nil }
func (o objectInterfaces) GetObjectDefaulter() runtime.ObjectDefaulter { return nil }

func (o objectInterfaces) GetEquivalentResourceMapper() runtime.EquivalentResourceMapper {
	return equivalents(o.equivalents)
}

// equivalents are the versions, other than the requested one, in which the server has the same objects.
type equivalents []equivalent

func (e equivalents) EquivalentResourcesFor(schema.GroupVersionResource, string) []schema.GroupVersionResource {
	resources := make([]schema.GroupVersionResource, len(e))
	for i, each := range e {
		resources[i] = schema.GroupVersionResource(each.Resource)
	}
	return resources
}

func (e equivalents) KindFor(resource schema.GroupVersionResource, _ string) schema.GroupVersionKind {
	for _, each := range e {
		if schema.GroupVersionResource(each.Resource) == resource {
			return schema.GroupVersionKind(each.Kind)
		}
	}
	return schema.GroupVersionKind{}
}
