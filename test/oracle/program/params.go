package main

import (
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/admission/plugin/policy/validating"
	"k8s.io/client-go/tools/cache"
)

// setParams gives a hook what the server's caches would hold of the kind that its policy takes parameters from.
func setParams(hook *validating.PolicyHook, kinds []paramKind) error {
	wanted := hook.Policy.Spec.ParamKind
	if wanted == nil {
		return nil
	}
	groupVersion, err := schema.ParseGroupVersion(wanted.APIVersion)
	if err != nil {
		return err
	}
	kind := groupVersion.WithKind(wanted.Kind)
	for _, each := range kinds {
		if each.APIVersion != wanted.APIVersion || each.Kind != wanted.Kind {
			continue
		}
		hook.ParamScope = each.scope()
		hook.ParamInformer, err = newParamInformer(each, kind)
		return err
	}
	// The server's words for a kind that it does not serve.
	hook.ConfigurationError = fmt.Errorf("failed to find resource referenced by paramKind: '%v'", kind)
	return nil
}

func (p paramKind) scope() meta.RESTScope {
	if p.Namespaced {
		return meta.RESTScopeNamespace
	}
	return meta.RESTScopeRoot
}

// paramInformer is a cache that is complete and never changes.
type paramInformer struct {
	cache.SharedIndexInformer
	lister cache.GenericLister
}

func newParamInformer(from paramKind, kind schema.GroupVersionKind) (paramInformer, error) {
	indexer := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
	for _, text := range from.Objects {
		object, err := decodeObject(text)
		if err != nil {
			return paramInformer{}, fmt.Errorf("params: %w", err)
		}
		if object, err = asCached(object, kind); err != nil {
			return paramInformer{}, fmt.Errorf("params: %w", err)
		}
		if err := indexer.Add(object); err != nil {
			return paramInformer{}, fmt.Errorf("params: %w", err)
		}
	}
	return paramInformer{lister: cache.NewGenericLister(indexer, schema.GroupResource{Group: kind.Group, Resource: kind.Kind})}, nil
}

// asCached is how client-go's caches hold an object: built-in kinds as Go types of the version, without kind.
func asCached(object runtime.Object, kind schema.GroupVersionKind) (runtime.Object, error) {
	known, ok := findBuiltin(kind)
	if !ok {
		return object, nil
	}
	versioned, err := known.scheme.ConvertToVersion(object, kind.GroupVersion())
	if err != nil {
		return nil, err
	}
	versioned.GetObjectKind().SetGroupVersionKind(schema.GroupVersionKind{})
	return versioned, nil
}

func (p paramInformer) Informer() cache.SharedIndexInformer { return p }
func (p paramInformer) Lister() cache.GenericLister         { return p.lister }
func (p paramInformer) HasSynced() bool                     { return true }
