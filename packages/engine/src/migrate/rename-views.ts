import type { NewNames } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import type { PoolClient } from '../store/pool.ts';
import type { ViewState } from '../views/view-state.ts';

/**
 * Gives the saved views of lists the new names of their screens, and of the fields, states and choices that they speak
 * of.
 */
export async function renameViews(client: PoolClient, before: PlanIndex, names: NewNames): Promise<void> {
  const { rows } = await client.query<{ id: string; user: string; screen: string; name: string; state: ViewState }>(
    'select id, user_id as "user", screen, name, state from nonet.saved_view order by created_at, id',
  );
  for (const { id, screen, state } of rows) {
    const entity = before.screen(screen)?.entity ?? null;
    if (entity === null) continue;
    const renamed = JSON.stringify(renamedState(before, entity, names, state));
    if (renamed !== JSON.stringify(state))
      await client.query('update nonet.saved_view set state = $2 where id = $1', [id, renamed]);
  }
  const moved = rows.filter(({ screen }) => names.screen(screen) !== screen);
  // Sets temporary names first, because two screens may be swapped.
  for (const { id } of moved) await client.query('update nonet.saved_view set screen = id::text where id = $1', [id]);
  const taken = new Set(rows.filter((row) => !moved.includes(row)).map((row) => keyOf(row.user, row.screen, row.name)));
  for (const { id, user, screen, name } of moved) {
    const now = names.screen(screen);
    let own = name;
    for (let more = 2; taken.has(keyOf(user, now, own)); more += 1) own = `${name} (${more})`;
    taken.add(keyOf(user, now, own));
    await client.query('update nonet.saved_view set screen = $2, name = $3 where id = $1', [id, now, own]);
  }
}

/** Gives the tokens of calendars the new names of their screens, all together, so that two may be swapped. */
export async function renameCalendars(client: PoolClient, before: PlanIndex, names: NewNames): Promise<void> {
  const moved = before.plan.screens.map(({ slug }) => [slug, names.screen(slug)] as const);
  await client.query(
    `update nonet.api_token t set screen = moved."is"
     from unnest($1::text[], $2::text[]) moved (was, "is") where t.screen = moved.was and moved.was <> moved."is"`,
    [moved.map(([was]) => was), moved.map(([, is]) => is)],
  );
}

function keyOf(...parts: readonly string[]): string {
  return parts.join('\n');
}

function renamedState(before: PlanIndex, entity: string, names: NewNames, state: ViewState): ViewState {
  const path = (key: string) => renamedPath(before, entity, names, key);
  // `month(day)`, `sum(total)`, `tree(parent)`: the path inside; else the path itself.
  const called = (key: string) => {
    const [, word, of] = /^([a-z]+)\((.+)\)$/.exec(key) ?? [];
    return of === undefined ? path(key).key : `${word}(${path(of).key})`;
  };
  const { group, report } = state;
  const orderKey = (key: string) => (key.startsWith('-') ? `-${path(key.slice(1)).key}` : path(key).key);
  return {
    ...state,
    filters: Object.fromEntries(
      Object.entries(state.filters).map(([key, value]) => {
        const renamed = path(key);
        return [renamed.key, value.split(',').map(renamed.value).join(',')];
      }),
    ),
    order: state.order?.split(',').map(orderKey).join(',') ?? null,
    columns: state.columns?.map((column) => path(column).key) ?? null,
    ...(group === undefined ? {} : { group: called(group) }),
    ...(report === undefined
      ? {}
      : {
          report: {
            rows: called(report.rows),
            columns: report.columns === null ? null : called(report.columns),
            measures: report.measures.map((measure) => (measure === 'count' ? measure : called(measure))),
          },
        }),
  };
}

/** A path, with an operator or without, by its new names; and what its values are called, where it leads to names. */
function renamedPath(before: PlanIndex, from: string, names: NewNames, key: string) {
  let entity: string | null = from;
  let value = (was: string) => was;
  const segments = key.split('.').map((segment) => {
    const field: ReturnType<PlanIndex['findField']> = entity === null ? null : before.findField(entity, segment);
    if (entity === null || field === null) return segment;
    const now = names.field(entity, segment);
    const of = entity;
    if (field.type.kind === 'state') value = (was) => names.state(of, was);
    if (field.type.kind === 'enum') value = (was) => names.choice(of, segment, was);
    entity = 'entity' in field.type ? field.type.entity : null;
    return now;
  });
  return { key: segments.join('.'), value };
}
