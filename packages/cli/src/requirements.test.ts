import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format } from '@nonet/language';
import { describe, expect, test } from 'vitest';
import { checked, documentsIn } from './fixtures/corpus/documents.ts';

/** Documents that say published requirements, one by one. */
const DOCUMENTS = documentsIn('examples/requirements');

/** The statements that these documents leave open, since their requirements do. */
const LEFT_OPEN: Readonly<Record<string, number>> = { 'requirements/leave': 3, 'requirements/library': 5 };

const PAGE = path.resolve(import.meta.dirname, '../../../docs/language/requirements.md');

interface Row {
  readonly story: string;
  readonly said: string;
  readonly clauses: readonly string[];
}

/** The tables of the page: for each document, a row for each of its requirements. */
const TABLES = readFileSync(PAGE, 'utf8')
  .split(/^(?=## )/m)
  .flatMap((section) => {
    const name = /^\[(\w[\w-]*)\.md\]/m.exec(section)?.[1];
    const rows = [...section.matchAll(/^\| ([A-Z]\d+) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)];
    return name === undefined || rows.length === 0 ? [] : [{ name, rows: rows.map(readRow) }];
  });

function readRow([, story = '', said = '', stated = '']: readonly string[]): Row {
  const clauses = said === 'not' ? [] : (stated.split(/: /)[0] ?? '').split(', ');
  return { story, said, clauses };
}

test.each(DOCUMENTS.map(({ name, text }) => [name, text]))(
  '%s has neither errors, warnings nor hints, and its standard form',
  (name, text) => {
    const { plan, diagnostics } = checked(text);
    const gaps = diagnostics.filter(({ severity }) => severity === 'gap');
    expect(gaps.length).toBe(LEFT_OPEN[name] ?? 0);
    const further = diagnostics.filter(({ severity }) => severity !== 'gap' && severity !== 'disclosure');
    expect(further.map(({ code, message }) => [code, message])).toEqual([]);
    expect(plan).not.toBeNull();
    expect(format(text)).toBe(text);
  },
);

describe.each(TABLES)('the table of $name in docs/language/requirements.md', ({ name, rows }) => {
  const text = DOCUMENTS.find((document) => document.name === `requirements/${name}`)?.text ?? '';

  test('has each requirement once, in order', () => {
    expect(rows.map(({ story }) => story)).toEqual(rows.map(({ story }, index) => `${story.charAt(0)}${index + 1}`));
    expect(rows.filter(({ said }) => !['plain', 'work-around', 'not'].includes(said))).toEqual([]);
  });

  test('names clauses that the document has', () => {
    const clauses = new Set(Object.keys(checked(text).plan?.clauses ?? {}));
    const missing = rows.flatMap((row) => row.clauses.filter((clause) => !hasClause(clauses, clause)));
    expect(missing).toEqual([]);
  });
});

test('there is a table for each document whose requirements are numbered', () => {
  expect(TABLES.map(({ name }) => name).toSorted()).toEqual(['clinic', 'land-permits', 'ticketing', 'warehouse']);
});

/** A clause is named as it is, or by what begins it: an event whose rows have clauses of their own. */
function hasClause(clauses: ReadonlySet<string>, clause: string): boolean {
  return clauses.has(clause) || [...clauses].some((other) => other.startsWith(`${clause}.`));
}
