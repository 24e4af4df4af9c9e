import { TABLE_CODES } from '../../diagnostics/codes/tables.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import type { Label } from '../../model/clause.ts';
import type { Section, Table } from '../../syntax/tree.ts';
import type { Context } from '../context.ts';
import { readBlocks } from '../resolve/blocks.ts';
import { isGone, readGone } from '../resolve/gone.ts';
import { readFormer } from '../resolve/former.ts';
import { checkName, reportTwice } from '../resolve/names.ts';
import { isTranslation, readSettings, readTable, type Setting, type TableRow } from '../resolve/table.ts';
import type { Part } from '../resolve/words.ts';
import { readHeading } from './headings.ts';

/** One `###` of point 3, parsed but not resolved. */
export interface EntityDraft extends Label {
  readonly name: Part;
  readonly description: string;
  readonly rows: readonly TableRow[];
  readonly settings: ReadonlyMap<string, Setting>;
  readonly records: readonly Table[];
  readonly demoRecords: readonly Table[];
  /** The entity is `not shown`: nothing of it exists. */
  readonly open: boolean;
}

/** The setting of an entity whose records are comments. */
export const COMMENTS_ON = 'comments on';

/** The setting that says how long a record is kept, and the one that says what keeps it longer. */
export const KEPT_FOR = 'kept for';
export const KEPT_WHILE = 'kept while';

/** The settings that say when work is done at a record, and on which days it is not. */
export const WORKING_TIME = 'working time';
export const DAYS_OFF = 'days off';

export const SETTINGS: readonly string[] = [
  'title',
  'unique',
  'order',
  'delete',
  'history',
  'id',
  'path',
  'sign in by',
  'order by hand',
  COMMENTS_ON,
  KEPT_FOR,
  KEPT_WHILE,
  WORKING_TIME,
  DAYS_OFF,
  'size',
  'from',
];
const PARTS = ['Records', 'Demo records', 'Gone'];
const FIELD_TABLE = {
  columns: { field: { required: true }, type: { required: true }, rules: {}, meaning: {}, group: {}, label: {} },
  optionalPattern: (header: string) => isTranslation(header.toLowerCase(), 'label'),
};

/** Parses the items of point 3. The second item of an entity is reported and left out. */
export function draftEntities(context: Context, section: Section | undefined): EntityDraft[] {
  const drafts = new Map<string, EntityDraft>();
  if (!section) return [];
  readBlocks(context, section, { tables: {}, where: 'point 3' });
  for (const item of section.sections) {
    if (isGone(item, 'entity')) {
      readGone(context, item, 'entity');
      continue;
    }
    const heading = readHeading(context, item);
    if (!heading) continue;
    checkName(context, 'entity', heading.name); // An ill-formed name still declares, so that it is one error.
    const first = drafts.get(heading.name.text);
    if (first) reportTwice(context, 'entity', heading.name, first.name);
    else {
      readFormer(context, { kind: 'entity', name: heading.name.text }, heading.was);
      drafts.set(heading.name.text, draftEntity(context, item, heading.name, heading.label));
    }
  }
  return [...drafts.values()];
}

function draftEntity(context: Context, section: Section, name: Part, label: string): EntityDraft {
  const clause = `3.${name.text}`;
  context.place(clause, name.span);
  const blocks = readBlocks(context, section, {
    tables: { fields: 'field', settings: 'setting' },
    where: 'entity',
  });
  const rows = blocks.tables
    .filter(({ kind }) => kind === 'fields')
    .flatMap(({ table }) => readTable(context, table, FIELD_TABLE));
  const settings = new Map<string, Setting>();
  for (const { kind, table } of blocks.tables) {
    if (kind !== 'settings') continue;
    for (const [key, setting] of readSettings(context, table, 'setting', SETTINGS)) {
      if (settings.has(key)) reportTwice(context, 'setting', setting.key);
      else settings.set(key, setting);
    }
  }
  const open = blocks.marker?.value === 'not shown';
  if (open && blocks.marker) {
    context.gap(clause, { because: 'entity', name: name.text }, blocks.marker.span);
  }
  return {
    name,
    label,
    labels: {},
    description: blocks.prose,
    rows,
    settings,
    ...readParts(context, section, clause),
    open,
  };
}

function readParts(context: Context, section: Section, entity: string): { records: Table[]; demoRecords: Table[] } {
  const parts: { records: Table[]; demoRecords: Table[] } = { records: [], demoRecords: [] };
  for (const part of section.sections) {
    const words = part.heading.text.replace(/\s+/g, ' ').trim().toLowerCase();
    const known = PARTS.find((name) => name.toLowerCase() === words);
    if (!known) {
      const offered = nearest(part.heading.text, PARTS);
      context.report(
        'N017',
        TABLE_CODES.N017,
        { heading: part.heading.text, nearest: offered, known: PARTS },
        part.heading.span,
      );
      continue;
    }
    if (known === 'Gone') {
      readGone(context, part, 'field', entity.slice(entity.indexOf('.') + 1));
      continue;
    }
    const list = known === 'Records' ? parts.records : parts.demoRecords;
    for (const block of part.blocks) {
      if (block.kind === 'table') list.push(block);
      if (block.kind === 'marker' && block.value === 'not shown') {
        const clause = `${entity}.${known === 'Records' ? 'records' : 'demo_records'}`;
        context.gap(clause, 'records', block.span);
      }
      if (block.kind === 'code' && block.isClosed)
        context.report('N019', TABLE_CODES.N019, { where: 'records' }, block.span);
    }
  }
  return parts;
}
