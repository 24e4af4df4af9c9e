import type { Draft, EntityDraft } from './draft.ts';
import { causes } from './made.ts';
import { itemsOf, itemText, saidFields, sometimesList } from './said.ts';

/** Point 7, `### Notices`: what writes and times tell people. */
export function writeNotices(draft: Draft): string[] {
  return itemsOf(draft, '### Notices', 'notice', notice);
}

function notice(draft: Draft, entity: EntityDraft, name: string): string[] {
  const { dice } = draft;
  const each = sometimesList(draft, entity);
  const rows: Record<string, string> = {
    when: dice.once(25) ? 'not shown' : causes(draft, entity),
    'for each': each === undefined ? '' : `m in ${each.name}`,
    to: dice.once(25) ? 'not shown' : dice.pick(['created_by', '`User where not disabled`']),
    subject: dice.once(25) ? 'not shown' : `About {id}: {event}${each === undefined ? '' : ', {m.id}'}, {{braced}}`,
    link: dice.pick(['', '', '{this}', 'https://example.com/help']),
    necessary: dice.once(3) ? 'yes' : '',
  };
  const fields = saidFields(draft, entity, 3);
  const words = ['Dear {recipient},', ...fields.map(({ name: field }) => `- **{${field}}**`)];
  return itemText(name, rows, dice.once(2) ? words : null);
}
