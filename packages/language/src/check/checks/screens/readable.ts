import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { placeOfReading } from '../../derived/disclosing.ts';
import { type Hidden, possibleIn } from '../../derived/possible.ts';
import { hiddenIn, type Shown, shownOn } from '../../derived/shown.ts';

/**
 * 2: A column, filter, order, tile or condition that nobody could ever read is an error. Each field that point 6
 * withholds is one error; the other parts that name it are related places.
 */
export function checkReadableColumns(model: Model, context: Context): void {
  if (model.openPoints.includes('roles') || model.roles.length === 0) return;
  const possible = possibleIn(model);
  const found = new Map<string, { readonly hidden: Hidden; readonly shown: Shown[] }>();
  for (const shown of model.screens.flatMap((screen) => shownOn(screen, context))) {
    const hidden = hiddenIn(possible, context, shown);
    if (hidden === null) continue;
    const key = `${hidden.entity} ${hidden.field ?? ''}`;
    const former = found.get(key);
    if (former === undefined) found.set(key, { hidden, shown: [shown] });
    else if (former.shown.every(({ span }) => span.file !== shown.span.file || span.start !== shown.span.start))
      former.shown.push(shown);
  }
  for (const { hidden, shown } of found.values()) {
    const [first, ...others] = shown;
    if (first === undefined) continue;
    const { path, span, clause } = first;
    const place = placeOfReading(context, hidden.entity, hidden.field);
    const related = [
      ...others.map((other) => ({ span: other.span, message: 'Nor can it be read here.' })),
      ...(place ? [{ span: place, message: 'Who may read it stands here.' }] : []),
    ];
    const details = { path: path.length === 0 ? null : path.join('.'), entity: hidden.entity };
    context.report('N219', SCREENS_CODES.N219, details, span, { clause, related });
  }
}
