package main

import (
	"fmt"
	"io"
	"net/http"
	"net/url"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/cache"
)

const (
	collection = "/apis/protection.holdfast.dev/v1alpha1/usages"
	pageSize   = "500"
	inUse      = "in-use"
)

// listUsages calls add for each of them.
func listUsages(server string, add func(*unstructured.Unstructured) error) error {
	for from := ""; ; {
		query := url.Values{"limit": {pageSize}}
		if from != "" {
			query.Set("continue", from)
		}
		page, err := readPage(server + collection + "?" + query.Encode())
		if err != nil {
			return err
		}
		for at := range page.Items {
			if err := add(&page.Items[at]); err != nil {
				return err
			}
		}
		if from = page.GetContinue(); from == "" {
			return nil
		}
	}
}

func readPage(address string) (*unstructured.UnstructuredList, error) {
	response, err := http.Get(address)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	page := &unstructured.UnstructuredList{}
	return page, page.UnmarshalJSON(body)
}

// usageKey is what a Usage keeps in use: "apiVersion.kind.namespace.name".
func usageKey(usage *unstructured.Unstructured) string {
	of, _, _ := unstructured.NestedMap(usage.Object, "spec", "of")
	name, _, _ := unstructured.NestedString(of, "resourceRef", "name")
	apiVersion, _ := of["apiVersion"].(string)
	kind, _ := of["kind"].(string)
	return objectKey(apiVersion, kind, usage.GetNamespace(), name)
}

func objectKey(apiVersion, kind, namespace, name string) string {
	return fmt.Sprintf("%s.%s.%s.%s", apiVersion, kind, namespace, name)
}

// indexedUsages is a cache as an informer of client-go keeps it.
func indexedUsages(server string) (cache.Indexer, error) {
	indexer := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{
		inUse: func(object any) ([]string, error) {
			return []string{usageKey(object.(*unstructured.Unstructured))}, nil
		},
	})
	return indexer, listUsages(server, func(usage *unstructured.Unstructured) error { return indexer.Add(usage) })
}
