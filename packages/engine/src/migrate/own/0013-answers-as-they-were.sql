-- An answer that is given again is the first one, byte for byte: jsonb puts members in an order of its own.
alter table nonet.idempotency alter column answer type json using
  case when answer ? 'record' then json_build_object('json', (answer->'record')::text, 'etag', answer->'etag') else answer::json end;
