import type { Rename } from '@nonet/language';

/**
 * A list of roles (`text[]`) by their new names, each once, in its order, without those that are gone. `bind` answers a
 * name as SQL.
 */
export function renamedRoles(
  list: string,
  roles: readonly Rename[],
  gone: readonly string[],
  bind: (name: string) => string,
): string {
  if (roles.length + gone.length === 0) return list;
  const cases = [
    ...roles.map(({ was, name }) => `when ${bind(was)} then ${bind(name)}`),
    ...gone.map((name) => `when ${bind(name)} then null`),
  ].join(' ');
  return `case when ${list} is null then null else array(select role from (select case role ${cases} else role end as role, min(place) as place from unnest(${list}) with ordinality held(role, place) group by 1) renamed where role is not null order by place) end`;
}
