import type { Draft, EntityDraft } from './draft.ts';
import { Effects } from './effects.ts';
import { causes } from './made.ts';
import { itemsOf, itemText, saidFields, sometimesList } from './said.ts';

/** Point 7, `### Mails`: mails that writes and times cause. */
export function writeMails(draft: Draft): string[] {
  return itemsOf(draft, '### Mails', 'mail', mail);
}

function mail(draft: Draft, entity: EntityDraft, name: string): string[] {
  const { dice } = draft;
  const each = sometimesList(draft, entity);
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
  draft.mails.push({ name, entity });
  const fields = saidFields(draft, entity, 3);
  const words = [
    'Dear {recipient},',
    `**About {id}**, at {created_at}${each === undefined ? '' : ', and {m.id}'}:`,
    ...fields.map(({ name: field }) => `- {${field}}`),
    ...(dice.once(3) ? ['[It]({this})'] : []),
  ];
  return itemText(name, rows, words);
}
