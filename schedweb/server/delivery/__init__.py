"""Style sheets, modules and pictures as browsers get them: few files, packed once, kept for good.

`static/` stays as it is written: native `@import` and `import`, which browsers understand without a
build. Before the web server starts, `packing` makes a folder of the same files with their content's
hash in the name, style sheets and modules joined, each beside its brotli and gzip form. Where there
is no such folder, files are served as they are.
"""
