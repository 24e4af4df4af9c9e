-- What is left of records that are deleted for good, or erased, is found by them. Without these a retention would read the
-- whole inbox for each record, and its transaction would conflict with every notice that is added meanwhile.
create index notice_by_record on nonet.notice (record);
create index hidden_with_any_record on nonet.hidden_with (record);
