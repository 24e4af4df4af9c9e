import { MEND_CODES } from '../../diagnostics/codes/mends.ts';
import { diagnose } from '../../diagnostics/diagnose.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Span } from '../../source/span.ts';
import { isUnknownName } from '../consequences.ts';
import { quotedIn } from '../unread/words.ts';
import type { Mend, Suggest } from './mend.ts';
import { tablesOf } from './tables.ts';

/** The heading of an entity (3) above a table of fields that has none, or is not the first one under it. */
const ofEntities: Suggest = (tree, errors) => {
  const { entities } = tree.points;
  if (entities === undefined) return [];
  const stated = new Set(entities.sections.map(({ heading }) => heading.text));
  const names = new Set(errors.filter(isUnknownName).flatMap(entitiesNamed)).difference(stated);
  const places = tablesOf({ ...tree, points: { entities } }).filter(
    ({ table, section }) =>
      table.headers.some(({ text }) => text.toLowerCase() === 'field') &&
      (section === entities || section.blocks.find(({ kind }) => kind === 'table') !== table),
  );
  return [...names].flatMap((name) =>
    places.map(({ table: { span, headers } }) => {
      const why = `“${name}” is used and stated nowhere, and these would be its fields`;
      return missing(`### ${name}`, why, span, { ...span, end: headers.at(-1)?.span.end ?? span.end });
    }),
  );
};

/** `### Made` (7) above the first call that is none to answer. */
const ofCalls: Suggest = (tree, errors) => {
  const answered = tree.points.calls?.sections.find(({ heading }) => heading.text.toLowerCase() === 'answered');
  const first = answered?.sections.find(({ heading }) =>
    errors.some(({ code, span }) => code === 'N730' && span.start === heading.span.start),
  );
  if (first === undefined || answered === undefined) return [];
  const settles = { ...first.span, end: answered.span.end };
  return [missing('### Made', 'this is a call that the product makes', settles, first.heading.span)];
};

/** The heading that several mistakes are about, where it is not there. */
export const lostHeading: Suggest = (tree, errors) => [...ofEntities(tree, errors), ...ofCalls(tree, errors)];

function missing(heading: string, why: string, settles: Span, place: Span): Mend {
  const edits = [{ span: { ...settles, end: settles.start }, text: `${heading}\n\n` }];
  const fix = { title: `Write \`${heading}\` above it`, edits };
  return { fix, settles, least: 1, tell: () => diagnose('N095', MEND_CODES.N095, { heading, why }, place, { fix }) };
}

function entitiesNamed({ message }: Diagnostic): readonly string[] {
  return quotedIn(message).filter((name) => /^[A-Z]\w*[a-z]\w*$/.test(name));
}
