// Prints what the Go types of the API say and the OpenAPI documents do not: where JSON may hold a null, and the values
// of enumerations. Arguments: pairs of an import path and the directory of its source.
package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Field is one key of the JSON of a struct.
type Field struct {
	// Null: the API server may write a null there.
	Null bool `json:"null"`
	// EntryNull: an entry of the list or map may be null.
	EntryNull bool `json:"entryNull"`
	// Always: it is written, whatever it is.
	Always bool `json:"always"`
	// Values: of an enumeration, of the field or of its entries.
	Values []string `json:"values,omitempty"`
}

// named is a declared type, with the imports of the file that declares it.
type named struct {
	expression ast.Expr
	imports    map[string]string
	isEnum     bool
}

var (
	types     = map[string]named{}
	constants = map[string][]string{}
	texts     = map[string]string{}
	same      = map[string]string{}
)

// Written as null where they are empty, unless the field is left out (omitzero).
var emptyIsNull = []string{
	"k8s.io/apimachinery/pkg/apis/meta/v1.Time",
	"k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime",
	"k8s.io/apimachinery/pkg/runtime.RawExtension",
}

func main() {
	for at := 1; at+1 < len(os.Args); at += 2 {
		readPackage(os.Args[at], os.Args[at+1])
	}
	structs := map[string]map[string]Field{}
	for name, declared := range types {
		if structure, ok := declared.expression.(*ast.StructType); ok {
			structs[name] = fieldsOf(structure, declared.imports)
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(structs); err != nil {
		panic(err)
	}
}

func readPackage(path, directory string) {
	isSource := func(file os.FileInfo) bool { return !strings.HasSuffix(file.Name(), "_test.go") }
	packages, err := parser.ParseDir(token.NewFileSet(), directory, isSource, parser.ParseComments)
	if err != nil {
		panic(err)
	}
	for _, one := range packages {
		for _, file := range one.Files {
			readFile(path, file)
		}
	}
}

func readFile(path string, file *ast.File) {
	imports := map[string]string{"": path}
	for _, imported := range file.Imports {
		from, _ := strconv.Unquote(imported.Path.Value)
		name := from[strings.LastIndex(from, "/")+1:]
		if imported.Name != nil {
			name = imported.Name.Name
		}
		imports[name] = from
	}
	for _, declaration := range file.Decls {
		general, ok := declaration.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range general.Specs {
			switch one := spec.(type) {
			case *ast.TypeSpec:
				comment := general.Doc.Text() + one.Doc.Text()
				types[path+"."+one.Name.Name] = named{one.Type, imports, strings.Contains(comment, "+enum")}
			case *ast.ValueSpec:
				readConstant(path, one, imports)
			}
		}
	}
}

// readConstant notes a value of a named type: `A T = "a"`, `A = T("a")` or `A = T(other.B)`.
func readConstant(path string, spec *ast.ValueSpec, imports map[string]string) {
	for at, value := range spec.Values {
		of := spec.Type
		if call, ok := value.(*ast.CallExpr); ok && len(call.Args) == 1 {
			of, value = call.Fun, call.Args[0]
		}
		constant := path + "." + spec.Names[at].Name
		if literal, ok := value.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			texts[constant], _ = strconv.Unquote(literal.Value)
		} else if name, _ := resolve(value, imports); name != "" {
			same[constant] = name
		}
		if name, ok := of.(*ast.Ident); ok {
			constants[path+"."+name.Name] = append(constants[path+"."+name.Name], constant)
		}
	}
}

func fieldsOf(structure *ast.StructType, imports map[string]string) map[string]Field {
	fields := map[string]Field{}
	for _, field := range structure.Fields.List {
		if field.Tag == nil {
			continue
		}
		tag, _ := strconv.Unquote(field.Tag.Value)
		name, options, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
		if name == "-" {
			continue
		}
		if name == "" {
			addEmbedded(fields, field.Type, imports)
			continue
		}
		fields[name] = describe(field.Type, strings.Split(options, ","), imports)
	}
	return fields
}

func addEmbedded(fields map[string]Field, expression ast.Expr, imports map[string]string) {
	_, declared := resolve(expression, imports)
	if structure, ok := declared.expression.(*ast.StructType); ok {
		for name, field := range fieldsOf(structure, declared.imports) {
			fields[name] = field
		}
	}
}

func describe(expression ast.Expr, options []string, imports map[string]string) Field {
	isLeftOut := slices.Contains(options, "omitzero") || (slices.Contains(options, "omitempty") && isNilable(expression, imports))
	isOmitted := slices.Contains(options, "omitzero") || slices.Contains(options, "omitempty")
	field := Field{
		Null:   mayBeNull(expression, imports) && !isLeftOut,
		Always: !isOmitted && !mayBeNull(expression, imports),
		Values: valuesOf(expression, imports),
	}
	if entry, in := entryOf(expression, imports); entry != nil {
		field.EntryNull = mayBeNull(entry, in)
		if field.Values == nil {
			field.Values = valuesOf(entry, in)
		}
	}
	return field
}

func mayBeNull(expression ast.Expr, imports map[string]string) bool {
	name, _ := resolve(expression, imports)
	return isNilable(expression, imports) || slices.Contains(emptyIsNull, name)
}

func isNilable(expression ast.Expr, imports map[string]string) bool {
	switch one := expression.(type) {
	case *ast.StarExpr, *ast.MapType, *ast.InterfaceType:
		return true
	case *ast.ArrayType:
		return one.Len == nil
	}
	name, declared := resolve(expression, imports)
	return name != "" && declared.expression != nil && isNilable(declared.expression, declared.imports)
}

// entryOf is the type of what a list or map holds; bytes are text.
func entryOf(expression ast.Expr, imports map[string]string) (ast.Expr, map[string]string) {
	switch one := expression.(type) {
	case *ast.StarExpr:
		return entryOf(one.X, imports)
	case *ast.MapType:
		return one.Value, imports
	case *ast.ArrayType:
		if element, ok := one.Elt.(*ast.Ident); ok && element.Name == "byte" {
			return nil, nil
		}
		return one.Elt, imports
	}
	if _, declared := resolve(expression, imports); declared.expression != nil {
		return entryOf(declared.expression, declared.imports)
	}
	return nil, nil
}

func valuesOf(expression ast.Expr, imports map[string]string) []string {
	if pointer, ok := expression.(*ast.StarExpr); ok {
		return valuesOf(pointer.X, imports)
	}
	name, declared := resolve(expression, imports)
	if !declared.isEnum {
		return nil
	}
	found := []string{}
	for _, constant := range constants[name] {
		text, ok := texts[constant]
		if !ok {
			text = texts[same[constant]]
		}
		found = append(found, text)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// resolve finds the declaration of a named type; basic types have none.
func resolve(expression ast.Expr, imports map[string]string) (string, named) {
	switch one := expression.(type) {
	case *ast.Ident:
		name := imports[""] + "." + one.Name
		return name, types[name]
	case *ast.SelectorExpr:
		if from, ok := one.X.(*ast.Ident); ok {
			name := imports[from.Name] + "." + one.Sel.Name
			return name, types[name]
		}
	}
	return "", named{}
}
