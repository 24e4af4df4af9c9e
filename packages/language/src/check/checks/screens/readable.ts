import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import type { Model } from '../../../model/model.ts';
import type { Column } from '../../../model/screens.ts';
import type { Context } from '../../context.ts';
import { possibleIn } from '../../derived/possible.ts';

/** 2: A column that nobody could ever read is an error. */
export function checkReadableColumns(model: Model, context: Context): void {
  if (model.openPoints.includes('roles') || model.roles.length === 0) return;
  const possible = possibleIn(model);
  const checkColumn = (column: Column, start: string): void => {
    let entity = start;
    for (const name of column.path) {
      if (!possible.readsField(entity, name)) {
        const span = context.placeOf(column.clause);
        const holes = { path: column.path.join('.'), entity };
        if (span) context.report('N219', SCREENS_CODES.N219, holes, span, { clause: column.clause });
        return;
      }
      const type = context.schema.entities.get(entity)?.fields.get(name);
      if (type?.kind !== 'record') return;
      entity = type.entity;
    }
  };
  for (const screen of model.screens) {
    // A form writes its fields; whether somebody may is the form's own question.
    if (screen.entity === null || screen.kind === 'form' || screen.kind === 'sign up') continue;
    const columns = [...screen.groups.flatMap((group) => group.columns), ...screen.filters, ...screen.search];
    for (const column of columns) checkColumn(column, screen.entity);
    for (const { entity, from, to, clause } of screen.also) {
      const hidden = [from, to].find((name) => name !== null && !possible.readsField(entity, name));
      const span = context.placeOf(clause);
      if (hidden && span) context.report('N219', SCREENS_CODES.N219, { path: hidden, entity }, span, { clause });
    }
    for (const related of screen.related) for (const column of related.columns) checkColumn(column, related.entity);
  }
}
