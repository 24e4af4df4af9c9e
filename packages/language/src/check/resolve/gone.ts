import type { Gone, GoneKind } from '../../model/gone.ts';
import type { Section } from '../../syntax/tree.ts';
import type { Context } from '../context.ts';
import { readBlocks } from './blocks.ts';
import { checkName, reportTwice, slugOf } from './names.ts';
import { headerWords, readTable } from './table.ts';
import { type Part, part, unquoted } from './words.ts';

const POINTS = { entity: '3', field: '3', screen: '2', role: '6', call: '7' } as const satisfies Record<
  GoneKind,
  string
>;

/**
 * Whether a heading is a `Gone` section. In point 3, where an entity may have that name, the columns of its table
 * decide.
 */
export function isGone(section: Section, kind: GoneKind): boolean {
  if (section.heading.text.trim().toLowerCase() !== 'gone') return false;
  const table = section.blocks.find((block) => block.kind === 'table');
  return kind !== 'entity' || table?.headers.some((header) => headerWords(header) === kind) === true;
}

/** Reads what is no more: `### Gone`, or `#### Gone` under an entity, with a table of the names. */
export function readGone(context: Context, section: Section, kind: GoneKind, entity: string | null = null): void {
  const { tables } = readBlocks(context, section, { tables: { gone: kind }, where: 'gone' });
  const names = new Map<string, Part>();
  for (const { table } of tables)
    for (const { cells, span } of readTable(context, table, { columns: { [kind]: { required: true }, meaning: {} } })) {
      const cell = cells[kind];
      if (!cell || cell.text === '') continue;
      const words = unquoted(part(cell, 0, cell.text.length));
      if (kind !== 'screen' && !checkName(context, kind, words)) continue;
      const name = kind === 'screen' ? slugOf(words.text) : words.text;
      const first = names.get(name);
      if (first !== undefined) {
        reportTwice(context, kind, words, first);
        continue;
      }
      names.set(name, words);
      const clause = [POINTS[kind], ...(entity === null ? [] : [entity]), 'gone', name].join('.');
      context.place(clause, span);
      const gone: Gone = kind === 'field' ? { clause, kind, entity: entity ?? '', name } : { clause, kind, name };
      context.gone(gone, words.span);
    }
}
