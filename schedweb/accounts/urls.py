"""Log-in, log-out, sign-up and password."""

from django.contrib.auth import views as auth
from django.urls import path

from schedweb.accounts.throttling import slowed_login, slowed_signup
from schedweb.accounts.views import LogInView, PasswordView, signup

urlpatterns = [
    path(
        "login/",
        slowed_login(LogInView.as_view()),
        name="login",
    ),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
    path("signup/", slowed_signup(signup), name="signup"),
    path("password/", PasswordView.as_view(), name="password"),
]
