import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { includesOf } from '../../../fixtures/documents.ts';
import { ORIGINALS } from '../../../fixtures/mutants.ts';
import type { Model } from '../../../model/model.ts';
import { ACTIONS, type Action } from '../../../model/roles.ts';
import { reportGaps } from '../../../report/gaps.ts';
import type { SourceFile } from '../../../source/span.ts';
import { type CheckedDocument, checkDocument } from '../../check.ts';
import { checkText, documentOf } from '../../../fixtures/harness.ts';

/**
 * 6: every entity × action × role (× state) is stated or a gap, or can't apply. Read here a second time, from what the
 * documents are made of, and not as `grants.ts` completes them.
 */
type Said = 'yes' | 'no' | 'gap' | 'none';

const ROLES = {
  visitor: 'anyone |',
  member: 'signed in |',
  clerk: 'assigned |',
  keeper: '`keeper == user` | Item',
  elder: '`user != null and user.name == "x"` |',
} as const;
type RoleName = keyof typeof ROLES;
const ROLE_NAMES = Object.keys(ROLES) as RoleName[];
const STATES = ['fresh', 'stale', 'gone'] as const;
const CELLS = { yes: 'yes', no: 'no', empty: '', open: 'not shown' } as const;

interface Row {
  readonly action: Action;
  /** Null: no column `in state`, or an empty cell of it. */
  readonly states: readonly string[] | null;
  /** The cells by column, `others` included. */
  readonly cells: Readonly<Record<string, keyof typeof CELLS>>;
}

/** The permissions of one entity: no table at all, a body that is a marker, or rows. */
type Table = 'absent' | 'none' | 'not shown' | { readonly columns: readonly string[]; readonly rows: readonly Row[] };

interface Sample {
  readonly delete: 'hard' | 'soft' | 'never';
  readonly history: 'kept' | 'none';
  readonly screen: readonly ('export' | 'import')[];
  readonly item: Table;
  /** The cells of the owned child `Part`. */
  readonly part: Table;
}

const cell = fc.constantFrom(...(Object.keys(CELLS) as (keyof typeof CELLS)[]));

const rows = (columns: readonly string[]): fc.Arbitrary<readonly Row[]> =>
  fc
    .subarray([...ACTIONS])
    .chain((actions) =>
      fc.tuple(
        ...actions.map((action) =>
          fc
            .tuple(
              fc.boolean(),
              fc.subarray([...STATES], { minLength: 1 }),
              fc.array(cell, { minLength: 12, maxLength: 12 }),
            )
            .map(([split, states, cells]): readonly Row[] => {
              const row = (at: number, of: Row['states']): Row => ({
                action,
                states: of,
                cells: Object.fromEntries(columns.map((column, index) => [column, cells[at + index] ?? 'no'])),
              });
              const rest = STATES.filter((state) => !states.includes(state)).slice(1);
              if (!split || action === 'create' || action === 'import') return [row(0, null)];
              return rest.length > 0 ? [row(0, states), row(6, rest)] : [row(0, states)];
            }),
        ),
      ),
    )
    .map((found) => found.flat());

const table: fc.Arbitrary<Table> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom('absent' as const, 'none' as const, 'not shown' as const) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.subarray([...ROLE_NAMES]), fc.boolean())
      .map(([roles, others]): readonly string[] => (others ? [...roles, 'others'] : roles))
      .filter((columns) => columns.length > 0)
      .chain((columns) => rows(columns).map((found) => ({ columns, rows: found }))),
  },
);

const sample: fc.Arbitrary<Sample> = fc.record({
  delete: fc.constantFrom('hard', 'soft', 'never'),
  history: fc.constantFrom('kept', 'none'),
  screen: fc.subarray(['export', 'import']),
  item: table,
  part: table.map((one) =>
    typeof one === 'string' ? one : { ...one, rows: one.rows.filter((row) => row.states === null) },
  ),
});

