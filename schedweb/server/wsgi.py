"""What gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

from parsched.base.compiled import COMPILED_ONLY

os.environ.setdefault(COMPILED_ONLY, "1")  # a page must not wait for a compiler

application = get_wsgi_application()
