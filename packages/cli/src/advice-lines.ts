import type {
  DeadRows,
  OldHistory,
  PlacedClause,
  SlowClause,
  StatementsRead,
  UnusedIndex,
  WastedSpace,
} from '@nonet/engine';
import { shown } from '@nonet/language';
import type { AdviceReport, SizeToState, ReportedAtSize, WholeReadingsByClause } from './advice-report.ts';
import { bold, dim } from './terminal.ts';

/** The most that is listed of a kind: the JSON has all. */
const MOST_LISTED = 20;

type NameFile = (file: string) => string;

/** An advice as text for a terminal. */
export function adviceLines(report: AdviceReport, nameFile: NameFile): readonly string[] {
  const sections = [
    section(
      `Slow clauses${sinceOf(report.statements)}`,
      report.slow.map((slow) => slowLines(slow, nameFile)),
    ),
    section(
      `Indexes that nothing has used since ${report.countedSince}`,
      report.unusedIndexes.map((unused) => unusedLines(unused, nameFile)),
    ),
    section(
      `Read as a whole since ${report.countedSince}`,
      report.readWhole.map((reading) => wholeLines(reading, nameFile)),
    ),
    section('Rows that are dead, and take space', report.deadRows.map(deadLines)),
    section('Space that is mostly empty', report.space.map(spaceLines)),
    section('History', report.history === null ? [] : [historyLines(report.history)]),
    section(
      'To state',
      report.sizes.map((size) => sizeLines(size, nameFile)),
    ),
  ].flat();
  return [
    `${bold(`Version ${report.version}`)} is in use: ${shown(report.title)}.`,
    ...notesOf(report),
    ...(sections.length === 0 ? ['Nothing is advised.'] : sections),
  ];
}

function slowLines({ clauses, parts, readBy, ...times }: SlowClause, nameFile: NameFile): string[] {
  const { calls, meanMilliseconds, maximumMilliseconds, totalMilliseconds } = times;
  const names = clauses.map(({ clause }) => clause).join(', ');
  return [
    `${[bold(shown(names)), ...parts.map(wordsOfPart)].join(', ')}: ${duration(meanMilliseconds)} on average, ` +
      `${duration(maximumMilliseconds)} at most, ${timesOf(calls)}, ${duration(totalMilliseconds)} altogether`,
    ...(readBy.length > 0 ? readBy : clauses).map((clause) => placeLine(clause, nameFile)),
  ];
}

function unusedLines({ entity, columns, bytes, madeFor }: UnusedIndex, nameFile: NameFile): string[] {
  return [
    `${bold(entity)} by ${columns.join(', ')}: ${sizeOf(bytes)}, kept up at each write. It goes with what it is made for, where nobody needs that:`,
    ...madeFor.map((clause) => placeLine(clause, nameFile)),
  ];
}

function wholeLines({ name, records, times, recordsRead, mayReadAll }: WholeReadingsByClause, nameFile: NameFile) {
  const why =
    mayReadAll.length === 0
      ? 'No clause of the document has to: exports, totals of lists, backups and changes of the document do.'
      : 'What may do so:';
  return [
    `${bold(name)}: ${timesOf(times)}, ${count(recordsRead)} records read of ${count(records)}. ${why}`,
    ...mayReadAll.flatMap((each) => reportedLines(each, nameFile)),
  ];
}

function deadLines(rows: DeadRows): string[] {
  const vacuumed = rows.lastVacuum === null ? 'never vacuumed' : `vacuumed last at ${rows.lastVacuum}`;
  return [
    `${bold(nameOf(rows.entity))}: ${count(rows.dead)} beside ${count(rows.rows)}, ${vacuumed}. ${remedyOf(rows)}`,
  ];
}

function remedyOf({ isAutovacuumOff, heldBy }: DeadRows): string {
  if (isAutovacuumOff) return 'Autovacuum is off: switch it on.';
  if (heldBy !== null)
    return `The process ${heldBy.process} of the database keeps them by a transaction that has been open for ${duration(heldBy.seconds * 1000)}.`;
  return 'Autovacuum does not keep up: let it begin earlier (autovacuum_vacuum_scale_factor), or do more at once (autovacuum_vacuum_cost_limit).';
}

function spaceLines({ entity, what, columns, bytes, neededBytes }: WastedSpace): string[] {
  const remedy =
    what === 'index'
      ? '`reindex (concurrently)` writes it anew, while the product is served.'
      : 'New records take it; `vacuum full` gives it back, and shuts everybody out meanwhile (pg_repack does not).';
  const part = what === 'index' ? `, its index by ${columns.join(', ')}` : '';
  return [`${bold(nameOf(entity))}${part}: ${sizeOf(bytes)}, where about ${sizeOf(neededBytes)} would do. ${remedy}`];
}

