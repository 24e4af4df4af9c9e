import { RULES_CODES } from '../../../diagnostics/codes/rules.ts';
import type { Expression } from '../../../expression/tree.ts';
import { walk } from '../../../expression/walk.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';

/**
 * 5: A refusal can be corrected only if the rule depends on the saved record. A rule that reads nothing of the record,
 * of the person who saves it, or of other records of its entity refuses an update with any values. On `create` alone
 * it is a gate.
 */
export function checkAboutRecord(model: Model, context: Context): void {
  for (const { name, clause, entity, on, condition } of model.rules) {
    const span = context.placeOf(`${clause}.must_hold`);
    if (!span || condition === null || !on.includes('update')) continue;
    // N551 and N552 report what holds always or never.
    if (isConstant(condition) || isAbout(condition, savedWith(model, entity))) continue;
    context.report('N556', RULES_CODES.N556, { rule: name, entity }, span, { clause });
  }
}

function isConstant(condition: Expression): boolean {
  let constant = true;
  walk(condition, ({ kind }) => {
    if (kind === 'query' || kind === 'call') constant = false;
  });
  return constant;
}

/** An entity, and those whose records are saved with its records. */
function savedWith(model: Model, entity: string): ReadonlySet<string> {
  const saved = new Set([entity]);
  // Entities that are added during the loop are visited too.
  for (const name of saved)
    for (const { name: child, owner } of model.entities) if (owner?.entity === name) saved.add(child);
  return saved;
}

function isAbout(condition: Expression, entities: ReadonlySet<string>): boolean {
  let about = false;
  walk(condition, (inner) => {
    if (inner.kind === 'variable' && ['this', 'old', 'user'].includes(inner.name)) about = true;
    if (inner.type.kind === 'record' && entities.has(inner.type.entity)) about = true;
    if (inner.kind === 'query' && entities.has(inner.source.entity)) about = true;
  });
  return about;
}
