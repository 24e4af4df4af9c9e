import { ERRORS_CODES } from '../../../diagnostics/codes/errors.ts';
import type { Fix } from '../../../diagnostics/diagnostic.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Cell } from '../../../syntax/tree.ts';
import { isStandardError, STANDARD_ERRORS } from '../../../vocabulary/standard-errors.ts';
import type { Context } from '../../context.ts';
import { reportTwice } from '../names.ts';
import { isOpen, mayBeEntity } from '../open.ts';
import { replacement } from '../replacement.ts';
import { type Part, part, splitList } from '../words.ts';
import type { RaisersBy } from './raised.ts';

/** The errors that rules and events raise: point 8 must state the same. */
export interface Catalogue {
  /** Codes that exact calls refuse with (7, `refuse CODE`): no clause of points 4 or 5 names them. */
  readonly refused: ReadonlySet<string>;
  readonly raisers: RaisersBy;
  /** Every rule and event that could be read. */
  readonly resolved: ReadonlySet<string>;
  /** Every rule and event that the document names, those with mistakes included. */
  readonly declared: ReadonlySet<string>;
  /** Clauses whose error is a gap, with their entities. */
  readonly open: ReadonlyMap<string, string>;
  /** Entities whose workflow is not shown: they may have any event. */
  readonly openWorkflows: ReadonlySet<string>;
  /** The codes that the catalogue states. */
  readonly codes: ReadonlySet<string>;
}

/**
 * The entities on whose records an error is raised, or would be if its clauses said so. Null if a named clause is not
 * known well enough: then it is not raised either.
 */
export function raisingEntities(cell: Cell | undefined, code: string, catalogue: Catalogue): readonly string[] | null {
  const entities = new Set<string>();
  for (const raiser of catalogue.raisers.code.get(code) ?? []) entities.add(raiser.entity);
  if (entities.size > 0 || !cell || cell.absence !== null) return [...entities];
  for (const { text } of splitList(cell)) {
    const name = text.replace(/\s+/g, ' ');
    const entity = catalogue.open.get(name);
    if (entity !== undefined) entities.add(entity);
    else if (name !== 'derived') return null;
  }
  return [...entities];
}

/** Whether the error rewords a standard one. */
export function readWhen(context: Context, cell: Cell | undefined, code: Part, catalogue: Catalogue): boolean {
  if (!cell || cell.absence === 'none' || cell.absence === 'empty') {
    if (catalogue.refused.has(code.text) && !catalogue.raisers.code.has(code.text)) return false;
    if (!catalogue.raisers.code.has(code.text)) {
      context.report('N805', ERRORS_CODES.N805, { code: code.text }, code.span);
    } else reportLeftOut(context, cell, code, new Set(), catalogue);
    return false;
  }
  if (cell.absence === 'not shown') {
    context.gap(`8.${code.text}.when`, { because: 'errorWhen', name: code.text }, cell.span);
    return isStandardError(code.text);
  }
  const named = new Set<string>();
  let derived = false;
  for (const item of splitList(cell)) {
    const name = item.text.replace(/\s+/g, ' ');
    if (name === 'derived') {
      derived = true;
      if (!isStandardError(code.text)) {
        const offered = nearest(code.text, Object.keys(STANDARD_ERRORS));
        const details = { code: code.text, nearest: offered };
        context.report('N807', ERRORS_CODES.N807, details, code.span, replacement(code.span, offered));
      }
    } else if (named.has(name)) reportTwice(context, 'clause', item);
    else {
      named.add(name);
      const meant = checkNamed(context, item, name, code, catalogue);
      if (meant !== null) named.add(meant);
    }
  }
  reportLeftOut(context, cell, code, named, catalogue);
  return derived;
}

