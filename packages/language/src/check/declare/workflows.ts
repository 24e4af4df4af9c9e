import { STATES_CODES } from '../../diagnostics/codes/states.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import type { State } from '../../model/states.ts';
import { ACTIONS, VERBS } from '../../model/roles.ts';
import type { Cell, Section } from '../../syntax/tree.ts';
import { meantStateKind } from '../../vocabulary/words-of-others.ts';
import type { Context } from '../context.ts';
import { readBlocks } from '../resolve/blocks.ts';
import { isExamples } from '../resolve/examples/heading.ts';
import { readFormer } from '../resolve/former.ts';
import { mayBeEntity } from '../resolve/open.ts';
import { checkName, labelsOf, readNamed, reportTwice } from '../resolve/names.ts';
import { replacement } from '../resolve/replacement.ts';
import { isTranslation, readTable, type TableRow } from '../resolve/table.ts';
import { type Part, part, splitList, unquoted } from '../resolve/words.ts';

/** One `###` of point 4, its states read and its event rows not yet resolved. */
export interface WorkflowDraft {
  readonly entity: string;
  readonly field: string | null;
  readonly place: Part;
  readonly states: readonly State[];
  readonly rows: readonly EventRow[];
  /** Rows `any` and `any except …`, which state a condition of several events. */
  readonly conditions: readonly ConditionRow[];
  /** The workflow is `not shown`. */
  readonly open: boolean;
}

export interface EventRow {
  readonly name: Part;
  readonly label: string;
  readonly row: TableRow;
}

export interface ConditionRow extends EventRow {
  /** The events for which the condition doesn't hold, as they are named. */
  readonly except: readonly Part[];
}

/** Whether a row states the effects of a create that point 6 allows: its event is named `create` (4). */
export function isCreateRow({ name }: EventRow): boolean {
  return name.text === 'create';
}

const KINDS = ['initial', 'final'] as const;
const translated = (header: string) => isTranslation(header.toLowerCase(), 'label');
const STATE_TABLE = {
  columns: { state: { required: true }, kind: {}, was: {}, meaning: {}, label: {} },
  optionalPattern: translated,
};
const EVENT_TABLE = {
  columns: {
    event: { required: true },
    from: {},
    to: {},
    by: {},
    when: {},
    asks: {},
    then: {},
    error: {},
    was: {},
    meaning: {},
    label: {},
  },
  optionalPattern: translated,
};

/** Words that the API uses below a record or a collection, so that no event can have them. */
const API_WORDS = new Set(['can', 'bulk', ...ACTIONS.flatMap((action) => VERBS[action].address ?? [])]);

/** Parses the items of point 4: `### Claim.status`, or `### Like` for events without states. */
export function draftWorkflows(
  context: Context,
  section: Section | undefined,
  entities: ReadonlySet<string>,
  /** The fields of an entity that are of the type `state`; null if the field is stated with another type. */
  stateFields: (entity: string, stated: string) => readonly string[] | null,
): WorkflowDraft[] {
  const drafts: WorkflowDraft[] = [];
  if (!section) return drafts;
  readBlocks(context, section, { tables: {}, where: 'point 4' });
  for (const item of section.sections.filter((each) => !isExamples(each))) {
    const words = unquoted(item.heading);
    const match = /^([A-Za-z][A-Za-z0-9]*)(?:\.([A-Za-z_][A-Za-z0-9_]*))?$/.exec(words.text);
    let entity = match?.[1];
    if (entity === undefined) {
      context.report('N401', STATES_CODES.N401, { heading: words.text }, words.span);
      continue;
    }
    if (!entities.has(entity)) {
      const place = part(words, 0, entity.length);
      if (mayBeEntity(context, entity)) continue;
      const offered = nearest(entity, entities);
      const fix = replacement(place.span, offered);
      context.report('N402', STATES_CODES.N402, { entity, nearest: offered }, place.span, fix);
      // A misspelt name is read as the one that it means if nothing else has that name, so that it is only one error.
      if (offered === null || section.sections.some((other) => startsWithName(other, offered))) continue;
      entity = offered;
    }
    const first = drafts.find((draft) => draft.entity === entity);
    if (first) {
      reportTwice(context, 'workflow', words, first.place);
      continue;
    }
    const field = readField(context, words, entity, match?.[2] ?? null, stateFields);
    drafts.push(draftWorkflow(context, item, words, entity, field));
  }
  return drafts;
}

function startsWithName(section: Section, entity: string): boolean {
  return /^[A-Za-z][A-Za-z0-9]*/.exec(unquoted(section.heading).text)?.[0] === entity;
}

