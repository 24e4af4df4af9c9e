import { type Draft, type EntityDraft, table } from './draft.ts';
import { Effects } from './effects.ts';
import { causes } from './made.ts';

/** Point 7, `### Mails`: mails that writes and times cause. */
export function writeMails(draft: Draft): string[] {
  const { dice } = draft;
  const count = dice.once(2) ? 1 + dice.below(2) : 0;
  const entities = draft.roots.filter(({ name }) => name !== 'User');
  if (count === 0 || entities.length === 0) return [];
  const parts = ['### Mails'];
  for (let at = 0; at < count; at++) parts.push(...mail(draft, dice.pick(entities), `mail_${at + 1}`));
  return parts;
}

function mail(draft: Draft, entity: EntityDraft, name: string): string[] {
  const { dice } = draft;
  const list = entity.fields.find(({ list: is }) => is === 'owned' || is === 'many');
  const each = list !== undefined && dice.once(3) ? list : undefined;
  const emails = entity.fields.filter(({ type, computed }) => type === 'email' && computed === null);
  const to = dice.pick([
    'created_by',
    // A record that nobody has made, because time or a call did, has no such user.
    '`if created_by == null then "desk@example.com" else created_by.email`',
    '`User where not disabled`',
    '"desk@example.com"',
    ...emails.map(({ name: field }) => field),
  ]);
  const rows: Record<string, string> = {
    when: dice.once(25) ? 'not shown' : causes(draft, entity),
    'for each': each === undefined ? '' : `m in ${each.name}`,
    to: dice.once(25) ? 'not shown' : to,
    'reply to': dice.once(3) ? 'desk@example.com' : '',
    subject: dice.once(25) ? 'not shown' : `About {id}, {{braced}}`,
    retry: dice.pick(['', '2 times, from 1 s, doubling', '1 times, from 2 s']),
    then: '',
    fails: dice.pick(['none', 'none', 'not shown']),
  };
  if (each === undefined && dice.once(3)) {
    const effects = new Effects(draft, entity, { here: entity, hasTime: true })
      .draw(1)
      .filter((effect) => !effect.startsWith('delete'));
    if (effects.length > 0) rows['then'] = `\`${effects.join('; ')}\``;
  }
  const fields = dice.some(
    entity.fields.filter(({ kind, type }) => !['records', 'opaque'].includes(kind) && type !== 'secret'),
    3,
  );
  const words = [
    'Dear {recipient},',
    `**About {id}**, at {created_at}${each === undefined ? '' : ', and {m.id}'}:`,
    ...fields.map(({ name: field }) => `- {${field}}`),
    ...(dice.once(3) ? ['[It]({this})'] : []),
  ];
  return [
    `#### ${name}`,
    table(
      ['part', 'is'],
      Object.entries(rows)
        .filter(([, is]) => is !== '')
        .map(([part, is]) => ({ part, is })),
    ),
    `\`\`\`markdown\n${words.join('\n\n')}\n\`\`\``,
  ];
}
