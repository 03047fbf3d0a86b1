package main

import (
	"context"
	"math"
	"strings"

	celgo "github.com/google/cel-go/cel"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apiserver/pkg/admission"
	celplugin "k8s.io/apiserver/pkg/admission/plugin/cel"
	"k8s.io/apiserver/pkg/admission/plugin/policy/validating"
	"k8s.io/apiserver/pkg/cel/environment"
)

// anyExpression may have any type, unlike the expressions of policies.
type anyExpression struct{ text string }

func (e *anyExpression) GetExpression() string      { return e.text }
func (e *anyExpression) ReturnTypes() []*celgo.Type { return []*celgo.Type{celgo.AnyType} }

func (k *kubernetes) answerCel(asked *celTask) any {
	situation, err := k.newSituation(asked)
	if err != nil {
		return failedAnswer{Problem: err.Error()}
	}
	answer := celAnswer{Results: make([]celResult, len(asked.Expressions))}
	for i, text := range asked.Expressions {
		if answer.Results[i], err = k.evaluate(situation, asked.Variables, text); err != nil {
			return failedAnswer{Problem: err.Error()}
		}
	}
	return answer
}

// situation is what expressions are evaluated on.
type situation struct {
	versioned *admission.VersionedAttributes
	bindings  celplugin.OptionalVariableBindings
	asked     *celTask
	kind      metav1.GroupVersionKind
	resource  metav1.GroupVersionResource
}

func (k *kubernetes) newSituation(asked *celTask) (*situation, error) {
	attributes, err := newAttributes(&asked.Input.Request)
	if err != nil {
		return nil, err
	}
	params, err := decodeObject(asked.Params)
	if err != nil {
		return nil, err
	}
	interfaces := objectInterfaces{k.conversions(), asked.Input.Equivalents}
	versioned, err := admission.NewVersionedAttributes(attributes, attributes.GetKind(), interfaces)
	if err != nil {
		return nil, err
	}
	return &situation{
		versioned: versioned,
		bindings:  celplugin.OptionalVariableBindings{VersionedParams: params, Authorizer: authorizations(asked.Input.Authorizer)},
		asked:     asked,
		kind:      metav1.GroupVersionKind(attributes.GetKind()),
		resource:  metav1.GroupVersionResource(attributes.GetResource()),
	}, nil
}

// evaluate runs one expression with variables of its own, so that its costs do not depend on its neighbours.
func (k *kubernetes) evaluate(on *situation, variables []namedExpression, text string) (celResult, error) {
	expression := &anyExpression{text}
	places := places{expression: "expression"}
	named := make([]celplugin.NamedExpressionAccessor, len(variables))
	for i, each := range variables {
		variable := &validating.Variable{Name: each.Name, Expression: each.Expression}
		named[i], places[variable] = variable, "variables."+each.Name
	}
	result := celResult{Variables: []evaluation{}}
	writing, err := newCompiler(k.writing, environment.NewExpressions, places)
	if err != nil {
		return result, err
	}
	writing.CompileAndStoreVariables(named, everythingDeclared, environment.NewExpressions)
	if rejected := writing.CompileCELExpression(expression, everythingDeclared, environment.NewExpressions); rejected.Error != nil {
		result.WriteError = rejected.Error.Error()
	}
	running, err := newCompiler(k.running[everythingDeclared], k.mode, places)
	if err != nil {
		return result, err
	}
	running.CompileAndStoreVariables(named, everythingDeclared, k.mode)
	compiled := running.CompileCELExpression(expression, everythingDeclared, k.mode)
	if compiled.Error != nil {
		result.CompileError = compiled.Error.Error()
		return result, nil
	}
	result.Type = compiled.OutputType.String()
	condition := running.CompileCondition([]celplugin.ExpressionAccessor{expression}, everythingDeclared, k.mode)
	return result, on.run(condition, text, &result)
}

func (s *situation) run(condition celplugin.ConditionEvaluator, text string, result *celResult) error {
	namespace, err := namespaceOf(&s.asked.Input)
	if err != nil {
		return err
	}
	record := &recorder{}
	request := celplugin.CreateAdmissionRequest(s.versioned, s.resource, s.kind)
	results, _, err := condition.ForInput(withRecorder(context.Background(), record), s.versioned, request, s.bindings,
		celplugin.CreateNamespaceObject(namespace), math.MaxInt64)
	if err != nil {
		return err
	}
	for _, each := range record.evaluations {
		if each.Place == "expression" {
			result.Cost = each.Cost
		} else {
			result.Variables = append(result.Variables, each)
		}
	}
	if failure := results[0].Error; failure != nil {
		result.Error = strings.TrimPrefix(failure.Error(), "expression '"+text+"' resulted in error: ")
		return nil
	}
	result.Value = encode(encodeValue(results[0].EvalResult))
	return nil
}
