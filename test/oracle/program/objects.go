package main

import (
	"encoding/json"
	"fmt"
	"reflect"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apiserver"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
)

// builtin is a scheme of kinds that are Go types in the server, and the decoder to their internal version.
type builtin struct {
	scheme  *runtime.Scheme
	decoder runtime.Decoder
}

var builtins = []builtin{
	newBuiltin(legacyscheme.Scheme, legacyscheme.Codecs),
	newBuiltin(apiextensions.Scheme, apiextensions.Codecs),
}

func newBuiltin(scheme *runtime.Scheme, codecs serializer.CodecFactory) builtin {
	asJSON, ok := runtime.SerializerInfoForMediaType(codecs.SupportedMediaTypes(), runtime.ContentTypeJSON)
	if !ok {
		panic("no serializer for JSON")
	}
	return builtin{scheme: scheme, decoder: codecs.DecoderToVersion(asJSON.Serializer, runtime.InternalGroupVersioner)}
}

func findBuiltin(kind schema.GroupVersionKind) (builtin, bool) {
	for _, each := range builtins {
		if each.scheme.Recognizes(kind) {
			return each, true
		}
	}
	return builtin{}, false
}

// decodeObject reads an object as the server reads it from storage: a built-in kind with its defaults into the internal
// version, anything else as a custom resource, of which only the metadata has Go types. Returns nil for null.
func decodeObject(text json.RawMessage) (runtime.Object, error) {
	if isAbsent(text) {
		return nil, nil
	}
	content := map[string]any{}
	if err := utiljson.Unmarshal(text, &content); err != nil {
		return nil, err
	}
	object := &unstructured.Unstructured{Object: content}
	kind := object.GroupVersionKind()
	if kind.Version == "" || kind.Kind == "" {
		return nil, fmt.Errorf("an object without apiVersion and kind: %.200s", text)
	}
	known, ok := findBuiltin(kind)
	if !ok {
		return object, normalizeMetadata(content)
	}
	decoded, _, err := known.decoder.Decode(text, nil, nil)
	return decoded, err
}

func isAbsent(text json.RawMessage) bool {
	return len(text) == 0 || string(text) == "null"
}

// normalizeMetadata drops from the metadata of a custom resource what the server drops: null values, empty maps, fields
// that do not exist.
func normalizeMetadata(content map[string]any) error {
	metadata, found, err := objectmeta.GetObjectMeta(content, false)
	if err != nil {
		return fmt.Errorf("metadata: %w", err)
	}
	if !found {
		return nil
	}
	return objectmeta.SetObjectMeta(content, metadata)
}

// conversions create and convert objects to the version in which a policy wants to see them.
type conversions struct {
	// Gives out maps instead of Go types, as servers did until typedObjectsSince.
	asMaps         bool
	nullTimestamps bool
}

func (c conversions) New(kind schema.GroupVersionKind) (runtime.Object, error) {
	if known, ok := findBuiltin(kind); ok && !c.asMaps {
		return known.scheme.New(kind)
	}
	empty := &unstructured.Unstructured{}
	empty.SetGroupVersionKind(kind)
	return empty, nil
}

func (c conversions) Convert(in, out, context any) error {
	target, ok := out.(*unstructured.Unstructured)
	if !ok {
		return builtinOf(out.(runtime.Object)).scheme.Convert(in, out, context)
	}
	if custom, ok := in.(*unstructured.Unstructured); ok {
		// A custom resource converts by its name only, unless it has a conversion webhook.
		target.Object = custom.DeepCopy().Object
		return nil
	}
	return c.convertToMap(in.(runtime.Object), target)
}

func (c conversions) convertToMap(in runtime.Object, target *unstructured.Unstructured) error {
	kind := target.GroupVersionKind()
	known, ok := findBuiltin(kind)
	if !ok {
		return fmt.Errorf("%s is no built-in kind", kind)
	}
	versioned, err := known.scheme.ConvertToVersion(in, kind.GroupVersion())
	if err != nil {
		return err
	}
	if target.Object, err = runtime.DefaultUnstructuredConverter.ToUnstructured(versioned); err != nil {
		return err
	}
	if c.nullTimestamps {
		addNullTimestamps(reflect.ValueOf(versioned), target.Object)
	}
	return nil
}

func builtinOf(object runtime.Object) builtin {
	for _, each := range builtins {
		if _, _, err := each.scheme.ObjectKinds(object); err == nil {
			return each
		}
	}
	panic(fmt.Sprintf("%T is in no scheme", object))
}

func (c conversions) ConvertToVersion(runtime.Object, runtime.GroupVersioner) (runtime.Object, error) {
	panic("admission does not ask for this")
}

func (c conversions) ConvertFieldLabel(schema.GroupVersionKind, string, string) (string, string, error) {
	panic("admission does not ask for this")
}
