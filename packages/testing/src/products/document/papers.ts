import { PAPER_SIZES } from '@nonet/language';
import { type Draft, type EntityDraft, table } from './draft.ts';

/** Point 7, `### Papers`: what is made of records as PDF. */
export function writePapers(draft: Draft): string[] {
  const { dice } = draft;
  const count = dice.once(2) ? 1 + dice.below(2) : 0;
  const entities = draft.roots.filter(({ name }) => name !== 'User');
  if (count === 0 || entities.length === 0) return [];
  const parts = ['### Papers'];
  for (let at = 0; at < count; at++) parts.push(...paper(draft, dice.pick(entities), `paper_${at + 1}`));
  return parts;
}

function paper(draft: Draft, entity: EntityDraft, name: string): string[] {
  const { dice } = draft;
  const list = entity.fields.find(({ list: is }) => is === 'owned' || is === 'many');
  const fields = dice.some(
    entity.fields.filter(({ kind, type }) => !['records', 'opaque'].includes(kind) && type !== 'secret'),
    4,
  );
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
