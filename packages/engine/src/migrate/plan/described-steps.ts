import { tableName } from '../../sql/identifiers.ts';
import { filledTables } from '../backfill.ts';
import { BATCH_TIME } from '../batch-size.ts';
import { isMade, lockedTables, notedTables } from '../concerned-tables.ts';
import { describeTables } from '../describe.ts';
import { changedKeys, tableOf } from '../foreign-keys.ts';
import { type ChangedIndex, type IndexStep, indexStepWords } from '../indexes.ts';
import { restoredKeys } from '../former/restored-keys.ts';
import { LONGEST_WAIT } from '../locks.ts';
import { placeOf, type PlannedChange } from '../planned-change.ts';
import type { PlannedStep } from './migration-plan.ts';
import type { TableSize } from './sizes.ts';

/** The costs per record in addition to reading it, in milliseconds. They are rough, so a plan says “about”. */
const WRITE_MILLISECONDS = 0.05;
const INDEX_MILLISECONDS = 0.002;
const KEY_MILLISECONDS = 0.001;

export interface StepBasis {
  readonly change: PlannedChange;
  readonly sizes: ReadonlyMap<string, TableSize>;
  /** The indexes that the storage does not have. */
  readonly built: readonly ChangedIndex[];
  /** The steps of indexes in the switch: renames and drops. */
  readonly indexSteps: readonly IndexStep[];
  /** The time that it took to judge the stored records, in seconds. */
  readonly judgedSeconds: number;
}

/** The steps that carry a change out, in their order (see `carryOut`), with the locks that each takes. */
export function plannedSteps(basis: StepBasis): PlannedStep[] {
  const { change } = basis;
  const noted = notedTables(change);
  const locked = lockedTables(change, noted);
  const steps = [
    ...judgeSteps(basis, noted),
    ...noted.map((table) => noteStep(table)),
    ...addSteps(change),
    ...fillSteps(basis),
    ...basis.built.map((index) => indexStep(basis, index)),
    ...keySteps(basis),
  ];
  const switched = switchWords(basis);
  if (switched.length === 0) return steps;
  return [
    ...steps,
    {
      ...CATALOGUE,
      kind: 'switch',
      words: switched.join('; '),
      tables: locked,
      lock: locked.length === 0 ? null : 'ACCESS EXCLUSIVE',
      blocks: locked.length === 0 ? 'nobody' : 'everybody',
      longestWait: locked.length === 0 ? 0 : LONGEST_WAIT,
    },
    ...afterSteps(basis),
  ];
}

/** A step that only touches the catalogue of the database. */
const CATALOGUE = { seconds: null, records: null, bytes: null } as const;

function judgeSteps({ change, sizes, judgedSeconds }: StepBasis, noted: readonly string[]): PlannedStep[] {
  const isJudged = change.steps.some((changes) => changes.some(({ obstacle }) => obstacle !== null));
  if (!isJudged) return [];
  const records = noted.reduce((sum, table) => sum + (sizes.get(table)?.records ?? 0), 0);
  return [
    {
      kind: 'judge',
      words: 'count the records that would have no place',
      tables: noted,
      lock: 'ACCESS SHARE',
      blocks: 'nobody',
      longestWait: 0,
      seconds: judgedSeconds,
      records,
      bytes: 0,
    },
  ];
}

function noteStep(table: string): PlannedStep {
  return {
    ...CATALOGUE,
    kind: 'note',
    words: `note which records of ${table} are written meanwhile`,
    tables: [table],
    lock: 'SHARE ROW EXCLUSIVE',
    blocks: 'writers',
    longestWait: LONGEST_WAIT,
  };
}

function addSteps(change: PlannedChange): PlannedStep[] {
  const made = [...change.made.values()].map(
    ({ entity }): PlannedStep => ({
      ...CATALOGUE,
      kind: 'add',
      words: `make ${tableName(entity.name)}, beside what is in use`,
      tables: [],
      lock: null,
      blocks: 'nobody',
      longestWait: 0,
    }),
  );
  const added = [...change.tables.values()].flatMap((changed): PlannedStep[] => {
    const place = placeOf(changed);
    if (place === null || changed.next.length === 0) return [];
    const names = changed.next.map(({ column }) => column.name).join(', ');
    return [
      {
        ...CATALOGUE,
        kind: 'add',
        words: `add to ${place.table}, beside what is in use: ${names}`,
        tables: [place.table],
        lock: 'ACCESS EXCLUSIVE',
        blocks: 'everybody',
        longestWait: LONGEST_WAIT,
      },
    ];
  });
  return [...made, ...added];
}

