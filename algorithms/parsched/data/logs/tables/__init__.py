"""Files as tables: columns of cells, batch by batch. This loads pyarrow."""