/** A clause named in `when` must raise this error. The result is the clause that an unknown one is a slip of. */
function checkNamed(context: Context, item: Part, name: string, code: Part, catalogue: Catalogue): string | null {
  if (!catalogue.declared.has(name)) {
    const points = name.includes(' ') ? (['entities', 'states'] as const) : (['entities', 'rules'] as const);
    if (points.some((point) => isOpen(context, point))) return null;
    const [entity = ''] = name.split(' ');
    if (name.includes(' ') && (mayBeEntity(context, entity) || catalogue.openWorkflows.has(entity))) return null;
    if (catalogue.refused.has(code.text) && !catalogue.raisers.code.has(code.text)) {
      const details = { text: name, nearest: null, refused: code.text };
      context.report('N802', ERRORS_CODES.N802, details, item.span, {
        fix: { title: 'Leave it empty', edits: [{ span: item.span, text: '' }] },
      });
      return null;
    }
    // A clause that raises this error is a better suggestion than one that does not.
    const raisers = (catalogue.raisers.code.get(code.text) ?? []).map((raiser) => raiser.name);
    const addressed = addressedBy(name);
    const offered = catalogue.declared.has(addressed)
      ? addressed
      : (nearest(name, raisers) ?? nearest(name, ['derived', ...catalogue.declared]));
    const details = { text: name, nearest: offered };
    context.report('N802', ERRORS_CODES.N802, details, item.span, replacement(item.span, offered));
    return offered;
  }
  const raised = catalogue.raisers.name.get(name) ?? [];
  if (raised.some((raiser) => raiser.code === code.text)) return null;
  // A part that could not be read has its own diagnostic, and an error that is a gap may be this one.
  if (!catalogue.resolved.has(name) || catalogue.open.has(name)) return null;
  // N806 reports an unknown error where it is raised.
  if (raised.some((raiser) => !catalogue.codes.has(raiser.code) && nearest(raiser.code, [code.text]) !== null))
    return null;
  const raises = raised.length === 0 ? null : [...new Set(raised.map((raiser) => raiser.code))].join(', ');
  const details = { code: code.text, clause: name, raises };
  context.report(
    'N803',
    ERRORS_CODES.N803,
    details,
    item.span,
    relatedTo(context, raised[0]?.clause ?? clauseOf(name)),
  );
  return null;
}

function reportLeftOut(
  context: Context,
  cell: Cell | undefined,
  code: Part,
  named: ReadonlySet<string>,
  catalogue: Catalogue,
): void {
  const reported = new Set<string>();
  // An unknown name may refer to something that is left out.
  const isComplete = cell?.absence === null && [...named].every((name) => catalogue.declared.has(name));
  for (const raiser of catalogue.raisers.code.get(code.text) ?? []) {
    if (named.has(raiser.name) || reported.has(raiser.name)) continue;
    reported.add(raiser.name);
    const details = { code: code.text, clause: raiser.name };
    context.report('N804', ERRORS_CODES.N804, details, cell?.span ?? code.span, {
      ...relatedTo(context, raiser.clause),
      ...(cell && isComplete && addedTo(cell, raiser.name)),
    });
  }
}

/** The fix that adds a clause behind those that `when` names already. */
function addedTo(cell: Cell, name: string): { readonly fix: Fix } {
  const { span } = part(cell, cell.text.length, cell.text.length);
  return { fix: { title: `Add “${name}”`, edits: [{ span, text: `, ${name}` }] } };
}

/** The name of the rule or event that a clause's address leads to: `5.V1`, `4.Claim.status.submit`, `4.Like.create`. */
function addressedBy(clause: string): string {
  const [point, subject = '', ...path] = clause.split('.');
  if (point === '5') return subject;
  return point === '4' ? `${subject} ${path[1] ?? path[0] ?? ''}` : '';
}

function clauseOf(name: string): string {
  return name.includes(' ') ? `4.${name.replace(' ', '.')}` : `5.${name}`;
}

function relatedTo(context: Context, clause: string) {
  const span = context.placeOf(clause);
  return span ? { related: [{ span, message: 'It stands here.' }] } : {};
}
