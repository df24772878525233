"""Record, replay and diagnostics as JSON, and records back from it, checked by the schemas on the way in.

Nothing here prints or judges: what does not follow the schema comes back as problems with their JSON path.
"""

from rocksnotation.jsonform.places import JsonSource, Numbering
from rocksnotation.jsonform.reading import JsonProblem, JsonRecord, read_document, read_record, whole_record
from rocksnotation.jsonform.writing import (
    EMPTY_DOCUMENT,
    END_OF_DOCUMENT,
    diagnostic_to_json,
    diagnostics_to_json,
    item_of_document,
    line_of,
    match_to_json,
    record_to_json,
    replay_to_json,
)

__all__ = [
    "EMPTY_DOCUMENT",
    "END_OF_DOCUMENT",
    "JsonProblem",
    "JsonRecord",
    "JsonSource",
    "Numbering",
    "diagnostic_to_json",
    "diagnostics_to_json",
    "item_of_document",
    "line_of",
    "match_to_json",
    "read_document",
    "read_record",
    "record_to_json",
    "replay_to_json",
    "whole_record",
]
