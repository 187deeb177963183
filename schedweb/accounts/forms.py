"""Forms of log-in and sign-up."""

from typing import TYPE_CHECKING

from django.contrib.auth.forms import UserCreationForm

from schedweb.accounts.models import User

if TYPE_CHECKING:
    AccountForm = UserCreationForm[User]
else:
    AccountForm = UserCreationForm


class SignUpForm(AccountForm):
    """Name and password; names that differ only in case are refused."""

    class Meta:
        model = User
        fields = ("username",)
