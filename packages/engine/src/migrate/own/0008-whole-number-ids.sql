-- Records of an entity with `id` `integer` are stored under uuids that say their number in the last twelve digits.
create function nonet.number_id(number bigint) returns uuid language sql immutable strict parallel safe
  return ('00000000-0000-8000-8000-' || lpad(to_hex(number), 12, '0'))::uuid;

create function nonet.id_number(id uuid) returns bigint language sql immutable strict parallel safe
  return ('x' || right(id::text, 12))::bit(48)::bigint;
