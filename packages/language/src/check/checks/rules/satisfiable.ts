import { RULES_CODES } from '../../../diagnostics/codes/rules.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Model } from '../../../model/model.ts';
import type { Rule } from '../../../model/rules.ts';
import { opposite } from '../../analysis/build.ts';
import { excludes } from '../../analysis/decide.ts';
import { type Knowledge, knowledgeOf } from '../../analysis/knowledge.ts';
import type { Context } from '../../context.ts';
import { momentFacts } from '../../derived/lifecycle-facts.ts';

/** Each rule is compared with this many before it that read the same fields. */
const MOST_EARLIER = 6;

type Stated = Rule & { readonly condition: Expression };

/**
 * 5: A rule refuses some records and accepts others. A rule that no record can break, or that none can satisfy, alone
 * or together with another one, is a mistake.
 */
export function checkSatisfiable(model: Model, context: Context): void {
  const knowledge = knowledgeOf(model);
  const before = new Map<string, Stated[]>();
  for (const rule of model.rules) {
    const { condition } = rule;
    if (condition === null) continue;
    const stated: Stated = { ...rule, condition };
    if (!reportAlone(model, context, knowledge, stated)) continue;
    const partners = partnersOf(before, stated);
    for (const earlier of partners) {
      if (reportPair(model, context, knowledge, earlier, stated)) break;
    }
    for (const field of stated.fields) {
      const key = `${stated.entity}.${field}`;
      before.set(key, [...(before.get(key) ?? []).slice(1 - MOST_EARLIER), stated]);
    }
  }
}

/** Whether the rule can be compared with others: by itself it refuses some records and allows others. */
function reportAlone(model: Model, context: Context, knowledge: Knowledge, rule: Stated): boolean {
  const { name, entity, clause, condition, fields } = rule;
  const span = context.placeOf(`${clause}.must_hold`);
  if (!span) return false;
  const facts = momentFacts(context, model, entity, rule.on);
  if (excludes([condition, ...facts], knowledge)) {
    context.report('N551', RULES_CODES.N551, { rule: name, entity }, span, { clause });
    return false;
  }
  if (!excludes([opposite(condition), ...facts], knowledge)) return true;
  const related = fields.flatMap((field) => {
    const place = context.placeOf(`3.${entity}.${field}`);
    return place ? [{ span: place, message: 'What it demands follows from this.' }] : [];
  });
  context.report('N552', RULES_CODES.N552, { rule: name, entity }, span, { clause, related: related.slice(0, 3) });
  return false;
}

function partnersOf(before: ReadonlyMap<string, readonly Stated[]>, rule: Stated): readonly Stated[] {
  const found = rule.fields.flatMap((field) => before.get(`${rule.entity}.${field}`) ?? []);
  return [...new Set(found)].slice(-MOST_EARLIER);
}

function reportPair(model: Model, context: Context, knowledge: Knowledge, earlier: Stated, rule: Stated): boolean {
  const moments = rule.on.filter((moment) => earlier.on.includes(moment));
  const span = context.placeOf(`${rule.clause}.must_hold`);
  const place = context.placeOf(`${earlier.clause}.must_hold`);
  if (moments.length === 0 || !span || !place) return false;
  const facts = momentFacts(context, model, rule.entity, moments);
  const details = { rule: rule.name, other: earlier.name, entity: rule.entity, moments };
  if (excludes([earlier.condition, rule.condition, ...facts], knowledge)) {
    const related = [{ span: place, message: 'It contradicts this one.' }];
    context.report('N553', RULES_CODES.N553, details, span, { clause: rule.clause, related });
    return true;
  }
  const [weaker, stronger] = [rule, earlier].flatMap((one) => {
    const other = one === rule ? earlier : rule;
    const follows =
      one.on.every((moment) => other.on.includes(moment)) &&
      excludes(
        [other.condition, opposite(one.condition), ...momentFacts(context, model, one.entity, one.on)],
        knowledge,
      );
    return follows ? [one, other] : [];
  });
  const at = weaker && context.placeOf(`${weaker.clause}.must_hold`);
  const from = stronger && context.placeOf(`${stronger.clause}.must_hold`);
  if (!weaker || !stronger || !at || !from) return false;
  context.report('N554', RULES_CODES.N554, { rule: weaker.name, other: stronger.name }, at, {
    clause: weaker.clause,
    related: [{ span: from, message: 'Whatever keeps this one keeps the other one too.' }],
  });
  return true;
}
