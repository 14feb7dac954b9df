"""From items to reports: settings, session, prepare, judge, report, dry run."""
