import type { Screen } from './screens.ts';

/** A screen of a record, which an address leads to. */
export interface RecordScreen {
  readonly screen: Screen;
  /** The field whose value is in the address. */
  readonly field: string;
  /** The address before that value, and after it. */
  readonly before: string;
  readonly after: string;
}

/** The first screen that shows a record of an entity, whose address has that record alone as its parameter. */
export function screenOfRecord(screens: readonly Screen[], entity: string): RecordScreen | null {
  for (const screen of screens) {
    const [parameter, second] = screen.parameters;
    if (screen.kind !== 'record' || screen.entity !== entity || parameter?.entity !== entity || second) continue;
    const [before, after, more] = screen.route.split(/\{[^}]*\}/);
    if (before !== undefined && after !== undefined && more === undefined)
      return { screen, field: parameter.field, before, after };
  }
  return null;
}
