import { type ExactCalls, type ExactCall, NO_EXACT_CALLS } from '../../../../model/exact-calls.ts';
import type { Section } from '../../../../syntax/tree.ts';
import type { Context } from '../../../context.ts';
import { readBlocks } from '../../blocks.ts';
import { readTable } from '../../table.ts';
import { part } from '../../words.ts';
import { openAt } from '../open-at.ts';
import type { CallPoints } from '../points.ts';
import { readCallBlock, readCallRow } from './call.ts';
import { readCallHeading } from './heading.ts';
import type { ShapePlace } from './place.ts';
import { readExactCallSettings } from './settings.ts';
import { declareShapes, readShapes } from './shapes.ts';

const CALL_TABLE = {
  call: { required: true },
  by: {},
  signed: {},
  once: {},
  when: {},
  does: {},
  filters: {},
  answers: {},
};

/** Reads `### Answered` and `### Shapes` of point 7. The clause of a call is `7.get_articles_slug`. */
export function readExactCalls(
  context: Context,
  item: Section | undefined,
  shapesItem: Section | undefined,
  { declared, constants }: CallPoints,
  made: ReadonlySet<string>,
): ExactCalls {
  const headings = declareShapes(context, shapesItem, declared);
  if (shapesItem) readBlocks(context, shapesItem, { tables: {}, where: 'shapes' });
  const place: ShapePlace = {
    context,
    declared,
    constants,
    shapes: new Map(headings.map(({ name, entity }) => [name, entity])),
  };
  const shapes = readShapes(place, headings);
  if (!item) return { ...NO_EXACT_CALLS, shapes };
  const blocks = readBlocks(context, item, {
    tables: { settings: 'setting', calls: 'call' },
    where: 'exact calls',
  });
  const open = openAt(item);
  if (open) context.gap('7.answered', 'exactCalls', open);
  const tables = (kind: 'settings' | 'calls') => blocks.tables.filter((table) => table.kind === kind);
  const settings = readExactCallSettings(
    place,
    tables('settings').map(({ table }) => table),
  );
  const calls: ExactCall[] = [];
  const taken = (): ReadonlySet<string> => new Set([...made, ...calls.map(({ name }) => name)]);
  for (const { table } of tables('calls')) {
    for (const row of readTable(context, table, { columns: CALL_TABLE })) {
      const cell = row.cells['call'];
      const heading = cell && readCallHeading(context, part(cell, 0, cell.text.length));
      if (heading) calls.push(readCallRow(place, row, heading, settings.base, taken()));
    }
  }
  for (const section of item.sections) {
    const heading = readCallHeading(context, part(section.heading, 0, section.heading.text.length));
    const body = section.blocks.find((block) => block.kind === 'marker');
    // A call that is stated as `none` does not exist.
    if (heading && body?.value !== 'none') calls.push(readCallBlock(place, section, heading, settings.base, taken()));
  }
  return { ...settings, calls, shapes };
}
