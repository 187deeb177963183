"""Sign-up; log-in, log-out and change of password are Django's own views, with words of ours."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.views import LoginView, PasswordChangeView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from schedweb.accounts.forms import SignUpForm
from schedweb.accounts.middleware import logged_out
from schedweb.accounts.way_back import UNDONE, page_of_form, readable

NOTHING_DONE = "You were logged out; nothing was done yet."


@login_not_required
def signup(request: HttpRequest) -> HttpResponse:
    """Create an account and log in, where the installation lets visitors do so."""
    if request.user.is_authenticated:
        return redirect(settings.LOGIN_REDIRECT_URL)
    if settings.SCHEDWEB_SIGNUP == "closed":
        return render(request, "accounts/signup_closed.html", status=403)
    form = SignUpForm(request.POST or None)
    if not form.is_valid():
        return render(request, "accounts/signup.html", {"form": form})
    login(request, form.save())
    return redirect(settings.LOGIN_REDIRECT_URL)


class PasswordView(PasswordChangeView):
    """Django's, which goes home with a message."""

    template_name = "accounts/password.html"
    success_url = settings.LOGIN_REDIRECT_URL

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        messages.success(self.request, "Your password was changed.")
        return super().form_valid(form)


class LogInView(LoginView):
    """Django's, which leads back to pages only, and says there if a form was sent in vain."""

    template_name = "accounts/login.html"
    redirect_authenticated_user = True

    def get_redirect_url(self, *_: Any) -> str:
        address = super().get_redirect_url()
        return readable(address) if address else ""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        undone = NOTHING_DONE if UNDONE in self.request.GET else ""
        return super().get_context_data(undone=undone, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        if UNDONE in self.request.GET:
            messages.warning(self.request, NOTHING_DONE)
        return super().form_valid(form)


def forgery(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form without proof that a page of ours sent it: with the log-in where the session
    has ended and took the proof along, else with a page that leads back to the form."""
    match = request.resolver_match
    needs_account = getattr(match.func, "login_required", True) if match else False
    if needs_account and not request.user.is_authenticated:
        return logged_out(request)
    return render(request, "403_csrf.html", {"back": page_of_form(request)}, status=403)
