package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/admission/plugin/policy/generic"
	"k8s.io/apiserver/pkg/admission/plugin/policy/validating"
	"k8s.io/apiserver/pkg/endpoints/filters"
)

func (k *kubernetes) answerAdmission(asked *admissionTask) any {
	read, err := readDocuments(asked.Policies, asked.Bindings, !asked.SkipChecks)
	if err != nil {
		return failedAnswer{Problem: err.Error()}
	}
	hooks, err := k.hooks(read, asked)
	if err != nil {
		return failedAnswer{Problem: err.Error()}
	}
	answer := admissionAnswer{Rejections: read.rejections, Answers: make([]outcome, len(asked.Inputs))}
	for i := range asked.Inputs {
		given, err := k.admit(hooks, &asked.Inputs[i], asked)
		if err != nil {
			given.Problem = err.Error()
		}
		answer.Answers[i] = given
	}
	return answer
}

// admit puts one request through the server's dispatcher. Its error says that the server could not have got the request.
func (k *kubernetes) admit(hooks []validating.PolicyHook, asked *input, show *admissionTask) (outcome, error) {
	answer := outcome{Warnings: []string{}, AuditAnnotations: map[string]string{}}
	attributes, err := newAttributes(&asked.Request)
	if err != nil {
		return answer, err
	}
	matcher, err := newMatcher(asked)
	if err != nil {
		return answer, err
	}
	interfaces := objectInterfaces{k.conversions(), asked.Equivalents}
	if show.ShowObjects {
		if answer.Objects, err = showVersioned(attributes, interfaces); err != nil {
			return answer, err
		}
	}
	if isExempt(attributes.GetResource().GroupResource()) {
		return answer, nil
	}
	record := &recorder{}
	dispatcher := validating.NewDispatcher(
		authorizations(asked.Authorizer), recordingMatcher{generic.NewPolicyMatcher(matcher), record})
	var denial error
	answer.Warnings = warningsOf(func(ctx context.Context) {
		denial = dispatcher.Dispatch(withRecorder(ctx, record), attributes, interfaces, hooks)
	})
	if denial != nil {
		status := statusOf(denial)
		answer.Status = &status
	}
	answer.AuditAnnotations = k.annotationsOf(attributes)
	if show.ShowCosts {
		answer.Evaluations = record.evaluations
	}
	return answer, nil
}

// warningsOf runs something with the server's own recorder, which leaves out and cuts off what does not fit in headers.
func warningsOf(run func(context.Context)) []string {
	response := httptest.NewRecorder()
	handler := filters.WithWarningRecorder(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { run(r.Context()) }))
	handler.ServeHTTP(response, (&http.Request{}).WithContext(context.Background()))
	warnings := []string{}
	headers, _ := utilnet.ParseWarningHeaders(response.Header().Values("Warning"))
	for _, each := range headers {
		warnings = append(warnings, each.Text)
	}
	return warnings
}

const failuresAnnotation = "validation.policy.admission.k8s.io/validation_failure"

func (k *kubernetes) annotationsOf(from *attributes) map[string]string {
	text, found := from.annotations[failuresAnnotation]
	if !found || k.atLeast(allFailuresAuditedSince) {
		return from.annotations
	}
	failures := []json.RawMessage{}
	if err := json.Unmarshal([]byte(text), &failures); err == nil && len(failures) > 1 {
		from.annotations[failuresAnnotation] = string(encode(failures[:1]))
	}
	return from.annotations
}

// showVersioned are the objects as CEL sees them in the requested version.
func showVersioned(from *attributes, interfaces objectInterfaces) (*shownObjects, error) {
	interfaces.asMaps = true
	versioned, err := admission.NewVersionedAttributes(from, from.GetKind(), interfaces)
	if err != nil {
		return nil, err
	}
	return &shownObjects{
		Object:    contentOf(versioned.VersionedObject.Object()),
		OldObject: contentOf(versioned.VersionedOldObject.Object()),
	}, nil
}

func contentOf(object runtime.Object) any {
	if custom, ok := object.(*unstructured.Unstructured); ok {
		return custom.Object
	}
	return nil
}
