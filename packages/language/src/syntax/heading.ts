import { DOCUMENT_CODES } from '../diagnostics/codes/document.ts';
import { type Extras, diagnose } from '../diagnostics/diagnose.ts';
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts';
import { POINT_ITEMS, POINT_TITLES, POINTS } from '../points.ts';
import type { MarkdownBlock } from './markdown.ts';
import { type OpenSection, openSection } from './outline.ts';
import type { Parsing, Reading } from './parsing.ts';
import type { Words } from './tree.ts';

type Heading = MarkdownBlock & { readonly kind: 'heading' };

/**
 * Reads a paragraph of one line as a heading if only the space behind its `#` signs is missing (N047), so that the
 * lines below belong to it. Null for any other paragraph.
 */
export function headingWithoutSpace({ text, span }: MarkdownBlock & { readonly kind: 'paragraph' }): Heading | null {
  const [signs, words] = /^(#{2,4})([^#\s](?:[^\r\n]*\S)?)$/.exec(text)?.slice(1) ?? [];
  if (signs === undefined || words === undefined || /\s\s|\t/.test(words)) return null;
  const place = { ...span, start: span.start + signs.length };
  return { kind: 'heading', level: signs.length, underlined: false, span, words: { text: words, span: place } };
}

/*
 * # Specification: Claims             title, once, before point 1 (N001 none, N002 twice, N013 no words)
 * ## 3. Entities and their fields     point: a number from 1 to 9, in order (N003 to N006, N008)
 * ### Claim                           item (N010 outside of a point)
 * #### Records                        part of an item (N011 outside of an item)
 * ##### …                             nothing is so deep (N012)
 *
 * point ──▶ ## ──▶ number ──▶┬─ . ─┬──▶ words ──▶
 *                            ├─ ) ─┤
 *                            ├─ : ─┤
 *                            └─────┘
 */

/** Opens the section of a heading, or reports why the heading opens none. */
export function readHeading(parsing: Parsing, reading: Reading, heading: Heading): void {
  if (heading.level > 4) {
    parsing.grow(heading.span);
    const shown = `${'#'.repeat(heading.level)} ${heading.words.text}`;
    const details = { heading: shown, level: heading.level };
    const surplus = { ...heading.span, end: heading.span.start + heading.level - 4 };
    const edits = [{ span: surplus, text: '' }];
    const fix = { title: 'Write it with four #', edits };
    parsing.report(diagnose('N012', DOCUMENT_CODES.N012, details, heading.span, { fix }));
    return;
  }
  if (heading.level === 1) readTitle(parsing, reading, heading);
  else if (heading.level === 2) readPoint(parsing, reading, heading);
  else readItem(parsing, reading, heading);
}

function readTitle(parsing: Parsing, reading: Reading, heading: Heading): void {
  const { words } = heading;
  const shown = `# ${words.text}`;
  if (reading.within !== null) {
    parsing.grow(heading.span);
    const details = { heading: shown, point: reading.within };
    parsing.report(diagnose('N036', DOCUMENT_CODES.N036, details, heading.span));
    return;
  }
  if (reading.path !== null && reading.last === 0) {
    // The heading of a file that is included before point 1 is prose of the whole.
    if (words.text !== '') parsing.preamble.push({ kind: 'prose', text: words.text, span: words.span });
    return;
  }
  if (parsing.title !== null || parsing.place.point !== null || parsing.place.lost !== null) {
    parsing.grow(heading.span);
    parsing.report(diagnose('N002', DOCUMENT_CODES.N002, { title: words.text }, heading.span));
    return;
  }
  parsing.endLost();
  parsing.titled = true;
  const prefix = /^Specification:\s*/i.exec(words.text)?.[0].length ?? 0;
  if (words.text.length > prefix) parsing.title = wordsFrom(words, prefix);
  else parsing.report(diagnose('N013', DOCUMENT_CODES.N013, {}, heading.span));
}

function readPoint(parsing: Parsing, reading: Reading, heading: Heading): void {
  const { words } = heading;
  if (reading.within !== null) {
    const details = { heading: `## ${words.text}`, point: reading.within };
    lose(parsing, heading, diagnose('N036', DOCUMENT_CODES.N036, details, heading.span));
    return;
  }
  const numbered = /^(\d{1,9})(?:[.):]+\s*|\s+|$)/.exec(words.text);
  const title = numbered === null ? words.text : words.text.slice(numbered[0].length);
  let number = numbered === null ? Number.NaN : Number(numbered[1]);
  if (numbered === null) {
    const known = POINTS.findIndex((point) => POINT_TITLES[point].toLowerCase() === words.text.toLowerCase());
    const diagnostic = notAPoint(heading, known + 1);
    if (known === -1) {
      lose(parsing, heading, diagnostic);
      return;
    }
    // The words are unambiguous, so the lines below are checked, too.
    parsing.report(diagnostic);
    number = known + 1;
  }
  const meant = POINTS.findIndex((point) => POINT_TITLES[point].toLowerCase() === title.toLowerCase()) + 1;
  if (numbered !== null && meant !== 0 && meant !== number) {
    // Its words leave no doubt here either.
    const digits = { ...words.span, end: words.span.start + (numbered[1]?.length ?? 0) };
    const details = { fix: { title: `Number it as point ${meant}`, edits: [{ span: digits, text: String(meant) }] } };
    parsing.report(diagnose('N004', DOCUMENT_CODES.N004, { number: String(number), title, meant }, digits, details));
    number = meant;
  }
  const name = POINTS[number - 1];
  if (name === undefined) {
    const details = { number: String(number), title, meant: null };
    lose(parsing, heading, diagnose('N004', DOCUMENT_CODES.N004, details, words.span));
    return;
  }
  checkOrder(parsing, reading, number, words);
  const text = wordsFrom(words, words.text.length - title.length);
  if (title.toLowerCase() !== POINT_TITLES[name].toLowerCase()) {
    const standard = POINT_TITLES[name];
    const edit = { span: text.span, text: numbered?.[0].endsWith(' ') === false ? ` ${standard}` : standard };
    const details: Extras = { fix: { title: 'Use the standard words', edits: [edit] } };
    const place = title === '' ? words.span : text.span;
    parsing.report(diagnose('N008', DOCUMENT_CODES.N008, { number, title: standard }, place, details));
  }
  parsing.endLost();
  let point = parsing.points.get(name);
  if (point === undefined) {
    point = openSection(2, text, heading.span.start);
    parsing.points.set(name, point);
  }
  parsing.place = { point, item: null, part: null, lost: null };
  parsing.grow(heading.span);
}

