import { type Expression, message, type Screen } from '@nonet/language';
import type { ListQuery } from '../../engine.ts';
import { withVariables, type SqlContext, readableRows } from '../../sql/context.ts';
import { admits } from '../../sql/admits.ts';
import { columnType } from '../../sql/identifiers.ts';
import { and } from '../../sql/logic.ts';
import { compileExpression } from '../../sql/expression.ts';
import { readFilterValue } from './filter-value.ts';
import type { ReadScope } from '../read-scope.ts';
import { refuseInvalid } from '../refuse.ts';

/** The values of a screen's route, given as `path.claim=…` next to the filters. */
export interface ScreenParameters {
  readonly keys: ReadonlySet<string>;
  readonly slots: Readonly<Record<string, unknown>>;
  /** The properties of `path`: each a record, by its id. */
  compile(context: SqlContext): Record<string, string>;
}

export function screenParameters(
  scope: ReadScope,
  screen: Screen | null,
  given: ListQuery['filters'],
): ScreenParameters {
  const parameters = screen === null || screen.where === null ? [] : screen.parameters;
  const slots: Record<string, unknown> = {};
  for (const parameter of parameters) {
    const text = given.find(({ key }) => key === `path.${parameter.name}`)?.value;
    const type =
      parameter.field === 'id' ? ({ kind: 'id' } as const) : scope.index.field(parameter.entity, parameter.field).type;
    const read = text === undefined ? { expected: message('aValue') } : readFilterValue(text, type);
    if ('expected' in read) {
      const key = `path.${parameter.name}`;
      const words = message('takes', { key, what: read.expected });
      throw refuseInvalid(scope.index, [{ field: key, code: 'INVALID', message: words, clause: null }]);
    }
    slots[`path_${parameter.name}`] = read.value;
  }
  return {
    keys: new Set(parameters.map(({ name }) => `path.${name}`)),
    slots,
    compile: (context) =>
      Object.fromEntries(
        parameters.map((parameter) => {
          if (parameter.field === 'id')
            return [parameter.name, context.parameters.slot(`path_${parameter.name}`, 'uuid')];
          const type = columnType(scope.index.field(parameter.entity, parameter.field).type, scope.index.plan.settings);
          const alias = context.parameters.alias();
          const row = { kind: 'row', entity: parameter.entity, alias, readable: true } as const;
          const value = compileExpression(fieldOf(parameter), withVariables(context, { parameter: row }));
          const condition = and(
            `${value} = ${context.parameters.slot(`path_${parameter.name}`, type)}`,
            admits(row, context),
          );
          return [
            parameter.name,
            `(select ${alias}."id" from ${readableRows(parameter.entity, false, context)} ${alias} where ${condition})`,
          ];
        }),
      ),
  };
}

function fieldOf(parameter: Screen['parameters'][number]): Expression {
  const record = { kind: 'record', entity: parameter.entity, nullable: false } as const;
  return {
    kind: 'field',
    of: { kind: 'variable', name: 'parameter', type: record },
    field: parameter.field,
    type: { kind: 'text', nullable: false },
  };
}
