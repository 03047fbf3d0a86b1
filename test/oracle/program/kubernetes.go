package main

import (
	"fmt"

	celgo "github.com/google/cel-go/cel"
	"k8s.io/apimachinery/pkg/util/version"
	celplugin "k8s.io/apiserver/pkg/admission/plugin/cel"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"
	"k8s.io/apiserver/pkg/util/compatibility"
	basecompatibility "k8s.io/component-base/compatibility"
)

var (
	oldestEmulated = version.MajorMinor(1, 30)
	// StrictCostEnforcementForVAP is on since then; before, calls of Kubernetes' own functions cost 1 each.
	strictCostSince = version.MajorMinor(1, 32)
	// Before, an audit annotation that was there already was not written again, so that the first failure stayed alone.
	allFailuresAuditedSince = version.MajorMinor(1, 37)
	// Before, objects of built-in kinds were converted to maps for CEL; since then CEL looks into the Go types.
	typedObjectsSince = version.MajorMinor(1, 37)
	// Before, metadata without a creation timestamp, such as that of a pod template, had one that was null.
	nullTimestampsUntil = version.MajorMinor(1, 34)
)

// kubernetes is one version of it: the program's own, or an older one emulated. A process is of one version, since the
// server keeps the version that new expressions have to be compatible with in a global variable.
type kubernetes struct {
	version    *version.Version
	isEmulated bool
	// How stored expressions are compiled: the server's own environment for these knows everything that its binary
	// knows, whatever the version, so an older version takes the environment that is limited by version.
	mode    environment.Type
	running map[celplugin.OptionalVariableDeclarations]*environment.EnvSet
	// What expressions have to be compatible with when they are written: the version before.
	writing *environment.EnvSet
}

func newKubernetes(emulated string) (*kubernetes, error) {
	effective, ok := compatibility.DefaultComponentGlobalsRegistry.EffectiveVersionFor(
		basecompatibility.DefaultKubeComponent).(basecompatibility.MutableEffectiveVersion)
	if !ok {
		return nil, fmt.Errorf("the version that Kubernetes is compatible with cannot be changed any more")
	}
	own := version.MajorMinor(effective.BinaryVersion().Major(), effective.BinaryVersion().Minor())
	asked := own
	if emulated != "" {
		var err error
		if asked, err = version.ParseMajorMinor(emulated); err != nil {
			return nil, fmt.Errorf("-kube: %w", err)
		}
	}
	if asked.LessThan(oldestEmulated) || own.LessThan(asked) {
		return nil, fmt.Errorf("-kube %s: can be %s to %s", asked, oldestEmulated, own)
	}
	effective.SetMinCompatibilityVersion(asked.SubtractMinor(1))

	kube := &kubernetes{version: asked, isEmulated: asked.LessThan(own), mode: environment.StoredExpressions}
	compatible := environment.DefaultCompatibilityVersion()
	running := environment.MustBaseEnvSet(compatible)
	if kube.isEmulated {
		kube.mode = environment.NewExpressions
		running = environment.MustBaseEnvSet(asked)
	}
	var err error
	if kube.running, err = kube.declareRequest(running); err != nil {
		return nil, err
	}
	writing, err := kube.declareRequest(environment.MustBaseEnvSet(compatible))
	if err != nil {
		return nil, err
	}
	kube.writing = writing[everythingDeclared]
	return kube, nil
}

func (k *kubernetes) conversions() conversions {
	return conversions{asMaps: !k.atLeast(typedObjectsSince), nullTimestamps: !k.atLeast(nullTimestampsUntil)}
}

func (k *kubernetes) atLeast(other *version.Version) bool {
	return k.version.AtLeast(other)
}

var everythingDeclared = celplugin.OptionalVariableDeclarations{HasParams: true, HasAuthorizer: true}

// declareRequest does what celplugin.mustBuildEnvs does, once and not for every policy: that takes two of the three
// milliseconds in which the server compiles a policy.
func (k *kubernetes) declareRequest(base *environment.EnvSet) (map[celplugin.OptionalVariableDeclarations]*environment.EnvSet, error) {
	envs := map[celplugin.OptionalVariableDeclarations]*environment.EnvSet{}
	for _, hasParams := range []bool{false, true} {
		for _, hasAuthorizer := range []bool{false, true} {
			declared := celplugin.OptionalVariableDeclarations{HasParams: hasParams, HasAuthorizer: hasAuthorizer}
			env, err := base.Extend(declarations(declared), k.costs())
			if err != nil {
				return nil, err
			}
			envs[declared] = env
		}
	}
	return envs, nil
}

func declarations(declared celplugin.OptionalVariableDeclarations) environment.VersionedOptions {
	requestType, namespaceType := celplugin.BuildRequestType(), celplugin.BuildNamespaceType()
	options := []celgo.EnvOption{
		celgo.Variable(celplugin.ObjectVarName, celgo.DynType),
		celgo.Variable(celplugin.OldObjectVarName, celgo.DynType),
		celgo.Variable(celplugin.NamespaceVarName, namespaceType.CelType()),
		celgo.Variable(celplugin.RequestVarName, requestType.CelType()),
	}
	if declared.HasParams {
		options = append(options, celgo.Variable(celplugin.ParamsVarName, celgo.DynType))
	}
	if declared.HasAuthorizer {
		options = append(options,
			celgo.Variable(celplugin.AuthorizerVarName, library.AuthorizerType),
			celgo.Variable(celplugin.RequestResourceAuthorizerVarName, library.ResourceCheckType))
	}
	return environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		EnvOptions:        options,
		DeclTypes:         []*apiservercel.DeclType{namespaceType, requestType},
	}
}

func (k *kubernetes) costs() environment.VersionedOptions {
	if k.atLeast(strictCostSince) {
		return environment.StrictCostOpt
	}
	return environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		ProgramOptions:    []celgo.ProgramOption{celgo.CostTracking(nil)},
	}
}
