"""Addresses of the whole site."""

from django.contrib import admin
from django.urls import include, path

from schedweb.accounts.throttling import slowed_login

urlpatterns = [
    path("accounts/", include("schedweb.accounts.urls")),
    path("admin/login/", slowed_login(admin.site.login)),
    path("admin/", admin.site.urls),
    path("api/", include("schedweb.api.urls")),
    path("", include("schedweb.web.urls")),
]

handler500 = "schedweb.base.outages.page"
