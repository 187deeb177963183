"""What people may know about this installation."""

from django.conf import settings

from parsched.base.origins import PLUGINS, Plugin, loaded
from schedweb.accounts.models import User


def plugins_for(user: User) -> list[Plugin]:
    """Return the plugins that are loaded; for administrators, and in local mode, all of them, also
    those that are broken or not allowed."""
    return list(PLUGINS.values()) if settings.LOCAL or user.is_staff else loaded()
