"""Accounts in Django's administration: close one, set a password."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from schedweb.accounts.models import User

admin.site.register(User, UserAdmin)
