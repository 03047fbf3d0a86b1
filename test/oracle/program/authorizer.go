package main

import (
	"context"
	"errors"

	"k8s.io/apiserver/pkg/authorization/authorizer"
)

// authorization is the answer to every check that has these properties; an absent one fits all.
type authorization struct {
	User        *string `json:"user"`
	Verb        *string `json:"verb"`
	Group       *string `json:"group"`
	Resource    *string `json:"resource"`
	SubResource *string `json:"subResource"`
	Namespace   *string `json:"namespace"`
	Name        *string `json:"name"`
	Path        *string `json:"path"`
	// Allow, Deny or NoOpinion.
	Decision string `json:"decision"`
	Reason   string `json:"reason"`
	Error    string `json:"error"`
}

// authorizations answer with the first that fits; otherwise there is no opinion, and so no permission.
type authorizations []authorization

func (list authorizations) Authorize(_ context.Context, asked authorizer.Attributes) (authorizer.Decision, string, error) {
	for _, each := range list {
		if each.fits(asked) {
			return each.answer()
		}
	}
	return authorizer.DecisionNoOpinion, "", nil
}

func (a *authorization) fits(asked authorizer.Attributes) bool {
	return fits(a.User, asked.GetUser().GetName()) &&
		fits(a.Verb, asked.GetVerb()) &&
		fits(a.Group, asked.GetAPIGroup()) &&
		fits(a.Resource, asked.GetResource()) &&
		fits(a.SubResource, asked.GetSubresource()) &&
		fits(a.Namespace, asked.GetNamespace()) &&
		fits(a.Name, asked.GetName()) &&
		fits(a.Path, asked.GetPath())
}

func fits(wanted *string, got string) bool {
	return wanted == nil || *wanted == got
}

func (a *authorization) answer() (authorizer.Decision, string, error) {
	var err error
	if a.Error != "" {
		err = errors.New(a.Error)
	}
	switch a.Decision {
	case "Allow":
		return authorizer.DecisionAllow, a.Reason, err
	case "Deny":
		return authorizer.DecisionDeny, a.Reason, err
	}
	return authorizer.DecisionNoOpinion, a.Reason, err
}
