"""For people and for `grep`: one line for each finding, and nothing else but the statistics, if asked for."""

from __future__ import annotations

from rocksnotation.render.reports.form import Format
from rocksnotation.render.reports.statistics import statistics
from rocksnotation.render.text import headline

FORMAT = Format(each=headline, end=statistics, for_people=True)
