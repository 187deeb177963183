"""Sign-up; log-in, log-out and change of password are Django's own views."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.views import PasswordChangeView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from schedweb.accounts.forms import SignUpForm


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
