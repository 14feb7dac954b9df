"""What any file is: source, document, table, and its faults."""
