import type { ProductView, ScreenView } from '@nonet/client';

/** The screen that shows this reader what a clause states: the most specific one that a link can open. */
export function shownAt(clause: string, product: ProductView): ScreenView | null {
  const [point = '', name = '', field = ''] = clause.split('.');
  const openable = product.screens.filter((screen) => screen.parameters.length === 0);
  switch (point) {
    case '2': {
      const own = product.screens.find((screen) => screen.slug === name);
      return openable.find((screen) => screen === own) ?? screenOf(openable, own?.entity ?? null, '');
    }
    case '3':
    case '4':
    case '6':
      return screenOf(openable, name, field);
    case '5': {
      const judged = Object.values(product.entities).find((entity) =>
        entity.rules.some((rule) => rule.clause === clause),
      );
      return openable.find((screen) => screen.kind === 'form' && screen.entity === judged?.name) ?? null;
    }
    default:
      return null;
  }
}

/** A screen with the entity's records: one that shows the field, if there is one. */
function screenOf(screens: readonly ScreenView[], entity: string | null, field: string): ScreenView | null {
  const own = screens.filter((screen) => screen.entity !== null && screen.entity === entity);
  const shows = own.find((screen) =>
    screen.groups.some((group) => group.columns.some((column) => column.path[0] === field)),
  );
  return shows ?? own.find((screen) => screen.kind !== 'form') ?? own[0] ?? null;
}
