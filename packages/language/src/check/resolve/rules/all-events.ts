import { RULES_CODES } from '../../../diagnostics/codes/rules.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Context } from '../../context.ts';
import type { Declared } from '../../declared.ts';
import { replacement } from '../replacement.ts';
import { type Part, part } from '../words.ts';

/** `Claim any`, or `Claim any except release, note` (5). */
export interface AllEvents {
  readonly entity: string;
  readonly except: readonly Part[];
}

/** The items of `on`; names without an entity behind `Claim any except release` are its further exceptions. */
export function withExceptions(items: readonly Part[]): readonly { item: Part; all: AllEvents | null }[] {
  const read: { item: Part; all: AllEvents | null }[] = [];
  let except: Part[] | null = null;
  for (const item of items) {
    if (except !== null && /^[a-z]\w*$/.test(item.text)) {
      except.push(item);
      continue;
    }
    const [, entity, first] = /^([A-Za-z]\w*)\s+any(?:\s+except\s+([a-z]\w*))?$/.exec(item.text) ?? [];
    except = first === undefined ? null : [part(item, item.text.length - first.length, item.text.length)];
    read.push({ item, all: entity === undefined ? null : { entity, except: except ?? [] } });
  }
  return read;
}

/** The events that are meant; null if the entity has none, so that a single event is as unknown there. */
export function eventsOf(
  context: Context,
  { entity, except }: AllEvents,
  { workflows }: Declared,
): readonly string[] | null {
  const known = workflows.get(entity)?.events;
  if (known === undefined) return null;
  const names = new Set(except.map(({ text }) => text));
  for (const item of except) {
    if (known.has(item.text)) continue;
    const offered = nearest(item.text, [...known]);
    const details = { entity, event: item.text, nearest: offered };
    context.report('N503', RULES_CODES.N503, details, item.span, replacement(item.span, offered));
  }
  // Rows named `create` only add to a create, which `on` states by its own name.
  return [...known].filter((event) => event !== 'create' && !names.has(event));
}
