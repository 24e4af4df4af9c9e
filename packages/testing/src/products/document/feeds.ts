import type { Draft, EntityDraft, FieldDraft } from './draft.ts';
import { itemText } from './said.ts';

/** Point 7, `### Feeds`: tables that are fetched or received. Their source is one that no test asks. */
export function writeFeeds(draft: Draft): string[] {
  const { dice } = draft;
  const known = draft.roots.filter((entity) => entity.name !== 'User' && entity.fields.some(isKey));
  if (known.length === 0 || !dice.once(2)) return [];
  const count = 1 + dice.below(2);
  const items = Array.from({ length: count }, (_, at) => feed(draft, dice.pick(known), `feed_${at + 1}`));
  return ['### Feeds', ...items.flat()];
}

function feed(draft: Draft, entity: EntityDraft, name: string): string[] {
  const { dice } = draft;
  const key = dice.pick(entity.fields.filter(isKey));
  const isNew = dice.once(5);
  const takes = entity.fields.filter(
    (field) => field === key || (isTaken(field) && !(field.isOptional && dice.once(2)) && !(isNew && dice.once(2))),
  );
  const secret = draft.constants.find(({ kind }) => kind === 'secret');
  const isReceived = secret !== undefined && dice.once(3);
  const events = draft.workflows.flatMap(({ events: all }) =>
    all.filter((event) => event.entity === entity && event.isFired),
  );
  const columns = takes.map((field) => columnOf(draft, field));
  const rows = {
    fetches: isReceived ? '' : '`GET https://example.com/table`',
    headers: isReceived || dice.once(2) ? '' : 'accept-language: en',
    when: isReceived
      ? ''
      : dice.pick(['every day at 03:00', 'every monday at 06:30', 'every 15 minutes', 'every hour']),
    received: isReceived ? `with ${secret.name}` : '',
    format: dice.pick(['', 'CSV', 'JSON', 'JSON at data.items']),
    by: dice.once(25) ? 'not shown' : dice.pick(['everyone', 'feeds@example.com']),
    of: entity.name,
    key: key.name,
    takes: columns.join(', '),
    new: isNew ? 'none' : '',
    missing: events.length === 0 || dice.once(2) ? '' : dice.pick(events).name,
    kept: dice.once(3) ? '30 days' : '',
  };
  return itemText(name, rows, null);
}

/** A unique field that finds records. */
function isKey({ type, isUnique, isEntered, computed }: FieldDraft): boolean {
  return isUnique && isEntered && computed === null && ['text', 'email', 'integer'].includes(type);
}

function isTaken({ type, kind, list, isEntered, computed }: FieldDraft): boolean {
  if (!isEntered || computed !== null || list === 'owned' || list === 'reversed') return false;
  return kind !== 'records' && type !== 'secret' && !/^(?:file|image|slug|state)\b/.test(type);
}

function columnOf({ dice }: Draft, { name }: FieldDraft): string {
  return dice.pick([name, `${name} = ${name}_of`, `${name} = "The ${name}"`, `${name} = data.${name}`]);
}