function fillSteps({ change, sizes }: StepBasis): PlannedStep[] {
  const made = [...change.made.values()].flatMap(({ entity, origins }) =>
    origins.map(({ table }): PlannedStep => {
      const { records = 0, bytes = 0 } = sizes.get(table) ?? {};
      return {
        kind: 'fill',
        words: `make the records of ${tableName(entity.name)} from those of ${table}, in batches`,
        tables: [],
        lock: null,
        blocks: 'nobody',
        longestWait: 0,
        seconds: (records * WRITE_MILLISECONDS) / 1000,
        records,
        bytes,
      };
    }),
  );
  const filled = filledTables(change).map(({ table, columns }): PlannedStep => {
    const size = sizes.get(table);
    const records = size?.records ?? 0;
    const names = columns.map(({ column }) => column.name).join(', ');
    return {
      kind: 'fill',
      words: `fill ${names} of ${table}, in batches; records that somebody is writing are left for later`,
      tables: [table],
      lock: 'ROW EXCLUSIVE',
      blocks: 'writers',
      longestWait: BATCH_TIME,
      seconds: (records * ((size?.readMilliseconds ?? 0) + WRITE_MILLISECONDS)) / 1000,
      records,
      bytes: size?.bytes ?? 0,
    };
  });
  return [...made, ...filled];
}

function indexStep({ sizes }: StepBasis, { table, description }: ChangedIndex): PlannedStep {
  const records = sizes.get(table)?.records ?? 0;
  return {
    kind: 'index',
    words: `build ${description.unique === null ? '' : 'unique '}index ${description.name} on ${table}`,
    tables: [table],
    lock: 'SHARE UPDATE EXCLUSIVE',
    blocks: 'nobody',
    longestWait: 0,
    seconds: (records * INDEX_MILLISECONDS) / 1000,
    records,
    bytes: null,
  };
}

function keySteps({ change, sizes }: StepBasis): PlannedStep[] {
  return changedKeys(change).map(({ table, key, words }): PlannedStep => {
    const target = tableOf(key.target);
    const records = sizes.get(table)?.records ?? 0;
    return {
      kind: 'key',
      words: `${words}: for what is written from then on, then for what is there`,
      tables: [table, ...(target === null || target === table ? [] : [target])],
      lock: 'SHARE ROW EXCLUSIVE',
      blocks: 'writers',
      longestWait: LONGEST_WAIT,
      seconds: (records * KEY_MILLISECONDS) / 1000,
      records,
      bytes: 0,
    };
  });
}

/** The description of the transaction that puts the change to use. */
function switchWords({ change, indexSteps }: StepBasis): string[] {
  const taken = [...change.tables.values()].flatMap(({ renamed, next }) =>
    next.map(({ column }) => `${tableName(renamed.entity.name)}.${column.name}`),
  );
  const other = change.steps
    .flat()
    .filter(({ statements, restores = [] }) => statements.length + restores.length > 0)
    .map(({ summary }) => summary);
  return [
    ...(change.renames.length === 0 ? [] : ['rename what is called otherwise']),
    ...(taken.length === 0 ? [] : [`put the new columns to use (${taken.join(', ')})`]),
    ...other,
    ...indexSteps.filter(({ kind }) => kind === 'put away').map(indexStepWords),
  ];
}

/** Foreign keys of tables that the change creates: they refer to existing tables. */
function afterSteps({ change }: StepBasis): PlannedStep[] {
  const made = describeTables(change.after).filter(({ entity }) => isMade(change, entity.name));
  const keys = Map.groupBy(restoredKeys(change), ({ table }) => table);
  const restored = [...keys].map(
    ([table, own]): PlannedStep => ({
      ...CATALOGUE,
      kind: 'after',
      words: `make the references of ${table} to what was there before`,
      tables: [...new Set([table, ...own.flatMap(({ key }) => tableOf(key.target) ?? [])])],
      lock: 'SHARE ROW EXCLUSIVE',
      blocks: 'writers',
      longestWait: LONGEST_WAIT,
    }),
  );
  const ofMade = made.map(({ entity, foreignKeys }): PlannedStep => {
    const targets = foreignKeys.flatMap(({ target }) => tableOf(target) ?? []);
    return {
      ...CATALOGUE,
      kind: 'after',
      words: `make the references of ${tableName(entity.name)}${change.made.has(entity.name) ? '' : ', which is empty'}`,
      tables: [...new Set([tableName(entity.name), ...targets])],
      lock: 'SHARE ROW EXCLUSIVE',
      blocks: 'writers',
      longestWait: LONGEST_WAIT,
    };
  });
  return [...ofMade, ...restored];
}
