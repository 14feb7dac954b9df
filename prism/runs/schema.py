"""The tables of a run's file, and how one run is taken over into another."""

from prism.runs.records import STAGES
from prism.store.sqlite import Layout

__all__ = ["ABSORB", "RUN"]

TABLES = """
CREATE TABLE IF NOT EXISTS holder (host TEXT NOT NULL, pid INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS arm (
    id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, plan TEXT NOT NULL, at REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS item (
    id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, name TEXT NOT NULL, record BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS result (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, stage TEXT NOT NULL, value BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS task (
    id INTEGER PRIMARY KEY, arm INTEGER NOT NULL, item INTEGER NOT NULL, variant TEXT NOT NULL,
    answer INTEGER, graphs INTEGER, verdicts INTEGER, line INTEGER, UNIQUE (arm, item, variant)
);
CREATE TABLE IF NOT EXISTS failure (
    task INTEGER NOT NULL, stage TEXT NOT NULL, reason TEXT NOT NULL, said TEXT NOT NULL,
    hopeless INTEGER NOT NULL, tries INTEGER NOT NULL, PRIMARY KEY (task, stage)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS task_item ON task (item);
CREATE INDEX IF NOT EXISTS item_name ON item (name);
CREATE INDEX IF NOT EXISTS task_line ON task (arm, id) WHERE line IS NULL;
"""
RUN = Layout(
    part="run",
    mark="arm",
    scripts=(TABLES,),
    mend="'prism run … --out FILE' makes one; name another file if this is not yours",
)

FURTHER = " + ".join(f"({{side}}{stage} IS NOT NULL)" for stage in STAGES)
# The other file's result numbers, found again under their keys in this one.
MAPPED = ", ".join(
    f"""(SELECT mine.id FROM main.result mine
        JOIN other.result theirs ON theirs.key = mine.key WHERE theirs.id = t.{stage})"""  # noqa: S608
    for stage in STAGES
)
# A row that stands already is kept, unless it cannot be read: then that of the other file is taken.
ABSORB = f"""
INSERT INTO main.arm (digest, plan, at) SELECT digest, plan, at FROM other.arm WHERE true
    ON CONFLICT (digest) DO UPDATE SET plan = excluded.plan WHERE NOT readable('arm', arm.plan);
INSERT INTO main.item (digest, name, record)
    SELECT digest, name, record FROM other.item WHERE true
    ON CONFLICT (digest) DO UPDATE SET record = excluded.record, name = excluded.name
    WHERE NOT readable('item', item.record);
INSERT INTO main.result (key, stage, value)
    SELECT key, stage, value FROM other.result WHERE true
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, stage = excluded.stage
    WHERE NOT readable(result.stage, result.value);
INSERT INTO main.task (arm, item, variant, {", ".join(STAGES)})
    SELECT a.id, i.id, t.variant, {MAPPED} FROM other.task t
    JOIN other.arm oa ON oa.id = t.arm JOIN main.arm a ON a.digest = oa.digest
    JOIN other.item oi ON oi.id = t.item JOIN main.item i ON i.digest = oi.digest
    WHERE true ORDER BY t.id
    ON CONFLICT (arm, item, variant) DO UPDATE
    SET {", ".join(f"{stage} = excluded.{stage}" for stage in STAGES)}
    WHERE {FURTHER.format(side="excluded.")} > {FURTHER.format(side="task.")};
INSERT OR IGNORE INTO main.failure
    SELECT m.id, f.stage, f.reason, f.said, f.hopeless, f.tries FROM other.failure f
    JOIN other.task t ON t.id = f.task JOIN other.arm oa ON oa.id = t.arm
    JOIN main.arm a ON a.digest = oa.digest JOIN other.item oi ON oi.id = t.item
    JOIN main.item i ON i.digest = oi.digest
    JOIN main.task m ON m.arm = a.id AND m.item = i.id AND m.variant = t.variant;
DELETE FROM main.failure WHERE stage NOT IN ('verdicts', 'line') AND task IN
    (SELECT id FROM main.task WHERE line IS NOT NULL);
"""  # noqa: S608
