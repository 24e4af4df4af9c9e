import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import type { Field } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Screen } from '../../../model/screens.ts';
import type { Context } from '../../context.ts';

/**
 * 2: Fixed routes beat parameters, so a record whose key is a word of a fixed route can't be opened. Ids are never
 * words; a unique field may be.
 */
export function checkShadowedRoutes(model: Model, context: Context): void {
  const byLength = new Map<number, Screen[]>();
  for (const screen of model.screens) {
    const length = segmentsOf(screen.route).length;
    byLength.set(length, [...(byLength.get(length) ?? []), screen]);
  }
  for (const screen of model.screens) {
    const keyed = screen.parameters.filter(({ field }) => field !== 'id');
    if (keyed.length === 0) continue;
    for (const other of byLength.get(segmentsOf(screen.route).length) ?? []) {
      const hidden = shadowOf(model, screen, other);
      const span = context.placeOf(screen.clause);
      const place = context.placeOf(other.clause);
      if (hidden === null || !span || !place) continue;
      const details = { ...hidden, route: other.route };
      const related = [{ span: place, message: 'This route comes first.' }];
      context.report('N252', SCREENS_CODES.N252, details, span, { clause: screen.clause, related });
    }
  }
}

interface Shadow {
  readonly entity: string;
  readonly field: string;
  readonly word: string;
}

/** The key that another route takes from this one; null if it takes none. */
function shadowOf(model: Model, screen: Screen, other: Screen): Shadow | null {
  if (other === screen) return null;
  const [own, theirs] = [segmentsOf(screen.route), segmentsOf(other.route)];
  let parameter = 0;
  let shadow: Shadow | null = null;
  for (const [index, segment] of own.entries()) {
    const word = theirs[index] ?? '';
    if (!segment.startsWith('{')) {
      if (word !== segment) return null;
      continue;
    }
    const key = screen.parameters[parameter];
    parameter += 1;
    if (word.startsWith('{') || !key) continue;
    const field = model.entities.find(({ name }) => name === key.entity)?.fields.find(({ name }) => name === key.field);
    if (!field || !mayBe(field, word)) return null;
    shadow = { entity: key.entity, field: key.field, word };
  }
  return shadow;
}

function mayBe({ type, minimum, maximum, pattern }: Field, word: string): boolean {
  if (!['text', 'long text', 'slug'].includes(type.kind) || pattern !== null) return false;
  return (
    word.length >= Number(minimum?.value ?? 0) && word.length <= Number(maximum?.value ?? Number.POSITIVE_INFINITY)
  );
}

function segmentsOf(route: string): readonly string[] {
  return route.split('/').filter((segment) => segment !== '');
}
