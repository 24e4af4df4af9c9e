import { SUGGESTION_CODES } from '../../../diagnostics/codes/suggestions.ts';
import { diagnose } from '../../../diagnostics/diagnose.ts';
import { type Diagnostic, hasCode } from '../../../diagnostics/diagnostic.ts';
import { isUnknownName, namesIn } from '../../../diagnostics/meaning.ts';
import type { Span } from '../../../source/span.ts';
import { wordsOf } from '../unparsed/words.ts';
import type { Section, Table } from '../../../syntax/tree.ts';
import type { Suggestion, Suggest } from './suggestion.ts';
import { tablesOf } from './tables.ts';
import type { DetailsOf } from '../../../diagnostics/catalogue.ts';

/** The heading of an entity (3) above a table of fields or settings that has none, or is not the first one under it. */
const ofEntities: Suggest = (tree, { all }) => {
  const { entities } = tree.points;
  if (entities === undefined) return [];
  const stated = new Set(entities.sections.map(({ heading }) => heading.text));
  const names = new Set(all.filter(isUnknownName).flatMap(entitiesNamed)).difference(stated);
  const places = tablesOf({ points: { entities } }).filter(
    ({ table, section }) =>
      hasHeader(table, /^(?:field|setting)$/i) &&
      (section === entities || section.level > 3 || section.blocks.find(({ kind }) => kind === 'table') !== table),
  );
  return [...names].flatMap((name) =>
    places.map(({ table }) => aboveTable(`### ${name}`, { because: 'unstated', name }, table)),
  );
};

/** The heading of a workflow (4) above the second table of states under another one. */
const ofWorkflows: Suggest = (tree, { all }) => {
  const { states } = tree.points;
  if (states === undefined) return [];
  const headings = new Set(
    all.flatMap((one) => (hasCode(one, 'N312') ? `### ${one.details.entity}.${one.details.field}` : [])),
  );
  const places = tablesOf({ points: { states } }).filter(
    ({ table, section }) =>
      hasHeader(table, /^state$/i) &&
      section.blocks.find((block) => block.kind === 'table' && hasHeader(block, /^state$/i)) !== table,
  );
  return [...headings].flatMap((heading) => places.map(({ table }) => aboveTable(heading, 'states', table)));
};

/** The heading of a shape (7) above the second table of properties under another one, for the entities that have its fields. */
const ofShapes: Suggest = (tree, { all }) => {
  const { calls, entities } = tree.points;
  if (calls === undefined || entities === undefined) return [];
  const tables = tablesOf({ points: { calls } }).filter(({ table }) => hasHeader(table, /^property$/i));
  const stated = new Set(tables.map(({ section }) => section.heading.text.split(' ')[0] ?? ''));
  const used = new Set(all.flatMap((one) => (hasCode(one, 'N717') ? one.details.name : [])));
  const places = tables.filter(
    ({ table, section }) =>
      section.blocks.find((block) => block.kind === 'table' && hasHeader(block, /^property$/i)) !== table,
  );
  return [...used.difference(stated)].flatMap((name) =>
    places.flatMap(({ table }) =>
      entities.sections
        .filter((entity) => hasFields(entity, table))
        .map(({ heading: { text } }) => {
          const heading = text === name ? `#### ${name}` : `#### ${name} of ${text}`;
          return aboveTable(heading, { because: 'unstated', name }, table);
        }),
    ),
  );
};

/** Whether an entity has a field for each property of a shape. */
function hasFields(entity: Section, { rows }: Table): boolean {
  const stated = tablesOf({ points: { entities: entity } }).flatMap(({ table }) =>
    hasHeader(table, /^field$/i) ? table.rows.map(({ cells }) => cells[0]?.text ?? '') : [],
  );
  const known = new Set(['id', ...stated]);
  return rows.every(({ cells }) => known.has(/^\w+/.exec(cells[1]?.text ?? '')?.[0] ?? ''));
}

/** `### Made` (7) above the first call that is none to answer. */
const ofCalls: Suggest = (tree, { errors }) => {
  const answered = tree.points.calls?.sections.find(({ heading }) => heading.text.toLowerCase() === 'answered');
  const first = answered?.sections.find(({ heading }) =>
    errors.some(({ code, span }) => code === 'N730' && span.start === heading.span.start),
  );
  if (first === undefined || answered === undefined) return [];
  const mustClear = { ...first.span, end: answered.span.end };
  return [missing('### Made', 'made', mustClear, first.heading.span)];
};

/** The heading that several mistakes are about, where it is not there. */
export const lostHeading: Suggest = (tree, wrong) => [
  ...ofEntities(tree, wrong),
  ...ofWorkflows(tree, wrong),
  ...ofShapes(tree, wrong),
  ...ofCalls(tree, wrong),
];

type LostHeadingReason = DetailsOf<'N095'>['why'];

function hasHeader({ headers }: Table, word: RegExp): boolean {
  return headers.some(({ text }) => word.test(text));
}

function aboveTable(heading: string, why: LostHeadingReason, { span, headers }: Table): Suggestion {
  return missing(heading, why, span, { ...span, end: headers.at(-1)?.span.end ?? span.end });
}

function missing(heading: string, why: LostHeadingReason, mustClear: Span, place: Span): Suggestion {
  const edits = [{ span: { ...mustClear, end: mustClear.start }, text: `${heading}\n\n` }];
  const fix = { title: `Write \`${heading}\` above it`, edits };
  return {
    fix,
    mustClear,
    least: 1,
    report: () => diagnose('N095', SUGGESTION_CODES.N095, { heading, why }, place, { fix }),
  };
}

function entitiesNamed(error: Diagnostic): readonly string[] {
  return namesIn(error)
    .flatMap((name) => wordsOf(name, false))
    .filter((name) => /^[A-Z]\w*[a-z]\w*$/.test(name));
}
