"""What people see of a report: terminal, HTML, SVG, exports."""
