import { type Draft, type EntityDraft, table } from './draft.ts';
import { causes } from './made.ts';

/** Point 7, `### Notices`: what writes and times tell people. */
export function writeNotices(draft: Draft): string[] {
  const { dice } = draft;
  const count = dice.once(2) ? 1 + dice.below(2) : 0;
  const entities = draft.roots.filter(({ name }) => name !== 'User');
  if (count === 0 || entities.length === 0) return [];
  const parts = ['### Notices'];
  for (let at = 0; at < count; at++) parts.push(...notice(draft, dice.pick(entities), `notice_${at + 1}`));
  return parts;
}

function notice(draft: Draft, entity: EntityDraft, name: string): string[] {
  const { dice } = draft;
  const list = entity.fields.find(({ list: is }) => is === 'owned' || is === 'many');
  const each = list !== undefined && dice.once(3) ? list : undefined;
  const rows: Record<string, string> = {
    when: dice.once(25) ? 'not shown' : causes(draft, entity),
    'for each': each === undefined ? '' : `m in ${each.name}`,
    to: dice.once(25) ? 'not shown' : dice.pick(['created_by', '`User where not disabled`']),
    subject: dice.once(25) ? 'not shown' : `About {id}: {event}${each === undefined ? '' : ', {m.id}'}, {{braced}}`,
    link: dice.pick(['', '', '{this}', 'https://example.com/help']),
    necessary: dice.once(3) ? 'yes' : '',
  };
  const fields = dice.some(
    entity.fields.filter(({ kind, type }) => !['records', 'opaque'].includes(kind) && type !== 'secret'),
    3,
  );
  const words = ['Dear {recipient},', ...fields.map(({ name: field }) => `- **{${field}}**`)];
  return [
    `#### ${name}`,
    table(
      ['part', 'is'],
      Object.entries(rows)
        .filter(([, is]) => is !== '')
        .map(([part, is]) => ({ part, is })),
    ),
    ...(dice.once(2) ? [`\`\`\`markdown\n${words.join('\n\n')}\n\`\`\``] : []),
  ];
}
