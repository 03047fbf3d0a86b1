package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"runtime/debug"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// A task is one of these; protocol.ts has the same shapes, and says what they mean.
type task struct {
	Admission *admissionTask `json:"admission"`
	Cel       *celTask       `json:"cel"`
	Version   *struct{}      `json:"version"`
}

type versionAnswer struct {
	Version    string `json:"version"`
	IsEmulated bool   `json:"isEmulated"`
}

type admissionTask struct {
	Policies        []json.RawMessage `json:"policies"`
	Bindings        []json.RawMessage `json:"bindings"`
	Params          []paramKind       `json:"params"`
	Inputs          []input           `json:"inputs"`
	SkipChecks      bool              `json:"skipChecks"`
	CompileAsServer bool              `json:"compileAsServer"`
	ShowCosts       bool              `json:"showCosts"`
	ShowObjects     bool              `json:"showObjects"`
}

type paramKind struct {
	APIVersion string            `json:"apiVersion"`
	Kind       string            `json:"kind"`
	Namespaced bool              `json:"namespaced"`
	Objects    []json.RawMessage `json:"objects"`
}

type input struct {
	Request         request         `json:"request"`
	NamespaceObject json.RawMessage `json:"namespaceObject"`
	Authorizer      []authorization `json:"authorizer"`
	Equivalents     []equivalent    `json:"equivalents"`
}

// request is that of an AdmissionReview.
type request struct {
	Kind            metav1.GroupVersionKind      `json:"kind"`
	Resource        metav1.GroupVersionResource  `json:"resource"`
	SubResource     string                       `json:"subResource"`
	RequestKind     *metav1.GroupVersionKind     `json:"requestKind"`
	RequestResource *metav1.GroupVersionResource `json:"requestResource"`
	Name            string                       `json:"name"`
	Namespace       string                       `json:"namespace"`
	Operation       string                       `json:"operation"`
	UserInfo        userInfo                     `json:"userInfo"`
	Object          json.RawMessage              `json:"object"`
	OldObject       json.RawMessage              `json:"oldObject"`
	Options         json.RawMessage              `json:"options"`
	DryRun          bool                         `json:"dryRun"`
}

type userInfo struct {
	Username string              `json:"username"`
	UID      string              `json:"uid"`
	Groups   []string            `json:"groups"`
	Extra    map[string][]string `json:"extra"`
}

type equivalent struct {
	Resource metav1.GroupVersionResource `json:"resource"`
	Kind     metav1.GroupVersionKind     `json:"kind"`
}

type admissionAnswer struct {
	Rejections []rejection `json:"rejections"`
	Answers    []outcome   `json:"answers"`
}

// rejection is what the server answers to the creation of a document.
type rejection struct {
	Document string     `json:"document"`
	Status   status     `json:"status"`
	Causes   []badField `json:"causes"`
}

type badField struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

type status struct {
	Code    int32  `json:"code"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
}

type outcome struct {
	// Status is nil where the request is admitted.
	Status           *status           `json:"status"`
	Warnings         []string          `json:"warnings"`
	AuditAnnotations map[string]string `json:"auditAnnotations"`
	Evaluations      []evaluation      `json:"evaluations,omitempty"`
	Objects          *shownObjects     `json:"objects,omitempty"`
	// Problem says why there is no outcome: the server could not have got this request.
	Problem string `json:"problem,omitempty"`
}

type shownObjects struct {
	Object    any `json:"object"`
	OldObject any `json:"oldObject"`
}

type celTask struct {
	Variables   []namedExpression `json:"variables"`
	Expressions []string          `json:"expressions"`
	Input       input             `json:"input"`
	Params      json.RawMessage   `json:"params"`
}

type namedExpression struct {
	Name       string `json:"name"`
	Expression string `json:"expression"`
}

type celAnswer struct {
	Results []celResult `json:"results"`
	Problem string      `json:"problem,omitempty"`
}

type celResult struct {
	// Value is set where there is no error.
	Value json.RawMessage `json:"value,omitempty"`
	Type  string          `json:"type,omitempty"`
	Error string          `json:"error,omitempty"`
	// CompileError is that of an expression which is already stored; WriteError that of one which is to be.
	CompileError string       `json:"compileError,omitempty"`
	WriteError   string       `json:"writeError,omitempty"`
	Cost         uint64       `json:"cost"`
	Variables    []evaluation `json:"variables"`
}

type failedAnswer struct {
	Problem string `json:"problem"`
}

func (k *kubernetes) answer(line []byte) (answer []byte) {
	defer func() {
		if cause := recover(); cause != nil {
			answer = encode(failedAnswer{Problem: fmt.Sprintf("panic: %v\n%s", cause, debug.Stack())})
		}
	}()
	var asked task
	if err := json.Unmarshal(line, &asked); err != nil {
		return encode(failedAnswer{Problem: "not a task: " + err.Error()})
	}
	switch {
	case asked.Admission != nil:
		return encode(k.answerAdmission(asked.Admission))
	case asked.Cel != nil:
		return encode(k.answerCel(asked.Cel))
	case asked.Version != nil:
		return encode(versionAnswer{Version: k.version.String(), IsEmulated: k.isEmulated})
	}
	return encode(failedAnswer{Problem: `not a task: none of "admission", "cel", "version"`})
}

func encode(value any) []byte {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return encode(failedAnswer{Problem: err.Error()})
	}
	return bytes.TrimRight(text.Bytes(), "\n")
}
