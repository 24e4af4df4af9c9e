import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Fix } from '../../../diagnostics/diagnostic.ts';
import type { Field } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Transition } from '../../../model/states.ts';
import type { Span } from '../../../source/span.ts';
import type { Context } from '../../context.ts';
import { flatEffects } from '../../derived/effects.ts';
import { entityAt } from '../../derived/entity-at.ts';

/**
 * 4: People fill in the fields that an event asks for, and point 3 does not contradict what an event asks for or sets.
 */
export function checkKeptPromises(model: Model, context: Context): void {
  const entities = new Map(model.entities.map((entity) => [entity.name, entity]));
  const fieldOf = (entity: string, name: string): Field | undefined =>
    entities.get(entity)?.fields.find((field) => field.name === name);
  for (const { entity, events } of model.states) {
    for (const { name: event, transitions } of events) {
      for (const row of transitions) {
        const span = context.placeOf(row.clause);
        if (!span) continue;
        if (isAskedOfNobody(row) && !isFilledByService(model, entity, event))
          context.report('N458', STATES_CODES.N458, { event }, span, { clause: row.clause });
        for (const { field, does, rule } of broken(model, entity, row, fieldOf)) {
          const place = context.placeOf(field.clause);
          const fix = place && withoutRule(context, place, rule);
          context.report('N459', STATES_CODES.N459, { event, field: field.name, does, rule }, span, {
            clause: row.clause,
            ...(fix && { fix }),
            ...(place && { related: [{ span: place, message: `It is \`${rule}\` here.` }] }),
          });
        }
      }
    }
  }
}

/** Removes the rule from the row that states the field; null if the row contains the same words elsewhere, too. */
function withoutRule({ tree }: Context, { file, start, end }: Span, rule: Broken['rule']): Fix | null {
  const row = tree.files.find(({ path }) => path === file)?.text.slice(start, end) ?? '';
  const [found, ...others] = row.matchAll(new RegExp(`, *\\b${rule}\\b|\\b${rule}\\b(?:, *)?`, 'g'));
  if (found === undefined || others.length > 0) return null;
  const at = start + found.index;
  const edits = [{ span: { file, start: at, end: at + found[0].length }, text: '' }];
  return { title: `Take \`${rule}\` out of point 3`, isOffer: true, edits };
}

/** A signed call fills in what its body has (7). */
function isFilledByService({ answered }: Model, entity: string, event: string): boolean {
  return answered.calls.some(
    ({ does, signed }) =>
      signed !== null && does?.kind === 'fire' && does.entity === entity && does.event === event && does.body !== null,
  );
}

/** A timer and an effect fill nothing in. */
function isAskedOfNobody({ asks, by, open }: Transition): boolean {
  return (
    asks.length > 0 && by.length > 0 && open.length === 0 && by.every(({ kind }) => kind !== 'role' && kind !== 'field')
  );
}

interface Broken {
  readonly field: Field;
  readonly does: 'asks for' | 'sets';
  readonly rule: 'once' | 'by system';
}

/** The fields that a row changes though they are given `once`, or lets people fill in though they are `by system`. */
function broken(
  model: Model,
  entity: string,
  { from, asks, effects }: Transition,
  fieldOf: (entity: string, name: string) => Field | undefined,
): readonly Broken[] {
  const found = new Map<string, Broken>();
  const add = (field: Field | undefined, does: Broken['does'], rule: Broken['rule']): void => {
    if (field) found.set(`${field.clause} ${rule}`, { field, does, rule });
  };
  for (const ask of asks) {
    const field = ask.kind === 'field' ? fieldOf(entity, ask.field) : undefined;
    if (field?.bySystem) add(field, 'asks for', 'by system');
    else if (field?.once && from !== 'new') add(field, 'asks for', 'once');
  }
  for (const effect of flatEffects(effects)) {
    if (effect.kind !== 'set') continue;
    const field = fieldOf(entityAt(model.entities, effect.start.entity, effect.path) ?? '', effect.field);
    const isFirst = from === 'new' && effect.path.length === 0 && effect.start.variable === 'this';
    if (field?.once && !isFirst) add(field, 'sets', 'once');
  }
  return [...found.values()];
}