/** The state field that a heading names; a slip is read as the entity's only one, so that it is one error. */
function readField(
  context: Context,
  words: Part,
  entity: string,
  field: string | null,
  stateFields: (entity: string, stated: string) => readonly string[] | null,
): string | null {
  const known = field === null ? null : stateFields(entity, field);
  const [only, ...others] = known ?? [];
  if (field === null || only === undefined || others.length > 0 || only === field) return field;
  const place = part(words, words.text.length - field.length, words.text.length);
  const details = { entity, field, nearest: only };
  context.report('N403', STATES_CODES.N403, details, place.span, replacement(place.span, only));
  return only;
}

function draftWorkflow(
  context: Context,
  section: Section,
  place: Part,
  entity: string,
  field: string | null,
): WorkflowDraft {
  const clause = `4.${place.text}`;
  context.place(clause, place.span);
  const blocks = readBlocks(context, section, {
    tables: { events: 'event', states: 'state' },
    where: 'workflow',
  });
  if (blocks.marker?.value === 'not shown') {
    context.gap(clause, { because: 'workflow', name: entity }, blocks.marker.span);
  }
  for (const part of section.sections) {
    context.report('N401', STATES_CODES.N401, { heading: part.heading.text }, part.heading.span);
  }
  const states: State[] = [];
  const places = new Map<string, Part>();
  const rows: EventRow[] = [];
  const conditions: ConditionRow[] = [];
  for (const { kind, table } of blocks.tables) {
    if (kind === 'states') {
      if (field === null) {
        context.report('N414', STATES_CODES.N414, { entity, what: 'table' }, table.span);
        continue;
      }
      for (const row of readTable(context, table, STATE_TABLE)) {
        const named = readRowName(context, row, 'state');
        if (!named) continue;
        checkName(context, 'state', named.name);
        const first = places.get(named.name.text);
        if (first) {
          reportTwice(context, 'state', named.name, first);
          continue;
        }
        places.set(named.name.text, named.name);
        readFormer(context, { kind: 'state', entity, name: named.name.text }, row.cells['was']);
        context.place(`${clause}.${named.name.text}`, row.span);
        states.push({
          clause: `${clause}.${named.name.text}`,
          name: named.name.text,
          label: stated(row.cells['label']) ?? named.label,
          labels: labelsOf(row),
          kind: readKind(context, row.cells['kind'], states, `${clause}.${named.name.text}.kind`),
          meaning: stated(row.cells['meaning']) ?? '',
        });
      }
    } else {
      for (const row of readTable(context, table, EVENT_TABLE)) {
        const condition = readConditionRow(row);
        if (condition !== null) {
          conditions.push(condition);
          continue;
        }
        const named = readRowName(context, row, 'event');
        if (!named) continue;
        checkName(context, 'event', named.name);
        if (API_WORDS.has(named.name.text)) {
          context.report('N410', STATES_CODES.N410, { event: named.name.text }, named.name.span);
        }
        readFormer(context, { kind: 'event', entity, name: named.name.text }, row.cells['was']);
        rows.push({ name: named.name, label: stated(row.cells['label']) ?? named.label, row });
      }
    }
  }
  return { entity, field, place, states, rows, conditions, open: blocks.marker?.value === 'not shown' };
}

/** `any`, or `any except release, note`, in the place of an event's name; null for any other name. */
function readConditionRow(row: TableRow): ConditionRow | null {
  const cell = row.cells['event'];
  const words = cell && unquoted(cell);
  const match = words && /^any(?:\s+except(?:\s+|$))?/.exec(words.text);
  if (!match || (match[0] === 'any' && words.text !== 'any')) return null;
  const except = words.text === 'any' ? [] : splitList(part(words, match[0].length, words.text.length));
  return { name: part(words, 0, words.text.length), label: words.text, row, except };
}

function readRowName(context: Context, row: TableRow, column: 'state' | 'event'): { name: Part; label: string } | null {
  const cell = row.cells[column];
  if (cell && cell.text !== '') return readNamed(context, cell);
  context.report('N419', STATES_CODES.N419, { what: column }, row.span);
  return null;
}

/** An unknown kind is read as the missing `initial`, so that it is one error. */
function readKind(context: Context, cell: Cell | undefined, before: readonly State[], clause: string): State['kind'] {
  if (cell?.absence === 'not shown') {
    context.gap(clause, 'stateKind', cell.span);
  }
  if (!cell || cell.absence !== null) return 'between';
  const known = KINDS.find((kind) => kind === cell.text.toLowerCase());
  if (known) return known;
  const offered = meantStateKind(cell.text) ?? nearest(cell.text, KINDS);
  context.report(
    'N416',
    STATES_CODES.N416,
    { kind: cell.text, nearest: offered },
    cell.span,
    replacement(cell.span, offered),
  );
  if (offered === 'initial' || offered === 'final') return offered;
  return before.some((state) => state.kind === 'initial') ? 'between' : 'initial';
}

/** The text of a cell that states something. */
export function stated(cell: Cell | undefined): string | null {
  return cell && cell.absence === null ? cell.text : null;
}
