import { mapPair } from '../../collections.ts';
import { type Diagnostic, type Fix, hasCode } from '../../diagnostics/diagnostic.ts';
import type { Row, SpecTree } from '../../syntax/tree.ts';
import { sourceAt } from './suggestions/suggestion.ts';
import { type PlacedTable, tablesOf } from './suggestions/tables.ts';

/**
 * Suggests the row of point 6 that computed fields lack (N661): below the row that says who may read the record, with
 * the same cells. Only the writer knows whether these are right.
 */
export function withOfferedRows(tree: SpecTree, found: readonly Diagnostic[]): readonly Diagnostic[] {
  return found.map((one) => {
    if (!hasCode(one, 'N661') || one.fix !== undefined) return one;
    const fix = rowFor(tree, one.details.entity, one.details.fields);
    return fix === null ? one : { ...one, fix };
  });
}

function rowFor(tree: SpecTree, entity: string, fields: readonly string[]): Fix | null {
  const own = tablesOf({ points: tree.points }).filter((placed) => isOf(placed, entity));
  for (const { table } of own) {
    const [may, state] = mapPair(['may', 'in state'], (word) =>
      table.headers.findIndex(({ text }) => text.trim().toLowerCase() === word),
    );
    const row = table.rows.find((one) => itemsOf(one, may).includes('read'));
    const cell = row?.cells[may];
    // If the entity's row is restricted to states, the new row would have to be, too.
    if (row === undefined || cell === undefined || (row.cells[state]?.text ?? '') !== '') continue;
    const { start, end } = row.span;
    const [before, after] = [
      sourceAt(tree, { ...row.span, end: cell.span.start }).replace(/`$/, ''),
      sourceAt(tree, { ...row.span, start: cell.span.end }).replace(/^`/, ''),
    ];
    const text = `\n${before}read ${fields.join(', ')}${after}`.trimEnd();
    return {
      title: `Let those read ${quoted(fields)} who may read the record: a row \`read ${fields.join(', ')}\` like that of \`read\``,
      isOffer: true,
      edits: [
        { span: { ...row.span, start: start + sourceAt(tree, { ...row.span, start, end }).trimEnd().length }, text },
      ],
    };
  }
  return null;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(' and ');
}

/**
 * A table of permissions for this entity alone: a row added to a shared table would apply to the other entities, too.
 */
function isOf({ table, section }: PlacedTable, entity: string): boolean {
  return (
    section.heading.text.trim() === entity && table.headers.some(({ text }) => text.trim().toLowerCase() === 'may')
  );
}

function itemsOf({ cells }: Row, column: number): readonly string[] {
  return (cells[column]?.text ?? '').split(',').map((item) => item.replaceAll('`', '').trim());
}
