package main

import (
	"encoding/base64"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

// encodeValue writes a CEL value as JSON: null, booleans and strings as they are, anything else as an object with one
// key, its type. Numbers are texts, since JSON readers round them and have no NaN. Maps are lists of pairs by key.
func encodeValue(value ref.Val) any {
	switch typed := value.(type) {
	case types.Null:
		return nil
	case types.Bool:
		return bool(typed)
	case types.String:
		return string(typed)
	case types.Int:
		return tagged("int", strconv.FormatInt(int64(typed), 10))
	case types.Uint:
		return tagged("uint", strconv.FormatUint(uint64(typed), 10))
	case types.Double:
		return tagged("double", doubleText(float64(typed)))
	case types.Bytes:
		return tagged("bytes", base64.StdEncoding.EncodeToString(typed))
	case types.Timestamp:
		return tagged("timestamp", typed.UTC().Format(time.RFC3339Nano))
	case types.Duration:
		return tagged("duration", typed.String())
	case *types.Optional:
		if !typed.HasValue() {
			return tagged("optional", []any{})
		}
		return tagged("optional", []any{encodeValue(typed.GetValue())})
	case *types.Type:
		return tagged("type", typed.TypeName())
	case traits.Mapper:
		return tagged("map", pairsOf(typed))
	case traits.Lister:
		return tagged("list", elementsOf(typed))
	}
	return tagged("other", fmt.Sprintf("%s %v", value.Type().TypeName(), value.Value()))
}

func tagged(kind string, value any) map[string]any {
	return map[string]any{kind: value}
}

func doubleText(value float64) string {
	if math.IsInf(value, 0) || math.IsNaN(value) {
		return strings.TrimPrefix(strconv.FormatFloat(value, 'g', -1, 64), "+")
	}
	return strconv.FormatFloat(value, 'g', -1, 64)
}

func elementsOf(list traits.Lister) []any {
	elements := []any{}
	for each := list.Iterator(); each.HasNext() == types.True; {
		elements = append(elements, encodeValue(each.Next()))
	}
	return elements
}

func pairsOf(from traits.Mapper) [][2]any {
	pairs := [][2]any{}
	for each := from.Iterator(); each.HasNext() == types.True; {
		key := each.Next()
		pairs = append(pairs, [2]any{encodeValue(key), encodeValue(from.Get(key))})
	}
	slices.SortFunc(pairs, func(a, b [2]any) int { return strings.Compare(fmt.Sprint(a[0]), fmt.Sprint(b[0])) })
	return pairs
}
