package main

import (
	"fmt"

	celgo "github.com/google/cel-go/cel"
	celplugin "k8s.io/apiserver/pkg/admission/plugin/cel"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// newCompiler makes the server's compiler for the expressions of one policy, in the one environment that they need; the
// server's own constructor makes eight of them in two modes each.
func newCompiler(envs *environment.EnvSet, mode environment.Type, places places) (*celplugin.CompositedCompiler, error) {
	composited, err := celplugin.NewCompositedCompilerForTypeChecking(envs)
	if err != nil {
		return nil, err
	}
	env, err := composited.Env(mode)
	if err != nil {
		return nil, err
	}
	compiler := &expressionCompiler{env: env, places: places, stored: map[celplugin.ExpressionAccessor]celplugin.CompilationResult{}}
	composited.Compiler = compiler
	composited.ConditionCompiler = compiler
	return composited, nil
}

// storeVariablesOf gives a compiler the variables that another one has compiled.
func storeVariablesOf(from, to *celplugin.CompositedCompiler, variables []celplugin.NamedExpressionAccessor) {
	to.Compiler.(*expressionCompiler).stored = from.Compiler.(*expressionCompiler).stored
	to.CompileAndStoreVariables(variables, celplugin.OptionalVariableDeclarations{}, "")
}

// expressionCompiler compiles for one environment, whatever declarations it is asked for.
type expressionCompiler struct {
	env    *celgo.Env
	places places
	stored map[celplugin.ExpressionAccessor]celplugin.CompilationResult
}

func (c *expressionCompiler) CompileCELExpression(
	expression celplugin.ExpressionAccessor, _ celplugin.OptionalVariableDeclarations, _ environment.Type,
) celplugin.CompilationResult {
	if known, ok := c.stored[expression]; ok {
		return known
	}
	result := compile(c.env, expression)
	if result.Program != nil {
		result.Program = recordedProgram{Program: result.Program, place: c.places[expression]}
	}
	c.stored[expression] = result
	return result
}

func (c *expressionCompiler) CompileCondition(
	expressions []celplugin.ExpressionAccessor, declared celplugin.OptionalVariableDeclarations, mode environment.Type,
) celplugin.ConditionEvaluator {
	results := make([]celplugin.CompilationResult, len(expressions))
	for i, each := range expressions {
		if each != nil {
			results[i] = c.CompileCELExpression(each, declared, mode)
		}
	}
	return celplugin.NewCondition(results)
}

// compile is CompileCELExpression of the server's compiler, which cannot be had for a single environment.
func compile(env *celgo.Env, expression celplugin.ExpressionAccessor) celplugin.CompilationResult {
	failed := func(kind apiservercel.ErrorType, detail string, cause error) celplugin.CompilationResult {
		return celplugin.CompilationResult{
			Error:              &apiservercel.Error{Type: kind, Detail: detail, Cause: cause},
			ExpressionAccessor: expression,
		}
	}
	ast, issues := env.Compile(expression.GetExpression())
	if issues != nil {
		return failed(apiservercel.ErrorTypeInvalid, "compilation failed: "+issues.String(), apiservercel.NewCompilationError(issues))
	}
	if reason := wrongType(ast.OutputType(), expression.ReturnTypes()); reason != "" {
		return failed(apiservercel.ErrorTypeInvalid, reason, nil)
	}
	program, err := env.Program(ast, celgo.InterruptCheckFrequency(celconfig.CheckFrequency))
	if err != nil {
		return failed(apiservercel.ErrorTypeInternal, "program instantiation failed: "+err.Error(), nil)
	}
	return celplugin.CompilationResult{Program: program, ExpressionAccessor: expression, OutputType: ast.OutputType()}
}

func wrongType(got *celgo.Type, allowed []*celgo.Type) string {
	for _, each := range allowed {
		if got.IsExactType(each) || celgo.AnyType.IsExactType(each) {
			return ""
		}
	}
	if len(allowed) == 1 {
		return fmt.Sprintf("must evaluate to %v but got %v", allowed[0], got)
	}
	return fmt.Sprintf("must evaluate to one of %v but got %v", allowed, got)
}
