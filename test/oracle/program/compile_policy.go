package main

import (
	"fmt"

	celplugin "k8s.io/apiserver/pkg/admission/plugin/cel"
	"k8s.io/apiserver/pkg/admission/plugin/policy/validating"
	"k8s.io/apiserver/pkg/admission/plugin/webhook/matchconditions"
)

// compilePolicy is validating.compilePolicy of k8s.io/apiserver, with programs that record what they cost. The comparison
// with the server runs the server's own function on the same requests, so that a difference does not go unnoticed.
func (k *kubernetes) compilePolicy(policy *validating.Policy) (validating.Validator, error) {
	declared := celplugin.OptionalVariableDeclarations{HasParams: policy.Spec.ParamKind != nil, HasAuthorizer: true}
	// Messages may not ask the authorizer.
	declaredInMessages := celplugin.OptionalVariableDeclarations{HasParams: declared.HasParams}
	spec := listExpressions(policy)
	compiler, err := newCompiler(k.running[declared], k.mode, spec.places)
	if err != nil {
		return nil, err
	}
	compiler.CompileAndStoreVariables(spec.variables, declared, k.mode)
	messageCompiler, err := newCompiler(k.running[declaredInMessages], k.mode, spec.places)
	if err != nil {
		return nil, err
	}
	storeVariablesOf(compiler, messageCompiler, spec.variables)

	var matcher matchconditions.Matcher
	if len(spec.matchConditions) > 0 {
		conditions := compiler.CompileCondition(spec.matchConditions, declared, k.mode)
		matcher = matchconditions.NewMatcher(conditions, policy.Spec.FailurePolicy, "policy", "validate", policy.Name)
	}
	return validating.NewValidator(
		compiler.CompileCondition(spec.validations, declared, k.mode),
		matcher,
		compiler.CompileCondition(spec.auditAnnotations, declared, k.mode),
		messageCompiler.CompileCondition(spec.messages, declaredInMessages, k.mode),
		policy.Spec.FailurePolicy,
		nil,
	), nil
}

// expressions are those of a policy as the server's compiler wants them, and where each stands in the spec.
type expressions struct {
	variables        []celplugin.NamedExpressionAccessor
	matchConditions  []celplugin.ExpressionAccessor
	validations      []celplugin.ExpressionAccessor
	messages         []celplugin.ExpressionAccessor
	auditAnnotations []celplugin.ExpressionAccessor
	places           places
}

type places map[celplugin.ExpressionAccessor]string

func listExpressions(policy *validating.Policy) expressions {
	spec := &policy.Spec
	list := expressions{messages: make([]celplugin.ExpressionAccessor, len(spec.Validations)), places: places{}}
	for _, each := range spec.Variables {
		variable := &validating.Variable{Name: each.Name, Expression: each.Expression}
		list.variables = append(list.variables, variable)
		list.places[variable] = "variables." + each.Name
	}
	for i := range spec.MatchConditions {
		condition := (*matchconditions.MatchCondition)(&spec.MatchConditions[i])
		list.matchConditions = append(list.matchConditions, condition)
		list.places[condition] = fmt.Sprintf("matchConditions[%d].expression", i)
	}
	for i, each := range spec.Validations {
		condition := &validating.ValidationCondition{Expression: each.Expression, Message: each.Message, Reason: each.Reason}
		list.validations = append(list.validations, condition)
		list.places[condition] = fmt.Sprintf("validations[%d].expression", i)
		if each.MessageExpression != "" {
			message := &validating.MessageExpressionCondition{MessageExpression: each.MessageExpression}
			list.messages[i] = message
			list.places[message] = fmt.Sprintf("validations[%d].messageExpression", i)
		}
	}
	for i, each := range spec.AuditAnnotations {
		condition := &validating.AuditAnnotationCondition{Key: each.Key, ValueExpression: each.ValueExpression}
		list.auditAnnotations = append(list.auditAnnotations, condition)
		list.places[condition] = fmt.Sprintf("auditAnnotations[%d].valueExpression", i)
	}
	return list
}
