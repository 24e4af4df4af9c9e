import { clausePoint } from '../../../model/clause.ts';
import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import type { Model } from '../../../model/model.ts';
import type { Screen } from '../../../model/screens.ts';
import type { Context } from '../../context.ts';

/** 2: A record's screen is opened from a list, a reference, a form or a link. */
export function checkReachedRecords(model: Model, context: Context): void {
  const led = new Set(model.screens.flatMap((screen) => leadsTo(screen, context)));
  // Screens and parts that are not shown may lead anywhere.
  if (model.gaps.some(({ clause }) => clausePoint(clause) === '2')) return;
  for (const screen of model.screens) {
    const { entity, kind, clause, name, parameters } = screen;
    const span = context.placeOf(clause);
    if (kind !== 'record' || entity === null || !span || led.has(entity)) continue;
    // A fixed route is in the menu.
    if (parameters.length === 0) continue;
    if (
      model.screens.some((other) =>
        other.actions.some((action) => action.kind === 'link' && isBelow(action.to, screen)),
      )
    )
      continue;
    context.report('N253', SCREENS_CODES.N253, { name, entity }, span, { clause });
  }
}

/** The entities whose records a screen shows or refers to. */
function leadsTo(screen: Screen, context: Context): readonly string[] {
  if (screen.entity === null) return [];
  const columns = [
    ...screen.groups.flatMap((group) => group.columns),
    ...screen.related.flatMap(({ columns: own }) => own),
  ];
  const found = screen.kind === 'record' ? [] : [screen.entity];
  for (const start of [screen.entity, ...screen.related.map(({ entity }) => entity)]) {
    if (start !== screen.entity) found.push(start);
    for (const { path } of columns) {
      let entity = start;
      for (const name of path) {
        const type = context.schema.entities.get(entity)?.fields.get(name);
        const of = type?.kind === 'list' ? type.of : type;
        if (of?.kind !== 'record') break;
        entity = of.entity;
        found.push(entity);
      }
    }
  }
  return found;
}

function isBelow(address: string, { route }: Screen): boolean {
  const [own, theirs] = [route.split('/'), address.replace(/[?#].*$/, '').split('/')];
  return own.length === theirs.length && own.every((part, index) => part.startsWith('{') || part === theirs[index]);
}
