import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Model } from '../../../model/model.ts';
import type { Ask, Transition } from '../../../model/states.ts';
import { FALSE, or, thisRecord } from '../../analysis/build.ts';
import { excludes } from '../../analysis/decide.ts';
import { knowledgeOf } from '../../analysis/knowledge.ts';
import { replaceVariable } from '../../analysis/replace.ts';
import type { Context } from '../../context.ts';
import { placeOfReading } from '../../derived/disclosing.ts';
import { fieldOf } from '../../derived/field-of.ts';
import { type Rights, rightsOf } from '../../derived/rights.ts';

/** A field that an event asks for: of its own record, or of a child that it adds to one. */
interface Asked {
  readonly record: Expression;
  readonly entity: string;
  readonly field: string;
}

/** 4: Somebody who fills in a field for an event may read it; otherwise they never see its value. */
export function checkAskedFields(model: Model, context: Context): void {
  if (model.openPoints.includes('roles') || model.roles.length === 0) return;
  const knowledge = knowledgeOf(model);
  const rights = rightsOf(model);
  const permissions = new Map(model.permissions.map((own) => [own.entity, own]));
  const isLeftOpen = ({ entity, field }: Asked): boolean => {
    const own = permissions.get(entity);
    return [...(own?.actions?.read ?? []), ...(own?.fields[field]?.read ?? [])].some(({ cell }) => cell.kind === 'gap');
  };
  for (const { entity, events } of model.states) {
    for (const { name: event, transitions } of events) {
      for (const row of transitions) {
        const span = context.placeOf(row.clause);
        const actors = or(...actorsOfRow(context, rights, entity, row));
        if (!span || actors === FALSE || excludes([actors], knowledge)) continue;
        for (const asked of row.asks.flatMap((ask) => askedBy(entity, ask))) {
          // Nobody ever reads a secret, whatever point 6 says (3).
          if (isSecret(model, asked)) continue;
          const taken =
            asked.entity === entity ? actors : replaceVariable(actors, 'this', parentOf(asked.record, entity));
          const readable = rights.reads(asked.record, asked.field);
          if (isLeftOpen(asked) || (readable !== FALSE && !excludes([taken, readable], knowledge))) continue;
          const place = placeOfReading(context, asked.entity, asked.field);
          context.report('N454', STATES_CODES.N454, { event, field: asked.field, entity: asked.entity }, span, {
            clause: row.clause,
            ...(place && { related: [{ span: place, message: 'Who may read it stands here.' }] }),
          });
        }
      }
    }
  }
}

function isSecret({ entities }: Model, { entity, field }: Asked): boolean {
  const own = entities.find(({ name }) => name === entity);
  return own?.fields.find(({ name }) => name === field)?.type.kind === 'secret';
}

function askedBy(entity: string, ask: Ask): readonly Asked[] {
  if (ask.kind === 'field') return [{ record: thisRecord(entity), entity, field: ask.field }];
  if (ask.kind === 'input') return [];
  const record = thisRecord(ask.entity);
  return ask.fields.map(({ field }) => ({ record, entity: ask.entity, field }));
}

function parentOf(child: Expression, entity: string): Expression {
  return { kind: 'field', of: child, field: 'parent', type: { kind: 'record', entity, nullable: false } };
}

function actorsOfRow(context: Context, rights: Rights, entity: string, { by }: Transition): readonly Expression[] {
  return by.flatMap((trigger): readonly Expression[] => {
    if (trigger.kind === 'role') return [rights.holds(trigger.role, thisRecord(entity))];
    const field = trigger.kind === 'field' ? fieldOf(context, entity, trigger.field) : null;
    if (field === null) return [];
    return [
      { kind: 'binary', operator: '==', left: field, right: rights.user, type: { kind: 'boolean', nullable: false } },
    ];
  });
}
