"""Log-in, log-out, sign-up and password."""

from django.contrib.auth import views as auth
from django.urls import path, reverse_lazy

from schedweb.accounts.views import signup

urlpatterns = [
    path(
        "login/",
        auth.LoginView.as_view(
            template_name="accounts/login.html", redirect_authenticated_user=True
        ),
        name="login",
    ),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
    path("signup/", signup, name="signup"),
    path(
        "password/",
        auth.PasswordChangeView.as_view(
            template_name="accounts/password.html", success_url=reverse_lazy("password_changed")
        ),
        name="password",
    ),
    path(
        "password/changed/",
        auth.PasswordChangeDoneView.as_view(template_name="accounts/password_changed.html"),
        name="password_changed",
    ),
]
