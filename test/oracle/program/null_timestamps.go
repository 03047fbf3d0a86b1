package main

import (
	"reflect"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

var objectMeta = reflect.TypeFor[metav1.ObjectMeta]()

// addNullTimestamps writes `creationTimestamp: null` into every metadata without one, such as that of a pod template. It
// iterates over a value beside the map that it was converted to, as servers before nullTimestampsUntil did.
func addNullTimestamps(value reflect.Value, content any) {
	switch value.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !value.IsNil() {
			addNullTimestamps(value.Elem(), content)
		}
	case reflect.Struct:
		addToFields(value, content)
	case reflect.Slice:
		items, _ := content.([]any)
		for i, item := range items {
			addNullTimestamps(value.Index(i), item)
		}
	case reflect.Map:
		entries, _ := content.(map[string]any)
		for each := value.MapRange(); each.Next(); {
			addNullTimestamps(each.Value(), entries[each.Key().String()])
		}
	}
}

func addToFields(value reflect.Value, content any) {
	fields, ok := content.(map[string]any)
	if !ok {
		return
	}
	if value.Type() == objectMeta {
		if _, has := fields["creationTimestamp"]; !has {
			fields["creationTimestamp"] = nil
		}
		return
	}
	for i := range value.NumField() {
		field := value.Type().Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case !field.IsExported() || name == "-":
		case name == "":
			addNullTimestamps(value.Field(i), content)
		case fields[name] != nil:
			addNullTimestamps(value.Field(i), fields[name])
		}
	}
}