function tableText(entity: string, one: Table): string {
  if (one === 'absent') return '';
  // A table without rows is no table.
  if (typeof one === 'string' || one.rows.length === 0)
    return `#### ${entity}\n\n${one === 'none' ? 'none' : 'not shown'}`;
  const hasStates = one.rows.some((row) => row.states !== null);
  const header = ['may', ...(hasStates ? ['in state'] : []), ...one.columns];
  const lines = one.rows.map((row) => [
    row.action,
    ...(hasStates ? [row.states?.join(', ') ?? ''] : []),
    ...one.columns.map((column) => CELLS[row.cells[column] ?? 'no']),
  ]);
  const written = [header, header.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `#### ${entity}\n\n${written}`;
}

function documentOfSample(one: Sample): string {
  return documentOf({
    screens: `### Items \`/\`\n\n| part | is |\n| --- | --- |\n| kind | list of Item |\n| for | everyone |\n| actions | ${one.screen.join(', ') || 'none'} |`,
    entities: `### Item\n\n| field | type | rules |\n| --- | --- | --- |\n| keeper | User | |\n| parts | list of Part | |\n| phase | state | |\n\n| setting | is |\n| --- | --- |\n| delete | ${one.delete} |\n| history | ${one.history} |\n\n### Part\n\n| field | type |\n| --- | --- |\n| label | text |`,
    states:
      '### Item.phase\n\n| state | kind |\n| --- | --- |\n| fresh | initial |\n| stale | |\n| gone | final |\n\n| event | from | to | by |\n| --- | --- | --- | --- |\n| age | fresh | stale | clerk |\n| go | stale | gone | clerk |',
    roles: `### Roles\n\n| role | is given to | of |\n| --- | --- | --- |\n${Object.entries(ROLES)
      .map(([name, given]) => `| ${name} | ${given.endsWith('|') ? `${given} ` : `${given} `}|`)
      .join(
        '\n',
      )}\n\n### Permissions\n\n#### User\n\nnone\n\n${tableText('Item', one.item)}\n\n${tableText('Part', one.part)}`,
  });
}

/** The exceptions of the reference: a cell that can't apply is none, and no gap. */
function canApply(one: Sample, entity: 'Item' | 'Part', action: Action, role: RoleName): boolean {
  if (role === 'keeper' && (action === 'create' || action === 'import')) return false;
  // `delete` and `history` are settings of each entity; Part has the standard ones.
  const [kept, deleted] = entity === 'Item' ? [one.history, one.delete] : ['none', 'hard'];
  if (action === 'delete' && deleted === 'never') return false;
  if (action === 'restore' && deleted !== 'soft') return false;
  // No record here is a person.
  if (action === 'erase') return false;
  if (action === 'merge' && entity === 'Part') return false;
  return !(action === 'history' && kept === 'none');
}

function expected(one: Sample, entity: 'Item' | 'Part', action: Action, role: RoleName, state: string): Said {
  const of = entity === 'Item' ? one.item : one.part;
  if (!canApply(one, entity, action, role)) return 'none';
  const isOnScreen = entity === 'Item' && one.screen.some((offered) => offered === action);
  const isOffered = (action !== 'export' && action !== 'import' && action !== 'merge') || isOnScreen;
  if (of === 'none') return 'no';
  if (typeof of === 'string' || of.rows.length === 0) return isOffered ? 'gap' : 'none';
  const about = of.rows.filter((row) => row.action === action);
  if (about.length === 0) return isOffered ? 'gap' : 'none';
  const row = about.find(({ states }) => states === null || states.includes(state));
  const written = row && (row.cells[role] ?? row.cells['others']);
  return written === 'yes' || written === 'no' ? written : 'gap';
}

/** The model's statement about one cell: the grant that holds in a state. */
function saidBy(model: Model, entity: string, action: Action, role: string, state: string): Said {
  const grants = model.permissions.find((own) => own.entity === entity)?.actions?.[action] ?? [];
  const fitting = grants.filter((grant) => grant.role === role && (grant.states?.includes(state) ?? true));
  expect(fitting.length, `${entity} ${action} ${role} ${state} is stated once`).toBeLessThanOrEqual(1);
  const kind = fitting[0]?.cell.kind;
  return kind === undefined ? 'none' : kind === 'yes' || kind === 'no' || kind === 'gap' ? kind : 'yes';
}

/** The gaps of point 6 that cells name, and those that are listed: the same. */
function listedAndMeant({ model, diagnostics }: CheckedDocument): {
  listed: readonly string[];
  meant: readonly string[];
} {
  const listed = reportGaps(model, diagnostics).gaps.filter(({ point }) => point === 'roles');
  const grants = model.permissions.flatMap(({ actions, fields }) => [
    ...Object.values(actions ?? {}).flat(),
    ...Object.values(fields).flatMap(({ read = [], update = [] }) => [...read, ...update]),
  ]);
  const meant = grants.filter((grant) => grant.cell.kind === 'gap').map((grant) => grant.clause);
  return {
    listed: [...new Set(listed.map(({ clause }) => clause))].toSorted(),
    meant: [...new Set(meant)].toSorted(),
  };
}

describe('6: every cell is stated, a gap that is listed, or can’t apply', () => {
  test('in generated documents', () => {
    fc.assert(
      fc.property(sample, (one) => {
        const text = documentOfSample(one);
        const checked = checkText(text);
        const cells: Record<string, Said> = {};
        const found: Record<string, Said> = {};
        for (const entity of ['Item', 'Part'] as const) {
          // A child without a table is read and written with its parent.
          const hasOwn = entity === 'Item' || one.part !== 'absent';
          expect(checked.model.permissions.find((own) => own.entity === entity)?.actions === null, text).toBe(!hasOwn);
          for (const action of hasOwn ? ACTIONS : [])
            for (const role of ROLE_NAMES)
              for (const state of STATES) {
                const name = `${entity} ${action} ${role} ${state}`;
                cells[name] = expected(one, entity, action, role, state);
                found[name] = saidBy(checked.model, entity, action, role, state);
              }
        }
        expect(found, text).toEqual(cells);
        const { listed, meant } = listedAndMeant(checked);
        expect(listed, text).toEqual(meant);
      }),
      { numRuns: 100 },
    );
  });

  const documents = ORIGINALS.map(({ name, files }): [string, readonly SourceFile[]] => [name, files]);
  test.each(documents)('in %s', (_, files) => {
    const checked = checkDocument(files[0] as SourceFile, includesOf(files));
    const { listed, meant } = listedAndMeant(checked);
    // Without a point 6 there are no roles, and so no cells.
    expect(listed).toEqual(checked.model.openPoints.includes('roles') ? ['6'] : meant);
  });
});

/** `Item` and `Part` only state that members read them. */
const BARE: Sample = {
  delete: 'hard',
  history: 'none',
  screen: [],
  item: { columns: ['member'], rows: [{ action: 'read', states: null, cells: { member: 'yes' } }] },
  part: 'absent',
};

/** The statements if an exception holds, and if it does not. */
const EXCEPTIONS: readonly (readonly [what: string, action: Action, role: RoleName, Partial<Sample>, Said])[] = [
  ['a relationship role on `create`', 'create', 'keeper', {}, 'none'],
  ['another role on `create`', 'create', 'clerk', {}, 'gap'],
  ['a relationship role on `import`', 'import', 'keeper', { screen: ['import'] }, 'none'],
  ['another role on `import`', 'import', 'clerk', { screen: ['import'] }, 'gap'],
  ['`delete` with `never`', 'delete', 'clerk', { delete: 'never' }, 'none'],
  ['`delete` with `hard`', 'delete', 'clerk', {}, 'gap'],
  ['`restore` with `hard`', 'restore', 'clerk', {}, 'none'],
  ['`restore` with `soft`', 'restore', 'clerk', { delete: 'soft' }, 'gap'],
  ['`history` with `none`', 'history', 'clerk', {}, 'none'],
  ['`history` with `kept`', 'history', 'clerk', { history: 'kept' }, 'gap'],
  ['`export` on no screen', 'export', 'clerk', {}, 'none'],
  ['`export` on a screen', 'export', 'clerk', { screen: ['export'] }, 'gap'],
  ['`import` on no screen', 'import', 'clerk', {}, 'none'],
];

test.each(EXCEPTIONS)('6: %s', (_, action, role, changes, said) => {
  const { model } = checkText(documentOfSample({ ...BARE, ...changes }));
  expect(saidBy(model, 'Item', action, role, 'fresh')).toBe(said);
});

test('6: an owned child without a table is read and written with its parent, and is no gap', () => {
  const { model } = checkText(documentOfSample(BARE));
  expect(model.permissions.find(({ entity }) => entity === 'Part')).toMatchObject({ actions: null });
  expect(model.gaps.filter(({ clause }) => clause.startsWith('6.Part'))).toEqual([]);
});

test('6: a relationship role of another entity gives no right, and no gap', () => {
  const { model } = checkText(
    documentOfSample(BARE).replace('#### User\n\nnone', '#### User\n\n| may | member |\n| --- | --- |\n| read | no |'),
  );
  expect(saidBy(model, 'User', 'read', 'keeper', '')).toBe('none');
  expect(saidBy(model, 'User', 'read', 'clerk', '')).toBe('gap');
});
