import { TRUE } from '../../check/analysis/build.ts';
import type { Rule } from '../../model/rules.ts';
import type { Comparison } from '../comparison.ts';
import type { Found } from '../difference.ts';
import { keptEntities, listed } from '../pairs.ts';

/** Point 5: rules, and which stored records would break them. */
export function ruleDifferences(comparison: Comparison): Found[] {
  const { former, now, names } = comparison;
  const kept = new Set(keptEntities(comparison).map(({ now: entity }) => entity.name));
  const paired = new Set<Rule>();
  const found = former.rules.flatMap((rule): Found[] => {
    const entity = names.entity(rule.entity);
    if (entity === null) return [];
    const own = now.rules.find((each) => each.name === rule.name && each.entity === entity);
    if (own === undefined)
      return [
        {
          effect: 'compatible',
          clause: null,
          former: rule.clause,
          text: `the rule \`${rule.name}\` of \`${entity}\` is gone`,
        },
      ];
    paired.add(own);
    return keptRule(comparison, rule, own);
  });
  return [
    ...found,
    ...now.rules
      .filter((rule) => !paired.has(rule) && kept.has(rule.entity))
      .map((rule): Found => {
        const shows = comparison.compare(TRUE, rule.condition ?? TRUE).narrower;
        return {
          effect: isOfStored(rule) ? 'stricter' : 'behaviour',
          clause: rule.clause,
          former: null,
          text: `the rule \`${rule.name}\` of \`${rule.entity}\` is new${isOfStored(rule) ? ': records that break it can’t be saved until they don’t' : ''}`,
          ...(shows.verdict === 'surely' && shows.example.length > 0 && { example: shows.example }),
        };
      }),
  ];
}

/** Whether the rule judges records that are there already. */
function isOfStored({ on }: Rule): boolean {
  return on.some((cause) => cause !== 'create');
}

function keptRule(comparison: Comparison, former: Rule, now: Rule): Found[] {
  const places = { clause: now.clause, former: former.clause };
  const subject = `the rule \`${now.name}\` of \`${now.entity}\``;
  const found: Found[] = [];
  const before = former.condition === null ? TRUE : comparison.rename(former.condition);
  const causes = comparison.causes(before);
  const because = causes.length > 0 && { because: causes };
  const { wider, narrower } = comparison.compare(before, now.condition ?? TRUE);
  const open = [wider, narrower].some(({ verdict }) => verdict === 'perhaps');
  if (narrower.verdict === 'surely')
    found.push({
      effect: isOfStored(now) ? 'stricter' : 'behaviour',
      ...places,
      ...because,
      text: `${subject} refuses what was allowed`,
      ...(narrower.example.length > 0 && { example: narrower.example }),
    });
  if (wider.verdict === 'surely')
    found.push({
      effect: 'compatible',
      ...places,
      ...because,
      text: `${subject} allows what was refused`,
      ...(wider.example.length > 0 && { example: wider.example }),
    });
  if (open)
    found.push({
      effect: 'undecided',
      ...places,
      ...because,
      text: `${subject} is stated otherwise; whether it refuses more or less is not decided`,
    });
  const event = (name: string): string => comparison.names.event(former.entity, name) ?? name;
  const on = former.on.map(event);
  const more = now.on.filter((cause) => !on.includes(cause));
  const fewer = on.filter((cause) => !now.on.includes(cause));
  if (more.length > 0)
    found.push({ effect: 'behaviour', ...places, text: `${subject} is judged on ${listed(more)} as well` });
  if (fewer.length > 0)
    found.push({ effect: 'compatible', ...places, text: `${subject} is not judged on ${listed(fewer)} any more` });
  if (former.error !== now.error)
    found.push({
      effect: 'breaking',
      ...places,
      text: `${subject} refuses with \`${now.error ?? 'INVALID'}\`, formerly with \`${former.error ?? 'INVALID'}\``,
      apiClass: 'response-error-code-changed',
    });
  return found;
}
