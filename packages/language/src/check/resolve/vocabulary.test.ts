import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { includesOf } from '../../fixtures/documents.ts';
import { ORIGINALS } from '../../fixtures/mutants.ts';
import { problemOf, statedBy } from '../../fixtures/stated.ts';
import { ACTIONS } from '../../model/roles.ts';
import { SCREEN_KINDS } from '../../model/screens.ts';
import type { PointName } from '../../points.ts';
import type { SourceFile, Span } from '../../source/span.ts';
import type { Section, Table } from '../../syntax/tree.ts';
import { PRODUCT_CONSTANTS } from '../../vocabulary/product-constants.ts';
import { type CheckedDocument, checkDocument } from '../check.ts';
import { SETTINGS } from '../declare/entities.ts';
import { MAIL_PARTS } from './calls/mails.ts';
import { NOTICE_PARTS } from './calls/notices.ts';
import { PAPER_PARTS } from './calls/papers.ts';
import { ACCOUNT_MAIL_PARTS } from '../../vocabulary/account-mails.ts';
import { FEED_PARTS } from '../../vocabulary/feeds.ts';
import { RECEIVED_MAIL_PARTS } from './calls/received.ts';
import { PARTS as OUTBOUND_CALL_PARTS } from './calls/outbound-calls.ts';
import { headerWords } from './table.ts';
import { PARTS as SCREEN_PARTS } from './screens/parts.ts';

/**
 * The words of points 2, 6, 7 and 9 that no test uses over HTTP one by one: each is in a document of this repository,
 * and has an effect there. Types and rules of point 3 have cases of their own (`server/src/field-types.test.ts`,
 * `field-rules.test.ts`), and so have effects, `asks`, exact calls, functions and the standard errors
 * (`server/src/fixtures/words`).
 */
interface Words {
  readonly point: PointName;
  /** The column in which the word stands. */
  readonly column: string;
  readonly words: readonly string[];
  /** Whether a cell uses the word; by default it is the word. */
  readonly uses?: (cell: string, word: string) => boolean;
}

const begins = (cell: string, word: string): boolean => cell === word || cell.startsWith(`${word} `);
const listed = (cell: string, word: string): boolean => cell.split(/\s*,\s*/).includes(word);

const VOCABULARY: Readonly<Record<string, Words>> = {
  'a part of a screen': { point: 'screens', column: 'part', words: SCREEN_PARTS },
  'a kind of screen': { point: 'screens', column: 'is', words: Object.keys(SCREEN_KINDS), uses: begins },
  'how a tile is drawn': { point: 'screens', column: 'as', words: ['number', 'trend', 'bar', 'line', 'pie', 'table'] },
  'a setting of an entity': { point: 'entities', column: 'setting', words: SETTINGS },
  'a kind of state': { point: 'states', column: 'kind', words: ['initial', 'final'] },
  'where an event starts': {
    point: 'states',
    column: 'from',
    words: ['any', 'any except', 'every', 'new'],
    uses: begins,
  },
  'events that a condition is of': { point: 'states', column: 'event', words: ['any', 'any except'], uses: begins },
  'where an event leads': { point: 'states', column: 'to', words: ['same', 'back'] },
  'who causes an event': { point: 'states', column: 'by', words: ['system', 'after', 'at', 'every'], uses: begins },
  'whom a role is given to': { point: 'roles', column: 'is given to', words: ['anyone', 'signed in', 'assigned'] },
  'what somebody may do': { point: 'roles', column: 'may', words: ACTIONS, uses: listed },
  'a part of a call that is made': { point: 'calls', column: 'part', words: OUTBOUND_CALL_PARTS },
  'a part of a mail': { point: 'calls', column: 'part', words: MAIL_PARTS },
  'a part of a notice': { point: 'calls', column: 'part', words: NOTICE_PARTS },
  'a part of a paper': { point: 'calls', column: 'part', words: PAPER_PARTS },
  'a part of received mail': { point: 'calls', column: 'part', words: RECEIVED_MAIL_PARTS },
  'a part of a mail about accounts': { point: 'calls', column: 'part', words: ACCOUNT_MAIL_PARTS },
  'a part of a feed': { point: 'calls', column: 'part', words: FEED_PARTS },
  'a constant of the product': { point: 'constants', column: 'name', words: Object.keys(PRODUCT_CONSTANTS) },
};

function check(files: readonly SourceFile[]): CheckedDocument {
  return checkDocument(files[0] as SourceFile, includesOf(files));
}

/** A document with a given screen, whose page is a file beside it. */
const given = ['theatre.md', 'screens/plan.html', 'widgets/note.html'].map((file) => {
  const place = new URL(`../../../../server/src/fixtures/given/${file}`, import.meta.url);
  return { path: file, text: readFileSync(place, 'utf8') };
});

const documents = [...ORIGINALS, { files: given }]
  .map(({ files }) => ({ files, checked: check(files) }))
  .filter(({ checked }) => checked.plan !== null);

function* tablesOf(section: Section | undefined): Generator<Table> {
  for (const block of section?.blocks ?? []) if (block.kind === 'table') yield block;
  for (const inner of section?.sections ?? []) yield* tablesOf(inner);
}

/** The rows that use a word, in all documents. */
function* rowsWith({ point, column, uses = (cell, own) => cell === own }: Words, word: string) {
  for (const document of documents) {
    for (const table of tablesOf(document.checked.tree.points[point])) {
      const index = table.headers.findIndex((header) => headerWords(header) === column);
      for (const row of index < 0 ? [] : table.rows) {
        const cell = row.cells[index];
        if (cell !== undefined && uses(cell.text, word)) yield { ...document, span: row.span };
      }
    }
  }
}

/** Whether the document has another meaning without that row. */
function counts(files: readonly SourceFile[], checked: CheckedDocument, span: Span): boolean {
  const without = files.map((file) =>
    file.path === span.file ? { ...file, text: file.text.slice(0, span.start) + file.text.slice(span.end + 1) } : file,
  );
  const changed = check(without);
  const known = new Set(checked.diagnostics.map((found) => problemOf(found, files)));
  return (
    changed.diagnostics.some((found) => !known.has(problemOf(found, without))) ||
    statedBy(changed.model) !== statedBy(checked.model)
  );
}

describe.each(Object.entries(VOCABULARY))('%s', (_, words) => {
  test.each(words.words)('%s stands in a document, and counts', (word) => {
    const [used] = rowsWith(words, word);
    expect(used !== undefined && counts(used.files, used.checked, used.span)).toBe(true);
  });
});
