/** Judges the documents that are tried while one is made smaller. */
export interface Judges {
  /** Whether it is a document without errors. */
  readonly isValid: (text: string) => boolean;
  /** Whether it still shows the fault. */
  readonly shows: (text: string) => Promise<boolean>;
}

/** How far a document is made smaller. */
export interface ShrinkLimits {
  /** How many documents without errors are tried. */
  readonly budget: number;
  /** The end of it (ms of the system's clock). What a try that ends later shows does not count. */
  readonly until: number;
}

/** The result of making a document smaller. */
export interface Shrunk {
  readonly text: string;
  readonly tries: number;
  /** Whether a limit ended it, so that there may be a smaller one. */
  readonly isEndedByLimit: boolean;
}

/**
 * A smaller document that still shows a fault: sections, rows, columns, cells and items of lists are removed one after
 * the other, unless the fault (or a document without errors) needs them.
 */
export async function shrink(
  text: string,
  { isValid, shows }: Judges,
  { budget, until }: ShrinkLimits,
): Promise<Shrunk> {
  let smallest = text;
  let tries = 0;
  const mayGoOn = (): boolean => tries < budget && Date.now() < until;
  for (let again = true; again && mayGoOn(); ) {
    again = false;
    for (const smaller of [withoutSections, withoutBlocks, withoutRows, withoutColumns, withoutCells, withoutItems]) {
      for (let at = smaller(smallest).length - 1; at >= 0 && mayGoOn(); at--) {
        const candidate = smaller(smallest)[at];
        if (candidate === undefined || candidate === smallest || !isValid(candidate)) continue;
        tries += 1;
        if (!(await shows(candidate)) || Date.now() >= until) continue;
        smallest = candidate;
        again = true;
      }
    }
  }
  return { text: smallest, tries, isEndedByLimit: !mayGoOn() };
}

/** Some lines in the place of others; `to` is the line behind the last one. */
function replaced(lines: readonly string[], from: number, to: number, instead: readonly string[] = []): string {
  return [...lines.slice(0, from), ...instead, ...lines.slice(to)].join('\n');
}

/** Without the body of a point, or without one of its items or parts. */
function withoutSections(text: string): string[] {
  const lines = text.split('\n');
  const depth = (line: string): number => /^(#{2,4}) /.exec(line)?.[1]?.length ?? 0;
  return lines.flatMap((line, from) => {
    const own = depth(line);
    if (own === 0) return [];
    const next = lines.findIndex((other, at) => at > from && depth(other) > 0 && depth(other) <= own);
    const to = next < 0 ? lines.length : next;
    return own > 2 ? [replaced(lines, from, to)] : [replaced(lines, from + 1, to, ['', 'none', ''])];
  });
}

interface Table {
  /** The line of its header. */
  readonly from: number;
  readonly to: number;
}

function tablesOf(lines: readonly string[]): Table[] {
  return lines.flatMap((line, at) => {
    if (!line.startsWith('| --- ')) return [];
    const end = lines.findIndex((other, place) => place > at && !other.startsWith('|'));
    return [{ from: at - 1, to: end < 0 ? lines.length : end }];
  });
}

/** Without a table, half of its rows, or a block of code. */
function withoutBlocks(text: string): string[] {
  const lines = text.split('\n');
  const tables = tablesOf(lines).flatMap(({ from, to }) => {
    const [first, middle] = [from + 2, Math.floor((from + 2 + to) / 2)];
    return [replaced(lines, first, middle), replaced(lines, middle, to), replaced(lines, from, to)];
  });
  const fences = lines.flatMap((line, at) => (line.startsWith('```') ? [at] : []));
  const blocks = fences.flatMap((from, place) =>
    place % 2 === 0 ? [replaced(lines, from, (fences[place + 1] ?? from) + 1)] : [],
  );
  return [...tables, ...blocks];
}

/** Without one row, or another line alone. */
function withoutRows(text: string): string[] {
  const lines = text.split('\n');
  const isHead = (at: number): boolean => [lines[at], lines[at + 1]].some((one) => one?.startsWith('| --- ') === true);
  return lines.flatMap((line, at) =>
    line.trim() === '' || line.startsWith('#') || isHead(at) ? [] : [replaced(lines, at, at + 1)],
  );
}

/** A bar within a cell has a backslash before it. */
function cellsOf(row: string): string[] {
  return row.split(/(?<!\\)\|/).slice(1, -1);
}

function withCells(lines: readonly string[], from: number, to: number, change: (cells: string[]) => string[]): string {
  const rows = lines.slice(from, to).map((row) => `|${change(cellsOf(row)).join('|')}|`);
  return replaced(lines, from, to, rows);
}

function withoutColumns(text: string): string[] {
  const lines = text.split('\n');
  return tablesOf(lines).flatMap(({ from, to }) =>
    cellsOf(lines[from] ?? '').map((_cell, at) => withCells(lines, from, to, (cells) => cells.toSpliced(at, 1))),
  );
}

function withoutCells(text: string): string[] {
  return inCells(text, (cell) => (cell.trim() === '' ? [] : ['  ']));
}

/** Without one of the items of a list in a cell: between commas, or between semicolons. */
function withoutItems(text: string): string[] {
  return inCells(text, (cell) =>
    [', ', '; '].flatMap((separator) => {
      const [, open = '', inner = '', close = ''] = /^(\s*`?)(.*?)(`?\s*)$/.exec(cell) ?? [];
      const items = inner.split(separator);
      if (items.length < 2) return [];
      return items.map((_item, at) => `${open}${items.toSpliced(at, 1).join(separator)}${close}`);
    }),
  );
}

/** The text with each cell of its tables in turn as `change` makes it. */
function inCells(text: string, change: (cell: string) => readonly string[]): string[] {
  const lines = text.split('\n');
  return tablesOf(lines).flatMap(({ from, to }) =>
    lines.slice(from + 2, to).flatMap((row, place) =>
      cellsOf(row).flatMap((cell, at) => {
        const line = from + 2 + place;
        return change(cell).map((other) => withCells(lines, line, line + 1, (cells) => cells.with(at, other)));
      }),
    ),
  );
}
