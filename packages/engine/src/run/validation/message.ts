import { type Expression, message, messageFormatIn, type Template } from '@nonet/language';
import type { PlanIndex } from '../../plan-index.ts';
import { withVariables, type SqlContext } from '../../sql/context.ts';
import { compileExpression, compileRecord } from '../../sql/expression.ts';
import { column } from '../../sql/identifiers.ts';
import { formatValue } from '../format.ts';
import { actorSettings, type ReaderSettings } from './actor-settings.ts';
import { actorKey, authorityKey, clauseContext, fromThis, perform, THIS, type Write } from '../write.ts';

/** A message's words, with what its reader may read of the record in the placeholders (6: messages see with the actor's rights). */
export async function renderMessage(
  write: Write,
  key: string,
  template: Template,
  record: { entity: string; id: string } | null,
  label: string | null = null,
): Promise<string> {
  const parts = template.map((part) => (isKey(part) ? (label ?? '') : part));
  const expressions = parts.filter((part) => typeof part !== 'string');
  const values = expressions.length === 0 ? [] : await selectValues(write, key, expressions, record);
  let next = 0;
  return parts.map((part) => (typeof part === 'string' ? part : (values[next++] ?? ''))).join('');
}

function isKey(part: string | Expression): boolean {
  return typeof part !== 'string' && part.kind === 'variable' && part.name === 'key';
}

async function selectValues(
  write: Write,
  key: string,
  expressions: readonly Expression[],
  record: { entity: string; id: string } | null,
): Promise<string[]> {
  const entity = record?.entity ?? '';
  const [row] = await perform(
    write,
    `message ${key} ${entity} ${write.system ? actorKey(write) : authorityKey(write)}`,
    (parameters) => {
      const product = clauseContext(write, parameters, entity, record === null ? { this: { kind: 'null' } } : {});
      const context: SqlContext = write.system ? product : { ...product, authority: write.authority };
      const selected = expressions.flatMap((expression, place) =>
        titleParts(expression, context).map((sql, part) => `${sql} as value_${place}_${part}`),
      );
      return `select ${selected.join(', ')} ${record === null ? '' : `${fromThis(entity)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`}`;
    },
    record === null ? {} : { id: record.id },
  );
  if (row === undefined) throw new Error(`A message of ${key} has no record.`);
  return expressions.map((expression, place) => {
    const parts = partsOf(expression, write);
    return parts
      .map((part, number) =>
        typeof part === 'string'
          ? part
          : displayed(write.index, actorSettings(write), part, row[`value_${place}_${number}`]),
      )
      .join('');
  });
}

/** A record in a message shows its title; anything else itself. */
function partsOf(expression: Expression, write: Pick<Write, 'index'>): Template {
  return expression.type.kind === 'record' ? write.index.entity(expression.type.entity).title : [expression];
}

function titleParts(expression: Expression, context: SqlContext): string[] {
  if (expression.type.kind !== 'record') return [compileExpression(expression, context)];
  const inner = withVariables(context, { this: compileRecord(expression, context) });
  return context.index
    .entity(expression.type.entity)
    .title.map((part) => (typeof part === 'string' ? 'null::text' : compileExpression(part, inner)));
}

/** A value as people read it: a choice by its label, and yes or no. */
export function displayed(index: PlanIndex, settings: ReaderSettings, expression: Expression, value: unknown): string {
  if (typeof value === 'boolean') return messageFormatIn(settings.locale).message(message(value ? 'yes' : 'no'));
  if (expression.type.kind === 'enum' && expression.kind === 'field' && expression.of.type.kind === 'record') {
    const type = index.findField(expression.of.type.entity, expression.field)?.type;
    const choices = type?.kind === 'enum' || type?.kind === 'state' ? type.values : [];
    const choice = choices.find(({ name }) => name === value);
    if (choice !== undefined) return choice.label;
  }
  return formatValue(value, expression.type, settings);
}
