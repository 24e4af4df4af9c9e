import { withVariables } from '../../sql/context.ts';
import { compileCondition, compileFieldValue } from '../../sql/expression.ts';
import { FALSE } from '../../sql/logic.ts';
import type { Parameters } from '../../sql/parameters.ts';
import { hasForm, type Transition } from '@nonet/language';
import type { EffectPlace } from '../events/effects.ts';
import { fits } from '../events/possible-event.ts';
import type { ReadScope } from '../read-scope.ts';
import { stampColumns } from '../save.ts';
import { changeByEvent } from '../touch.ts';
import { blindSets, moveColumns } from '../events/transition.ts';
import { OLD } from '../write.ts';
import { patternsFit } from './body.ts';
import type { Draft } from './draft.ts';

/** A record after an event of one row that asks for nothing and sets what no record decides; null for any other event. */
export function draftEvent(scope: ReadScope, entity: string, id: string, name: string, body: unknown): Draft | null {
  const { index } = scope;
  const row = onlyRow(index.event(entity, name)?.transitions ?? []);
  if (row === null || !isEmpty(body) || !patternsFit(scope, entity, new Map(), false)) return null;
  const state = index.stateField(entity);
  const effects = blindSets(row.effects, [state]);
  if (effects.length < row.effects.length) return null;
  // A form is matched in the program.
  if (effects.some(({ field }) => hasForm(index.field(entity, field).type))) return null;
  const record = { kind: 'row', entity, alias: OLD } as const;
  const place: EffectPlace = { entity, id, clause: row.clause, values: {} };
  return {
    entity,
    id,
    isNew: false,
    change: changeByEvent(name, row, entity),
    key: `event ${name}`,
    slots: { to: row.to },
    columns: (parameters) =>
      new Map([...stampColumns(parameters, OLD), ...moveColumns(scope, parameters, OLD, row, place, effects)]),
    references: () => [],
    guard: (parameters, context) => {
      const standing = withVariables(context, { this: record });
      return [
        fits(scope, row, context, record),
        ...(row.from === null || state === null
          ? []
          : [startsFrom(row.from, compileFieldValue(record, state, context), parameters)]),
        ...(row.when === null ? [] : [compileCondition(row.when, standing)]),
      ];
    },
    // The event's row says who may cause it.
    permission: () => [],
  };
}

function onlyRow(rows: readonly Transition[]): Transition | null {
  const [row] = rows;
  if (row === undefined || rows.length > 1) return null;
  return row.from !== 'new' && row.asks.length === 0 && row.open.length === 0 ? row : null;
}

function isEmpty(body: unknown): boolean {
  if (body === null || body === undefined) return true;
  return typeof body === 'object' && !Array.isArray(body) && Object.keys(body).length === 0;
}

function startsFrom(states: readonly string[] | 'new', state: string, parameters: Parameters): string {
  if (states === 'new' || states.length === 0) return FALSE;
  return `${state} in (${states.map((name) => parameters.bind(name, 'text')).join(', ')})`;
}
