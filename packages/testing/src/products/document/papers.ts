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
  if (rows['of'] === entity.name) draft.papers.push({ name, entity });
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

/** Mails with papers, and with files, that they bring. */
export function withAttachments(draft: Draft, mails: readonly string[]): string[] {
  const { dice } = draft;
  let mail: string | null = null;
  return mails.map((text) => {
    if (text.startsWith('#### ')) mail = text.slice('#### '.length);
    const about = draft.mails.find(({ name }) => name === mail)?.entity;
    if (!text.startsWith('| part |') || about === undefined) return text;
    const references = about.fields.filter(({ kind, isOptional }) => kind === 'reference' && !isOptional);
    const items = dice.some(
      [
        ...draft.papers.flatMap(({ name, entity }) => [
          ...(entity === about ? [`paper ${name}`] : []),
          ...references.flatMap((field) => (field.entity === entity.name ? [`paper ${name} of ${field.name}`] : [])),
        ]),
        ...about.fields.flatMap(({ name, type }) => (/^(?:file|image)\b/.test(type) ? [name] : [])),
      ],
      2,
    );
    return items.length === 0 ? text : `${text}\n| attach | ${items.join(', ')} |`;
  });
}

/** Rows of events with a paper that they keep, each in a field of its own. Answers the fields, by entity. */
export function keepPapers(draft: Draft): ReadonlyMap<string, readonly string[]> {
  const { dice } = draft;
  const fields = new Map<string, string[]>();
  // The table of comments need not be there.
  const papers = draft.papers.filter(({ entity }) => !entity.settings.has('comments on'));
  for (const { name, entity } of papers)
    for (const { events } of draft.workflows.filter((workflow) => workflow.entity === entity)) {
      const place = dice.below(events.length);
      const event = events[place];
      if (event === undefined || !dice.once(2)) continue;
      const field = draft.fresh('letter');
      const rows = event.rows.map((row) => withEffect(row, `${field} = paper ${name}`));
      events[place] = { ...event, rows };
      fields.set(entity.name, [...(fields.get(entity.name) ?? []), field]);
    }
  return fields;
}

/** Point 3 with these fields at the end of the entities' tables. */
export function withLetters(entities: string, fields: ReadonlyMap<string, readonly string[]>): string {
  const lines = entities.split('\n');
  for (const [entity, names] of fields) {
    const heading = lines.indexOf(`### ${entity}`);
    const head = lines.findIndex((line, at) => at > heading && line.startsWith('| field |'));
    const end = lines.findIndex((line, at) => at > head && !line.startsWith('|'));
    const columns = (lines[head] ?? '')
      .split('|')
      .slice(1, -1)
      .map((column) => column.trim());
    const rows = names.map((name) => {
      const cells: Readonly<Record<string, string>> = { field: name, type: 'file(pdf)', rules: 'optional' };
      return `| ${columns.map((column) => cells[column] ?? '').join(' | ')} |`;
    });
    lines.splice(end < 0 ? lines.length : end, 0, ...rows);
  }
  return lines.join('\n');
}

function withEffect(row: Readonly<Record<string, string>>, effect: string): Readonly<Record<string, string>> {
  const then = row['then'] ?? '';
  if (then === '' || then === 'none') return { ...row, then: `\`${effect}\`` };
  // Nothing follows a record that is deleted.
  if (then === 'not shown' || /\bdelete\b/.test(then)) return row;
  return { ...row, then: then.replace(/`$/, `; ${effect}\``) };
}
