import { STATES_CODES } from '../../diagnostics/codes/states.ts';
import type { State } from '../../model/states.ts';
import type { Cell } from '../../syntax/tree.ts';
import type { Context } from '../context.ts';
import type { TableRow } from '../resolve/table.ts';
import { around, part, type Part, splitList } from '../resolve/words.ts';
import type { EntityDraft } from './entities.ts';
import type { EventRow, WorkflowDraft } from './workflows.ts';

/** The word in `to` for the state from which a record came into its present one (4). */
const BACK = 'back';

/** The states that a cell of `from` names: `draft, rejected`, `any`, `every`, `any except paid`. Unknown names are left out. */
export function statesIn(states: readonly State[], cell: Cell): readonly string[] {
  const names = new Set(states.map(({ name }) => name));
  const all = /^(any|every)(?:\s+except\s+|$)/.exec(cell.text);
  if (all === null || names.has(cell.text))
    return splitList(cell).flatMap(({ text }) => (names.has(text) ? [text] : []));
  const every = states.filter(({ kind }) => all[1] === 'every' || kind !== 'final').map(({ name }) => name);
  const except = all[0] === cell.text ? [] : splitList(part(cell, all[0].length, cell.text.length));
  return every.filter((name) => !except.some(({ text }) => text === name));
}

/**
 * A workflow whose rows to `back` are rows to each state that a record may have come from, by a field that the rows
 * before them set. So `resume | held | back` means `resume | held | asked` when `status_before == "asked"`, and so on.
 */
export function withWaysBack(context: Context, draft: WorkflowDraft): WorkflowDraft {
  const { field, states } = draft;
  if (field === null || states.some(({ name }) => name === BACK)) return draft;
  const isBack = ({ row }: EventRow): boolean => row.cells['to']?.text === BACK && row.cells['to'].absence === null;
  if (!draft.rows.some(isBack)) return draft;
  const from = ({ row }: EventRow): readonly string[] => (row.cells['from'] ? statesIn(states, row.cells['from']) : []);
  const origins = originsOf(draft.rows, from, isBack);
  const left = new Set(draft.rows.filter(isBack).flatMap(from));
  const before = nameOf(field);
  const rows = draft.rows.flatMap((row): readonly EventRow[] => {
    const to = row.row.cells['to'];
    if (!to || !isBack(row)) return [noting(row, from(row), left, field)];
    const ways = from(row).flatMap((state) => [...(origins.get(state) ?? [])].map((origin) => ({ state, origin })));
    for (const state of from(row)) {
      if (origins.has(state)) continue;
      context.report('N466', STATES_CODES.N466, { event: row.name.text, state }, to.span);
    }
    return ways.map(({ state, origin }) => {
      const way = leading(row, state, origin, before);
      return left.has(origin) ? noting(way, [state], left, field) : way;
    });
  });
  return { ...draft, rows };
}

/** The entity with the field that keeps where its records came from, if an event leads back. */
export function withStateBefore(entity: EntityDraft, stated: WorkflowDraft | undefined): EntityDraft {
  const { field, rows, states } = stated ?? { field: null, rows: [], states: [] };
  const isNamed = states.some(({ name }) => name === BACK);
  const back = rows.find(({ row }) => row.cells['to']?.text === BACK && row.cells['to'].absence === null);
  const to = back?.row.cells['to'];
  if (field === null || isNamed || to === undefined) return entity;
  const cell = (text: string): Cell => ({
    ...part(around('', part(to, 0, 0), text), 0, text.length),
    quoted: false,
    absence: null,
  });
  const names = states.map(({ name }) => name).join(', ');
  const row: TableRow = {
    cells: { field: cell(nameOf(field)), type: cell(`enum(${names})`), rules: cell('optional, by system') },
    span: to.span,
  };
  return { ...entity, rows: [...entity.rows, row] };
}

function nameOf(field: string): string {
  return `${field}_before`;
}

/** The states from which records come into each state. */
function originsOf(
  rows: readonly EventRow[],
  from: (row: EventRow) => readonly string[],
  isBack: (row: EventRow) => boolean,
): ReadonlyMap<string, ReadonlySet<string>> {
  const origins = new Map<string, Set<string>>();
  const add = (state: string, origin: string): boolean => {
    const known = origins.get(state) ?? new Set();
    if (state === origin || known.has(origin)) return false;
    origins.set(state, known.add(origin));
    return true;
  };
  for (const row of rows) {
    const to = row.row.cells['to']?.text ?? '';
    if (to !== 'same' && !isBack(row)) for (const state of from(row)) add(to, state);
  }
  // A way back is a way into a state, too.
  for (let grows = true; grows; ) {
    grows = false;
    for (const state of rows.filter(isBack).flatMap(from))
      for (const origin of origins.get(state) ?? []) grows = add(origin, state) || grows;
  }
  return origins;
}

/** A row to one of the states that its records may have come from. */
function leading(row: EventRow, state: string, origin: string, before: string): EventRow {
  const { cells } = row.row;
  const to = cells['to'];
  if (to === undefined) return row;
  const own = cells['when'];
  const came = `${before} == "${origin}"`;
  const when =
    own?.absence === null
      ? around(`${came} and (`, part(own, 0, own.text.length), ')')
      : around(came, part(to, 0, 0), '');
  return {
    ...row,
    row: {
      ...row.row,
      cells: {
        ...cells,
        from: stating(instead(cells['from'] ?? to, state)),
        to: stating(instead(to, origin)),
        when: own?.absence === 'not shown' ? own : stating(when),
      },
    },
  };
}

/** A row that notes where its record comes from, if it leads to a state that an event leads back from. */
function noting(row: EventRow, from: readonly string[], left: ReadonlySet<string>, field: string): EventRow {
  const { cells } = row.row;
  const [to, then] = [cells['to'], cells['then']];
  if (to === undefined || !left.has(to.text) || from.every((state) => state === to.text)) return row;
  // A record that stays in its state came from elsewhere.
  const moved = from.includes(to.text) ? ` if old.${field} != "${to.text}"` : '';
  const effect = `${nameOf(field)} = old.${field}${moved}`;
  const words =
    then?.absence === null
      ? around(`${effect}; `, part(then, 0, then.text.length), '')
      : around(effect, part(to, 0, 0), '');
  if (then?.absence === 'not shown') return row;
  return { ...row, row: { ...row.row, cells: { ...cells, then: stating(words) } } };
}

/** A word in the place of a cell, or of the item of a list that it is. */
function instead(cell: Cell, word: string): Part {
  const item = splitList(cell).find(({ text }) => text === word);
  if (item !== undefined) return item;
  const { start, end } = cell.span;
  const offsets = Array.from({ length: word.length + 1 }, (_, index) => (index === 0 ? start : end - 1));
  return { text: word, span: cell.span, offsets };
}

function stating(words: Part): Cell {
  return { ...words, quoted: true, absence: null };
}
