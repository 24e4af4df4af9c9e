import { TABLE_CODES } from '../../diagnostics/codes/tables.ts';
import type { Example } from '../../model/examples.ts';
import type { Rule } from '../../model/rules.ts';
import type { Workflow } from '../../model/states.ts';
import type { Section } from '../../syntax/tree.ts';
import type { Context } from '../context.ts';
import type { Declared } from '../declared.ts';
import { readBlocks } from './blocks.ts';
import { raisersOf } from './errors/raised.ts';
import { readAction } from './examples/action.ts';
import { readGiven } from './examples/given.ts';
import { isExamples } from './examples/heading.ts';
import type { ExamplePlace } from './examples/place.ts';
import { shownBy } from './examples/shown.ts';
import { readThen } from './examples/then.ts';
import { kindOf, readWho } from './examples/actor.ts';
import { readTable, type TableRow } from './table.ts';

const COLUMNS = {
  given: { required: true },
  who: { required: true },
  does: { required: true },
  then: { required: true },
};

/**
 * Reads the examples of points 4 and 5. An example with mistakes, or of which something is not shown, is left out: the
 * mistakes are reported, the gaps are listed.
 */
export function resolveExamples(
  context: Context,
  points: { readonly states: Section | undefined; readonly rules: Section | undefined },
  declared: Declared,
  workflows: readonly Workflow[],
  rules: readonly Rule[],
): readonly Example[] {
  const examples: Example[] = [];
  const raised = new Set(raisersOf(rules, workflows).map(({ code }) => code));
  for (const [number, point] of [
    [4, points.states],
    [5, points.rules],
  ] as const) {
    let count = 0;
    const stated = new Map<string, TableRow>();
    for (const section of point?.sections.filter(isExamples) ?? []) {
      const { tables } = readBlocks(context, section, { tables: { examples: 'given' }, where: 'examples' });
      for (const row of tables.flatMap(({ table }) => readTable(context, table, { columns: COLUMNS }))) {
        count += 1;
        const clause = `${number}.examples.${count}`;
        context.place(clause, row.span);
        const words = Object.keys(COLUMNS).map((column) => row.cells[column]?.text ?? '');
        const first = stated.get(words.join('\n'));
        if (first) {
          const related = [{ span: first.span, message: 'It is stated here already.' }];
          context.report('N037', TABLE_CODES.N037, { name: words.join(' | '), what: 'example' }, row.span, { related });
          continue;
        }
        stated.set(words.join('\n'), row);
        const read = readExample({ context, declared, workflows, raised, clause }, row);
        if (read) examples.push({ ...read, shows: shownBy(read, workflows, rules) });
      }
    }
  }
  return examples;
}

function readExample(place: ExamplePlace, row: TableRow): Omit<Example, 'shows'> | null {
  if (isOpen(place, row)) return null;
  const { given: givenCell, who: whoCell, does: doesCell, then: thenCell } = row.cells;
  if (!givenCell || !whoCell || !doesCell || !thenCell) return null;
  const kind = kindOf(whoCell);
  const isPerson = kind === 'person';
  const given = readGiven(place, givenCell, isPerson);
  if (given === null) return null;
  const subject = given.at(-1) ?? null;
  const does = readAction(place, doesCell, given, kind);
  if (does === 'unknown') return null;
  const about = does?.kind === 'create' || does?.kind === 'create by' ? does.entity : (subject?.entity ?? null);
  const who = readWho(place, whoCell, { about, does: doesCell, given: subject });
  const then = readThen(place, thenCell, { given, does, about, isPerson });
  const words = { given: givenCell.text, who: whoCell.text, does: doesCell.text, then: thenCell.text };
  return who && then && { clause: place.clause, given, who, does, then, words };
}

/** An example of which something is not shown shows nothing. */
function isOpen({ context, clause }: ExamplePlace, row: TableRow): boolean {
  const open = Object.keys(COLUMNS).filter((column) => row.cells[column]?.absence === 'not shown');
  for (const column of open) {
    const span = row.cells[column]?.span ?? row.span;
    context.gap(`${clause}.${column}`, 'example', span);
  }
  return open.length > 0;
}
