import { PAPER_SIZES } from '@nonet/language';
import type { Draft, EntityDraft } from './draft.ts';
import { itemsOf, itemText, listOf, saidFields } from './said.ts';

/** Point 7, `### Papers`: what is made of records as PDF. */
export function writePapers(draft: Draft): string[] {
  return itemsOf(draft, '### Papers', 'paper', paper);
}

function paper(draft: Draft, entity: EntityDraft, name: string): string[] {
  const { dice } = draft;
  const list = listOf(entity);
  const fields = saidFields(draft, entity, 4);
  const size = dice.pick([...PAPER_SIZES, 'A4']);
  const rows: Record<string, string> = {
    of: dice.once(25) ? 'not shown' : entity.name,
    for: dice.once(3) ? dice.pick(['everyone', ...draft.roles.map((role) => role.name)]) : '',
    title: dice.once(25) ? 'not shown' : 'About {id}, {{braced}}',
    language: dice.pick(['', '', 'nl', 'ar', 'de-AT']),
    size: dice.pick(['', `${size}${dice.once(3) ? ' landscape' : ''}`]),
    logo: dice.once(6) ? 'not shown' : '',
    header: dice.pick(['', '{id} of {created_at}']),
    footer: dice.pick(['', '{page} of {pages}', '{page}, {id}']),
  };
  const optional = fields.find(({ computed }) => computed === null);
  const words = [
    '# About {id}',
    ...fields.map(({ name: field }) => `- **{${field}}**`),
    ...(optional === undefined ? [] : [`{if ${optional.name} == null}\nNothing.\n{else}\n{${optional.name}}\n{end}`]),
    `| Id | Made |\n| --- | ---: |\n{for other in ${entity.name} where id == this.id}\n| {other.id} | {other.created_at} |\n{end}`,
    ...(list === undefined ? [] : [`{for m in ${list.name}}{m.id}, {end}{count(${list.name})}`]),
  ];
  return itemText(name, rows, words);
}
