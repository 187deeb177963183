"""Forms of what people change on the page of a thing."""

from django import template

from schedweb.web import editing

register = template.Library()
register.simple_tag(editing.texts_form)
register.simple_tag(editing.repetitions_form)