function historyLines({ entries, oldEntries, bytes, entities }: OldHistory): string[] {
  const most = entities.length === 0 ? '' : `, most of them the history of ${entities.join(', ')}`;
  return [
    `${count(oldEntries)} of ${count(entries)} entries (${sizeOf(bytes)}) are older than twelve months${most}: ` +
      '`nonet archive` moves them to tables of their months.',
  ];
}

function sizeLines(
  { name, records, stated, yearly, row, entity, reported }: SizeToState,
  nameFile: NameFile,
): string[] {
  const made = yearly === null ? '' : `, ${count(yearly)} of them made in the last twelve months`;
  const states = stated === null ? 'states no `size`' : `its \`size\` is ${count(stated)}`;
  const has = `${bold(name)} has ${count(records)} records${made}, and ${states}.`;
  if (row === null) return [`${has} It has no section of its own in point 3.`];
  return [
    `${has} In its settings: ${row}`,
    placeLine(entity, nameFile),
    reported.length === 0
      ? '  `nonet check` tells nothing then: the document carries it.'
      : '  `nonet check` tells then:',
    ...reported.flatMap((each) => reportedLines(each, nameFile)),
  ];
}

function section(title: string, items: readonly (readonly string[])[]): string[] {
  if (items.length === 0) return [];
  const more = items.length - MOST_LISTED;
  return [
    '',
    bold(title),
    ...items.slice(0, MOST_LISTED).flatMap((lines) => lines.map((line) => `  ${line}`)),
    ...(more > 0 ? [`  and ${more} more (\`--format json\`)`] : []),
  ];
}

function notesOf({ statements, isDocumentInUse }: AdviceReport): string[] {
  return [
    ...(isDocumentInUse
      ? []
      : ['The document that was named is another one: places are those of the document in use.']),
    ...NOTES[statements.state](statements),
  ];
}

const NOTES: Readonly<Record<StatementsRead['state'], (statements: StatementsRead) => readonly string[]>> = {
  read: ({ hiddenRoles }) =>
    hiddenRoles === 0
      ? []
      : [
          'The statements of some roles are not shown to the one that asks: `grant pg_read_all_stats` to it, where the product is served by another.',
        ],
  'not loaded': () => [
    "Which clauses are slow is not known: let PostgreSQL load pg_stat_statements (shared_preload_libraries = 'pg_stat_statements', and a restart), and run `create extension pg_stat_statements;` in the database.",
  ],
  'not created': () => [
    'Which clauses are slow is not known: let an administrator run `create extension pg_stat_statements;` in the database.',
  ],
  'not allowed': () => [
    'Which clauses are slow is not shown to the role that asks: `grant pg_read_all_stats` to it, or ask as the role that serves.',
  ],
};

function sinceOf({ since }: StatementsRead): string {
  return since === null ? '' : ` since ${since}`;
}

function placeLine({ clause, place }: PlacedClause, nameFile: NameFile): string {
  return place === null
    ? dim(`  ${shown(clause)}: no clause of the document in use`)
    : dim(`  ${shown(`${nameFile(place.file)}:${place.line}`)} ${shown(place.text.trim())}`);
}

function reportedLines({ code, message, clause }: ReportedAtSize, nameFile: NameFile): string[] {
  return [`  ${code} ${shown(message)} (${shown(clause.clause)})`, `  ${placeLine(clause, nameFile)}`];
}

function nameOf(entity: string | null): string {
  return entity ?? 'The history';
}

/** `filters.status`, `search`, `order.-created_at`: how the records of a clause were read. */
function wordsOfPart(part: string): string {
  const [first = '', ...rest] = part.split('.');
  const path = shown(rest.join('.'));
  if (first === 'filters') return `filtered by ${path}`;
  if (first === 'order') return `ordered by ${path}`;
  return PARTS[first] ?? shown(part);
}

const PARTS: Readonly<Record<string, string>> = {
  can: 'what somebody may do',
  count: 'its total',
  export: 'an export',
  kept_for: 'what is past its time',
  read: 'one record',
  search: 'a search',
  sums: 'sums and groups',
  where: 'its `where`',
};

function timesOf(number: number): string {
  return number === 1 ? 'once' : `${count(number)} times`;
}

function count(number: number): string {
  return Math.round(number).toLocaleString('en');
}

const UNITS = [
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

function duration(milliseconds: number): string {
  const [divisor, unit] = UNITS.find(([least]) => milliseconds >= least) ?? [1, 'ms'];
  const amount = milliseconds / divisor;
  return `${amount.toLocaleString('en', { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${unit}`;
}

function sizeOf(bytes: number): string {
  return `${(bytes / 1024 / 1024).toLocaleString('en', { maximumFractionDigits: bytes < 10_485_760 ? 1 : 0 })} MB`;
}