function notAPoint(heading: Heading, number: number): Diagnostic {
  const { words, span } = heading;
  if (heading.underlined) return diagnose('N015', DOCUMENT_CODES.N015, {}, span);
  const fix: Fix =
    number === 0
      ? {
          title: `Make it an item: \`### ${words.text}\``,
          isOffer: true,
          edits: [{ span: { ...span, end: span.start }, text: '#' }],
        }
      : {
          title: `Number it as point ${number}`,
          edits: [{ span: { ...words.span, end: words.span.start }, text: `${number}. ` }],
        };
  return diagnose('N003', DOCUMENT_CODES.N003, { heading: words.text }, span, { fix });
}

function checkOrder(parsing: Parsing, reading: Reading, number: number, words: Words): void {
  const first = reading.seen.get(number);
  const last = reading.seen.get(reading.last);
  if (first !== undefined) {
    const related = [{ span: first, message: 'the first time' }];
    parsing.report(diagnose('N005', DOCUMENT_CODES.N005, { number }, words.span, { related }));
    parsing.inOrder = false;
  } else if (number < reading.last) {
    const related = last === undefined ? [] : [{ span: last, message: `point ${reading.last}` }];
    parsing.report(diagnose('N006', DOCUMENT_CODES.N006, { number, before: reading.last }, words.span, { related }));
    parsing.inOrder = false;
  }
  if (first === undefined) reading.seen.set(number, words.span);
  reading.last = Math.max(reading.last, number);
}

function readItem(parsing: Parsing, reading: Reading, heading: Heading): void {
  const { level, words, span } = heading;
  const { point, item } = parsing.place;
  const underLost = parsing.place.lost !== null && (point === null || (level === 4 && item === null));
  if (underLost) {
    parsing.grow(span);
    return;
  }
  if (point === null) {
    const details = { heading: `${'#'.repeat(level)} ${words.text}` };
    lose(parsing, heading, diagnose('N010', DOCUMENT_CODES.N010, details, span));
    return;
  }
  if (level === 4 && item === null) {
    const fix: Fix = {
      title: `Make it an item: \`### ${words.text}\``,
      isOffer: true,
      edits: [{ span: { ...span, end: span.start + 1 }, text: '' }],
    };
    lose(parsing, heading, diagnose('N011', DOCUMENT_CODES.N011, { heading: words.text }, span, { fix }));
    return;
  }
  parsing.endLost();
  if (words.text === '') parsing.report(diagnose('N013', DOCUMENT_CODES.N013, {}, span));
  const begun = level === 3 ? begunElsewhere(parsing, reading, point, words.text) : undefined;
  const section = begun ?? openSection(level, words, span.start);
  if (level === 3) {
    if (begun === undefined) point.sections.push(section);
    reading.items.add(section);
    parsing.place = { point, item: section, part: null, lost: null };
  } else {
    item?.sections.push(section);
    parsing.place = { point, item, part: section, lost: null };
  }
  parsing.grow(span);
}

/**
 * The item that another file has begun, and this one continues with: `### Permissions` of a document split by subject.
 */
function begunElsewhere(
  parsing: Parsing,
  reading: Reading,
  point: OpenSection,
  words: string,
): OpenSection | undefined {
  const [name] = [...parsing.points].find(([, section]) => section === point) ?? [];
  const items: readonly string[] = name === undefined ? [] : POINT_ITEMS[name];
  const meant = words.toLowerCase();
  if (!items.some((item) => item.toLowerCase() === meant)) return undefined;
  const begun = point.sections.find(({ heading }) => heading.text.toLowerCase() === meant);
  return begun === undefined || reading.items.has(begun) ? undefined : begun;
}

/** Reports a heading that opens no section; the lines below it are skipped. */
function lose(parsing: Parsing, heading: Heading, diagnostic: Diagnostic): void {
  parsing.endLost();
  parsing.report(diagnostic);
  const lost = { span: heading.span, diagnostic: parsing.diagnostics.length - 1, end: heading.span.end };
  // A heading that is not one of the nine points ends the point before it.
  const place =
    heading.level === 2 ? { point: null, item: null, part: null } : { ...parsing.place, item: null, part: null };
  parsing.place = { ...place, lost };
}

function wordsFrom(words: Words, from: number): Words {
  const offsets = words.offsets?.slice(from);
  const start = offsets?.[0] ?? words.span.start + from;
  return { text: words.text.slice(from), span: { ...words.span, start }, ...(offsets && { offsets }) };
}
