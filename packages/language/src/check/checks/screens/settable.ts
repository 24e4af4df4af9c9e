import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import { UNFILLED_REASONS } from '../../../diagnostics/codes/reasons/screens.ts';
import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import { wordsOf } from '../../../diagnostics/reason.ts';
import type { Field } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Column } from '../../../model/screens.ts';
import type { Context } from '../../context.ts';
import type { Span } from '../../../source/span.ts';
import { mightAllowNew } from '../../derived/new-record.ts';
import { type Possible, possibleIn } from '../../derived/possible.ts';

type Why = DetailsOf<'N222'>['why'];

/** The fields of a User that sign-up or a row of their own alone sets (6). */
const ACCOUNT_FIELDS: ReadonlySet<string> = new Set(['email', 'roles', 'disabled']);

/** 2: A field of a form that nobody who can open it could ever fill in is an error. */
export function checkSettableFields(model: Model, context: Context): void {
  if (model.openPoints.includes('roles') || model.roles.length === 0) return;
  const possible = possibleIn(model);
  for (const screen of model.screens) {
    const entity = model.entities.find(({ name }) => name === screen.entity);
    if (screen.kind !== 'form' || entity === undefined) continue;
    const changes = screen.parameters.some((parameter) => parameter.entity === entity.name);
    const unfilled = screen.groups
      .flatMap((group) => group.columns)
      .flatMap((column) => {
        const field = entity.fields.find(({ name }) => name === column.path[0]);
        const why =
          field &&
          (whyNot(possible, entity.name, field, column, changes) ??
            (changes ? null : whyNotNew(model, entity.name, field)));
        const span = context.placeOf(column.clause);
        return why && span ? [{ column, why, span }] : [];
      });
    const [first, ...others] = unfilled;
    if (first === undefined) continue;
    const { column, why } = first;
    const related = others.map((other) => ({
      span: other.span,
      message: `Nor \`${other.column.path.join('.')}\`: ${wordsOf(UNFILLED_REASONS, other.why)}.`,
    }));
    // Fields that no form can ever ask for are mistakes of this screen; those that point 6 withholds may be mistakes of
    // point 6.
    const isCertain = unfilled.every((one) => NEVER_ASKED.has(one.why));
    const spans = unfilled.map(({ span }) => span);
    const edits = isCertain ? removals(context, spans) : null;
    context.report('N222', SCREENS_CODES.N222, { path: column.path.join('.'), why }, first.span, {
      clause: column.clause,
      related,
      ...(edits && { fix: { title: spans.length === 1 ? 'Leave it out' : 'Leave them out', edits } }),
    });
  }
}

/** The reasons that hold regardless of the rest of the document. */
const NEVER_ASKED: ReadonlySet<Why> = new Set<Why>(['computed', 'derived', 'system', 'state', 'all']);

/** The edits that take items out of their lists, each run of them with one comma; null if a list would be empty. */
function removals({ tree }: Context, spans: readonly Span[]): readonly { span: Span; text: string }[] | null {
  const edits: { span: Span; text: string }[] = [];
  for (let index = 0; index < spans.length; index += 1) {
    const first = spans[index];
    const text = tree.files.find((file) => file.path === first?.file)?.text;
    if (first === undefined || text === undefined) return null;
    let { start, end } = first;
    let comma = /^\s*,\s*/.exec(text.slice(end))?.[0].length ?? 0;
    while (comma > 0 && spans[index + 1]?.start === end + comma) {
      index += 1;
      end = spans[index]?.end ?? end;
      comma = /^\s*,\s*/.exec(text.slice(end))?.[0].length ?? 0;
    }
    const before = /,\s*$/.exec(text.slice(0, start))?.[0].length ?? 0;
    if (comma === 0 && before === 0) return null;
    if (comma > 0) end += comma;
    else start -= before;
    edits.push({ span: { file: first.file, start, end }, text: '' });
  }
  return edits;
}

function whyNot(possible: Possible, entity: string, field: Field, { path }: Column, changes: boolean): Why | null {
  if (path.length > 1) return { because: 'path', entity };
  if (field.type.kind === 'open') return null;
  if (field.computed !== null) return 'computed';
  if (field.derived) return 'derived';
  if (field.bySystem) return 'system';
  if (field.type.kind === 'state') return 'state';
  if (field.type.kind === 'number') return 'number';
  if (field.type.kind === 'all') return 'all';
  if (field.once && changes) return 'once';
  const isClosed = field.closed || (entity === 'User' && ACCOUNT_FIELDS.has(field.name));
  const sets = possible.setsField(entity, field.name, changes ? 'update' : 'create');
  if (sets === 'no row' && isClosed) return 'closed';
  return sets === 'nobody' ? 'nobody' : null;
}

/**
 * On create, a field's own row judges the result (4): if none of its cells allows anything on a new record, nobody
 * enters the field.
 */
function whyNotNew(model: Model, entity: string, { name }: Field): Why | null {
  const row = model.permissions.find((own) => own.entity === entity)?.fields[name]?.update;
  if (row === undefined || row.some((grant) => grant.cell.kind !== 'no' && mightAllowNew(model, entity, grant)))
    return null;
  return 'nobodyNew';
}
